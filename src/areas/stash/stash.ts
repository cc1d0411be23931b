/** What can be done with the entries of one workspace. Tools, CLI and resources all do it through this. */
import { AppError } from '../../core/errors.ts';
import type { StashConfig } from './config.ts';
import type { CreatedEntry, NewEntry } from './create.ts';
import type { Entry } from './entry.ts';
import { type EntryStore, entryStoreIn, type OpenEntryStore } from './entry-store.ts';
import { getEntry, type ShownEntry } from './get.ts';
import { type ListedEntry, listEntries } from './list.ts';
import type { StashDeps } from './ports.ts';
import { type CitedRef, listCitations } from './refs.ts';
import { type FoundEntries, searchEntries } from './search.ts';

export interface Stash {
  create(entry: NewEntry, signal: AbortSignal): Promise<CreatedEntry>;
  get(ref: string, signal: AbortSignal): Promise<ShownEntry>;
  list(signal: AbortSignal): Promise<ListedEntry[]>;
  search(query: string, signal: AbortSignal): Promise<FoundEntries>;
  /** Every comment in the workspace that cites an entry. */
  refs(signal: AbortSignal): Promise<CitedRef[]>;
  /** As it is now; an error if there is none, or a broken one. */
  config(): Promise<StashConfig>;
  /** Whole entries by number, for those who index them; none if there is no stash. */
  entries(signal: AbortSignal): Promise<Entry[]>;
}

export function openStash(deps: StashDeps): Stash {
  const open = entryStoreIn(deps.workspace);
  return {
    // Secrets, likenesses and anchors are looked at only when something is written.
    create: async (entry, signal) => (await import('./create.ts')).createEntry(open, deps, entry, signal),
    get: (ref, signal) => getEntry(open, deps, ref, signal),
    list: (signal) => listEntries(open, signal),
    search: (query, signal) => searchEntries(open, query, signal),
    refs: (signal) => listCitations(open, deps, signal),
    config: async () => (await open()).config,
    entries: async (signal) => (await openIfThere(open))?.all(signal) ?? [],
  };
}

async function openIfThere(open: OpenEntryStore): Promise<EntryStore | undefined> {
  try {
    return await open();
  } catch (thrown) {
    if (thrown instanceof AppError && (thrown.code === 'not_initialized' || thrown.code === 'denied'))
      return undefined;
    throw thrown;
  }
}
