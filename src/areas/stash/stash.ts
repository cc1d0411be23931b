/** All operations on the entries of one workspace, for tools, command line and resources. */
import { type Citation, citationsOf } from './citations.ts';
import type { StashConfig } from './config.ts';
import type { CreatedEntry, NewEntry } from './create.ts';
import { entryStoreIn, type Renumbering } from './entry-store.ts';
import type { EntryName } from './naming.ts';
import {
  type CitedRef,
  type FoundEntry,
  getEntry,
  type ListedEntry,
  listCitations,
  listEntries,
  type ShownEntry,
  type SurveyedStash,
  searchEntries,
  surveyEntries,
} from './read-entries.ts';
import type { Repointing } from './repoint.ts';
import type { StashDeps } from './stash-deps.ts';

export interface Stash {
  create(entry: NewEntry, signal: AbortSignal): Promise<CreatedEntry>;
  get(ref: string, signal: AbortSignal): Promise<ShownEntry>;
  list(signal: AbortSignal): Promise<ListedEntry[]>;
  search(query: string, signal: AbortSignal): Promise<FoundEntry[]>;
  /** Every comment in the workspace that cites an entry, by path and line. */
  citations(signal: AbortSignal): Promise<Citation[]>;
  /** The same, with the state of each cited entry. */
  refs(signal: AbortSignal): Promise<CitedRef[]>;
  /** Read again for each call; an error if it is missing or invalid. */
  config(): Promise<StashConfig>;
  /** Everything stored, for `check` and knowledge; an error if there is no stash. */
  survey(signal: AbortSignal): Promise<SurveyedStash>;
  /** Gives an entry that shares its number with another the next free number. */
  renumber(renumbering: Renumbering, signal: AbortSignal): Promise<EntryName>;
  /** Makes the comment cite the entry with this ref instead, and returns the new line. */
  repoint(citation: Repointing, ref: string, signal: AbortSignal): Promise<string>;
}

export function openStash(deps: StashDeps): Stash {
  const open = entryStoreIn(deps.workspace);
  return {
    // Loaded with the first write: secrets, similarity and anchors.
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
