/** Reading entries: one with its code and citations, lists, searches, the whole stash; each with what superseded what. */
import { AppError } from '../../core/errors.ts';
import { openPlaces } from '../../core/places/index.ts';
import { splitLines } from '../../core/text/index.ts';
import { type PlaceNow, placeNow, unreadablePlace } from './anchors.ts';
import { citationsOf } from './citations.ts';
import type { StashConfig } from './config.ts';
import type { Entry, EntryType } from './entry-file.ts';
import { type EntryStore, type OpenEntryStore, STASH_FOLDER } from './entry-store.ts';
import { invalidRef, nameFinder, parseRef } from './naming.ts';
import type { StashDeps } from './stash-deps.ts';

/** For each superseded number, the refs of the entries that supersede it, in order. */
type Successors = ReadonlyMap<bigint, readonly string[]>;

function successorsIn(all: readonly Entry[], config: StashConfig): Successors {
  const successors = new Map<bigint, string[]>();
  for (const { number, ref, fields } of all) {
    const superseded = new Set(fields.supersedes?.map((written) => parseRef(written, config)?.number));
    for (const old of superseded) {
      // No entry supersedes itself.
      if (old === undefined || old === number) continue;
      const known = successors.get(old);
      if (known) known.push(ref);
      else successors.set(old, [ref]);
    }
  }
  return successors;
}

export interface SurveyedEntry extends Entry {
  /** Path of its file from the root. */
  path: string;
  /** Refs of the entries that supersede it directly. */
  supersededBy: readonly string[];
  /** The current entries at the end of those chains. */
  successors: readonly string[];
}

export interface SurveyedStash {
  config: StashConfig;
  /** The readable entries, by number. */
  entries: readonly SurveyedEntry[];
  /** Numbers that have a file, readable or not. */
  numbers: ReadonlySet<bigint>;
  /** Numbers that an entry supersedes. */
  superseded: ReadonlySet<bigint>;
}

export async function surveyEntries(open: OpenEntryStore, signal: AbortSignal): Promise<SurveyedStash> {
  const store = await open();
  const { config } = store;
  const all = await store.all(signal);
  const successors = successorsIn(all, config);
  return {
    config,
    entries: all.map((entry) => ({
      ...entry,
      path: `${STASH_FOLDER}/${entry.file}`,
      supersededBy: successors.get(entry.number) ?? [],
      successors: latestOf(entry, successors, config),
    })),
    numbers: new Set((await store.names()).map(({ number }) => number)),
    superseded: new Set(successors.keys()),
  };
}

/** Visits each entry once: two entries may supersede each other. */
function latestOf({ number }: Entry, successors: Successors, config: StashConfig): readonly string[] {
  const seen = new Set([number]);
  const latest = new Set<string>();
  const follow = (refs: readonly string[]) => {
    for (const ref of refs) {
      const next = parseRef(ref, config)?.number;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      const further = successors.get(next);
      if (further === undefined) latest.add(ref);
      else follow(further);
    }
  };
  follow(successors.get(number) ?? []);
  return [...latest];
}

export interface ShownEntry {
  markdown: string;
  ref: string;
  file: string;
  type?: EntryType;
  module?: string;
  supersedes?: string[];
  /** Refs of the entries that supersede it. */
  superseded_by?: readonly string[];
  /** The code it is about, where it is now. */
  anchors?: PlaceNow[];
  /** Comments that cite it. */
  cited_from?: { path: string; line: number }[];
  /** How many more comments cite it. */
  cited_from_more?: number;
}

/** `pilotbook stash refs` shows all places. */
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

export interface ListedEntry {
  ref: string;
  file: string;
  /** Absent for a file that cannot be read as text. */
  title?: string;
  type?: EntryType;
  module?: string;
  superseded_by?: readonly string[];
}

/** All entries, by number. */
export async function listEntries(open: OpenEntryStore, signal: AbortSignal): Promise<ListedEntry[]> {
  const store = await open();
  const all = await store.all(signal);
  const byFile = new Map(all.map((entry) => [entry.file, entry]));
  const successors = successorsIn(all, store.config);
  const names = await store.names();
  return names.map(({ ref, file, number }) => {
    const entry = byFile.get(file);
    if (entry === undefined) return { ref, file };
    const { type, module } = entry.fields;
    const superseded_by = successors.get(number);
    return {
      ref,
      file,
      title: entry.title,
      ...(type === undefined ? {} : { type }),
      ...(module === undefined ? {} : { module }),
      ...(superseded_by === undefined ? {} : { superseded_by }),
    };
  });
}

export interface FoundEntry {
  ref: string;
  file: string;
  /** The first line that matches. */
  snippet: string;
}

/** Longer lines are cut around the match. */
const LONGEST_SNIPPET = 240;

/** One result for each matching entry, by number. Case does not matter. */
export async function searchEntries(
  open: OpenEntryStore,
  query: string,
  signal: AbortSignal,
): Promise<FoundEntry[]> {
  const wanted = query.trim().toLowerCase();
  if (wanted === '')
    throw new AppError('invalid', 'invalid_input', 'query is empty.', {
      hint: 'Give a word or a part of a line. context.list shows all entries.',
    });
  const entries = await (await open()).all(signal);
  return entries.flatMap((entry) => {
    const snippet = snippetOf(entry, wanted);
    return snippet === undefined ? [] : [{ ref: entry.ref, file: entry.file, snippet }];
  });
}

function snippetOf({ markdown, fields }: Entry, wanted: string): string | undefined {
  const { type, module } = fields;
  const said = [
    ...(type === undefined ? [] : [`type: ${type}`]),
    ...(module === undefined ? [] : [`module: ${module}`]),
  ];
  const line = [...splitLines(markdown), ...said].find((one) => one.toLowerCase().includes(wanted))?.trim();
  if (line === undefined || line.length <= LONGEST_SNIPPET) return line;
  const middle = Math.max(0, line.toLowerCase().indexOf(wanted)) + wanted.length / 2;
  const from = Math.max(0, Math.min(line.length - LONGEST_SNIPPET, Math.round(middle - LONGEST_SNIPPET / 2)));
  const cut = line.slice(from, from + LONGEST_SNIPPET).replace(/\p{Cs}/gu, '');
  return `${from > 0 ? '…' : ''}${cut}${from + LONGEST_SNIPPET < line.length ? '…' : ''}`;
}

/** A citation and the state of the entry it cites. */
export interface CitedRef {
  path: string;
  line: number;
  /** As in the entry's file name; for an unknown entry, as in the comment. */
  ref: string;
  state: 'current' | 'superseded' | 'unknown';
  superseded_by?: readonly string[];
}

/** All citations in the workspace, by path and line. */
export async function listCitations(
  open: OpenEntryStore,
  deps: StashDeps,
  signal: AbortSignal,
): Promise<CitedRef[]> {
  const store = await open();
  const all = await store.all(signal);
  const find = nameFinder(all);
  const successors = successorsIn(all, store.config);
  const cited = await citationsOf(undefined, store.config, deps, signal);
  return cited.map(({ path, line, digits, number }) => {
    const entry = find({ digits, number });
    if (entry === undefined) return { path, line, ref: digits, state: 'unknown' };
    const superseded_by = successors.get(entry.number);
    return superseded_by === undefined
      ? { path, line, ref: entry.ref, state: 'current' }
      : { path, line, ref: entry.ref, state: 'superseded', superseded_by };
  });
}
