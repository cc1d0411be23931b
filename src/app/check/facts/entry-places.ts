/** Where the code is now that entries were anchored to. */
import type { Anchor, Resolution } from '../../../core/anchors/index.ts';
import { openPlaces } from '../../../core/places/index.ts';
import type { FactParts } from './parts.ts';
import type { StashFacts, StoredEntry } from './stash.ts';

export interface EntryPlace {
  entry: StoredEntry;
  anchor: Anchor;
  now: Resolution;
}

export async function readEntryPlaces(
  { house: { workspace, outline }, signal }: FactParts,
  stash: StashFacts,
): Promise<readonly EntryPlace[]> {
  if (stash.state !== 'ready') return [];
  const places = openPlaces(workspace, outline, signal);
  const found: EntryPlace[] = [];
  for (const entry of stash.entries)
    for (const anchor of entry.fields.anchors ?? [])
      found.push({ entry, anchor, now: await places.now(anchor) });
  return found;
}
