/** What a change, or the state of the files, endangers. */
export interface Risk {
  kind:
    | 'citation-removed'
    | 'cited-code-changed'
    | 'entry-missing'
    | 'anchor-edited'
    | 'anchor-lost'
    | 'anchor-ambiguous'
    | 'context-stale';
  /** Of the entry, the pack or the directory. */
  id: string;
  /** `path:line` or `path`. */
  place: string;
  message: string;
}
