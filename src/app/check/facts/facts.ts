/** All that the rules look at, each part read once and only if a rule asks for it. */
import { openPlaces } from '../../../core/places/index.ts';
import { type Citation, readCitations } from './citations.ts';
import type { Collision } from './collision.ts';
import { findCollisions } from './collisions.ts';
import { type ContextFacts, readContexts } from './contexts.ts';
import { type EntryPlace, readEntryPlaces } from './entry-places.ts';
import { type EntryHistory, readHistory } from './history.ts';
import { type PackFacts, readPacks } from './packs.ts';
import type { FactParts } from './parts.ts';
import { readStash, type StashFacts } from './stash.ts';

export interface Facts {
  readonly now: number;
  stash(): Promise<StashFacts>;
  /** Comments that cite entries, by path and line. */
  citations(): Promise<readonly Citation[]>;
  /** The places entries are anchored to. */
  entryPlaces(): Promise<readonly EntryPlace[]>;
  /** Undefined: there is no git to ask. */
  history(): Promise<EntryHistory | undefined>;
  collisions(): Promise<readonly Collision[]>;
  packs(): Promise<readonly PackFacts[]>;
  contexts(): Promise<readonly ContextFacts[]>;
  /** A path for a command in an advice: as it is typed where the reader is, quoted for a shell. */
  typed(path: string): string;
  /** What could not be looked at, and why. */
  notes(): readonly string[];
}

export function gatherFacts(parts: FactParts): Facts {
  const notes: string[] = [];
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text);
  };
  // One for all: what was read for the places of entries serves those of packs.
  const { workspace, outline } = parts.services;
  const places = openPlaces(workspace, outline, parts.signal);
  const stash = once(() => readStash(parts, note));
  const citations = once(() => readCitations(parts, stash));
  const history = once(() => readHistory(parts, note));
  const collisions = once(async () => findCollisions(parts, await stash(), await history(), citations));
  return {
    now: parts.clock.now(),
    stash,
    citations,
    entryPlaces: once(async () => readEntryPlaces(await stash(), places)),
    history,
    collisions,
    packs: once(() => readPacks(parts, places)),
    contexts: once(() => readContexts(parts)),
    typed: (path) => quoted(parts.typed?.(path) ?? path),
    notes: () => notes,
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

/** For a shell, where the path needs it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
