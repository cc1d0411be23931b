/** Where the code is now that entries were anchored to. */
import type { Anchor, Resolution } from '../../../core/anchors/index.ts';
import type { Places } from '../../../core/places/index.ts';
import type { StashFacts, StoredEntry } from './stash.ts';

export interface EntryPlace {
  entry: StoredEntry;
  anchor: Anchor;
  now: Resolution;
}

export async function readEntryPlaces(stash: StashFacts, places: Places): Promise<readonly EntryPlace[]> {
  if (stash.state !== 'ready') return [];
  const found: EntryPlace[] = [];
  for (const entry of stash.entries)
    for (const anchor of entry.fields.anchors ?? [])
      found.push({ entry, anchor, now: await places.now(anchor) });
  return found;
}
