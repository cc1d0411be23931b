/** One entry as it is shown: what replaced it, the code it is about as it is now, and the comments that cite it. */
import { AppError } from '../../core/errors.ts';
import { openPlaces } from '../../core/places/index.ts';
import { type PlaceNow, placeNow, unreadablePlace } from './anchors.ts';
import { citationsOf } from './citations.ts';
import type { Entry, EntryType } from './entry-file.ts';
import type { EntryStore, OpenEntryStore } from './entry-store.ts';
import { invalidRef, nameFinder, parseRef } from './naming.ts';
import type { StashDeps } from './stash-deps.ts';
import { successorsIn } from './successors.ts';

export interface ShownEntry {
  markdown: string;
  ref: string;
  file: string;
  type?: EntryType;
  module?: string;
  supersedes?: string[];
  /** Entries that replace it. */
  superseded_by?: readonly string[];
  /** The places it is about, as they are now. */
  anchors?: PlaceNow[];
  /** Comments that cite it, as they are now. */
  cited_from?: { path: string; line: number }[];
  /** How many more there are. */
  cited_from_more?: number;
}

/** An answer is for reading; all places are for `pilotbook stash refs`. */
const MOST_PLACES = 50;

export async function getEntry(
  open: OpenEntryStore,
  deps: StashDeps,
  ref: string,
  signal: AbortSignal,
): Promise<ShownEntry> {
  const store = await open();
  const entry = await wantedEntry(store, ref);
  const { type, module, supersedes, anchors } = entry.fields;
  const successors = successorsIn(await store.all(signal), store.config).get(entry.number);
  const code = openPlaces(deps.workspace, deps.symbolsOf, signal);
  const places: PlaceNow[] = [];
  for (const anchor of anchors ?? []) places.push(await placeNow(anchor, code));
  places.push(...entry.unreadableAnchors.map(unreadablePlace));
  const cited = await citationsOf(entry.number, store.config, deps, signal);
  return {
    markdown: entry.markdown,
    ref: entry.ref,
    file: entry.file,
    ...(type === undefined ? {} : { type }),
    ...(module === undefined ? {} : { module }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(successors === undefined ? {} : { superseded_by: successors }),
    ...(places.length === 0 ? {} : { anchors: places }),
    ...(cited.length === 0
      ? {}
      : { cited_from: cited.slice(0, MOST_PLACES).map(({ path, line }) => ({ path, line })) }),
    ...(cited.length <= MOST_PLACES ? {} : { cited_from_more: cited.length - MOST_PLACES }),
  };
}

async function wantedEntry(store: EntryStore, ref: string): Promise<Entry> {
  const wanted = parseRef(ref, store.config);
  if (wanted === undefined) throw invalidRef(ref);
  const name = nameFinder(await store.names())(wanted);
  const entry = name && (await store.read(name));
  if (entry === undefined)
    throw new AppError('not_found', 'not_found', `There is no entry ${wanted.digits.slice(0, 64)}.`, {
      hint: 'context.list shows all entries.',
    });
  return entry;
}
