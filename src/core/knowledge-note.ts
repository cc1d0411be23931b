/** Entries, packs and directory notes about a place in the code, as areas show them with their answers. The app looks them up. */
export interface KnowledgeNote {
  id: string;
  kind: string;
  title: string;
  via: string;
}

export interface Place {
  path: string;
  startLine: number;
  endLine: number;
}

/** One list for each place, in the same order; empty where nothing is written about it. */
export type KnowledgeAt = (
  places: readonly Place[],
  signal: AbortSignal,
) => Promise<readonly (readonly KnowledgeNote[])[]>;
