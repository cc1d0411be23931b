/** What can be done with the entries of one workspace. Tools, CLI and resources all do it through this. */
import { type Citation, type CitedRef, citationsOf, listCitations } from './citations.ts';
import type { StashConfig } from './config.ts';
import type { CreatedEntry, NewEntry } from './create.ts';
import { entryStoreIn, type Renumbering } from './entry-store.ts';
import { getEntry, type ShownEntry } from './get.ts';
import { type FoundEntries, type ListedEntry, listEntries, searchEntries } from './list.ts';
import type { EntryName } from './naming.ts';
import type { Repointing } from './repoint.ts';
import type { StashDeps } from './stash-deps.ts';
import { type SurveyedStash, surveyEntries } from './successors.ts';

export interface Stash {
  create(entry: NewEntry, signal: AbortSignal): Promise<CreatedEntry>;
  get(ref: string, signal: AbortSignal): Promise<ShownEntry>;
  list(signal: AbortSignal): Promise<ListedEntry[]>;
  search(query: string, signal: AbortSignal): Promise<FoundEntries>;
  /** Every comment in the workspace that cites an entry, by path and line. */
  citations(signal: AbortSignal): Promise<Citation[]>;
  /** The same, with the state of the entries they cite. */
  refs(signal: AbortSignal): Promise<CitedRef[]>;
  /** As it is now; an error if there is none, or a broken one. */
  config(): Promise<StashConfig>;
  /** Everything stored, for whoever judges it; an error if there is no stash. */
  survey(signal: AbortSignal): Promise<SurveyedStash>;
  /** Moves a text that shares its number with another to the next free one. */
  renumber(renumbering: Renumbering, signal: AbortSignal): Promise<EntryName>;
  /** Makes the comment cite the entry of this ref instead, and gives back its new line. */
  repoint(citation: Repointing, ref: string, signal: AbortSignal): Promise<string>;
}

export function openStash(deps: StashDeps): Stash {
  const open = entryStoreIn(deps.workspace);
  return {
    // Secrets, likenesses and anchors are loaded only when something is written.
    create: async (entry, signal) => (await import('./create.ts')).createEntry(open, deps, entry, signal),
    get: (ref, signal) => getEntry(open, deps, ref, signal),
    list: (signal) => listEntries(open, signal),
    search: (query, signal) => searchEntries(open, query, signal),
    refs: (signal) => listCitations(open, deps, signal),
    config: async () => (await open()).config,
    citations: async (signal) => citationsOf(undefined, (await open()).config, deps, signal),
    survey: (signal) => surveyEntries(open, signal),
    renumber: async (renumbering, signal) => (await open()).renumber(renumbering, signal),
    repoint: async (citation, ref, signal) =>
      (await import('./repoint.ts')).repoint(deps, (await open()).config, citation, ref, signal),
  };
}
