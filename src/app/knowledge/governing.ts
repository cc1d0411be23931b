/**
 * What governs a place in code: entries that a comment in it cites, entries and packs with a place on it, decisions
 * and constraints of its directory. Ids and titles only, a handful, within a fixed allowance: the agent decides
 * whether to open them.
 */
import { posix } from 'node:path';
import type { Claim } from '../../areas/contexts/index.ts';
import type { CitationsIn } from '../../areas/stash/index.ts';
import type { Anchor } from '../../core/anchors/index.ts';
import type { KnowledgeAt, KnowledgeNote, Place } from '../../core/knowledge-note.ts';
import { estimateTokens } from '../../core/text/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import type { AnchorCache } from './anchor-cache.ts';
import { type KnownPack, type Library, packTitle, type StashedEntry } from './library.ts';

const MOST_NOTES = 5;
const MOST_TOKENS = 150;
const LONGEST_TITLE = 80;
/** Most files cite nothing; those need no look at their comments. */
const MAY_CITE = /\bcontexts?\b/i;

export function createKnowledgeAt(
  library: Library,
  claimsOf: (scopes: readonly string[]) => Promise<readonly Claim[]>,
  workspace: Workspace,
  citationsIn: CitationsIn,
  anchorCache: AnchorCache,
): KnowledgeAt {
  return async (places) => {
    const [entries, packs] = [await library.entries(), await library.packs()];
    const claims = await claimsOf([...new Set(places.flatMap(({ path }) => scopesAbove(path)))]);
    if (entries.length + packs.length + claims.length === 0) return places.map(() => []);
    const byNumber = new Map(entries.map((entry) => [numberOf(entry.ref), entry]));
    const cited =
      entries.length === 0 ? new Map<string, CitedLine[]>() : await citations(workspace, citationsIn, places);
    const anchored = await anchoredAt(entries, packs, anchorCache);
    return places.map((place) => {
      const notes: KnowledgeNote[] = [];
      for (const { line, number } of cited.get(place.path) ?? [])
        if (place.startLine <= line && line <= place.endLine)
          pushEntry(notes, byNumber.get(number), `comment at line ${line}`);
      for (const { at, note } of anchored) if (at.path === place.path && overlaps(place, at)) note(notes);
      for (const scope of scopesAbove(place.path))
        for (const claim of claims)
          if (claim.scope === scope)
            push(notes, {
              id: claim.id,
              kind: claim.kind,
              title: claim.title,
              via: `directory ${scope}`,
            });
      return withinAllowance(notes);
    });
  };
}

interface Anchored {
  at: Place;
  note(notes: KnowledgeNote[]): void;
}

/** Entries and then packs, with the lines that they point at as these are now; what is lost points nowhere. */
async function anchoredAt(
  entries: readonly StashedEntry[],
  packs: readonly KnownPack[],
  anchorCache: AnchorCache,
): Promise<Anchored[]> {
  const pointers: { was: Place; anchor: Anchor | undefined; note: Anchored['note'] }[] = [];
  for (const entry of entries)
    for (const anchor of entry.fields.anchors ?? []) {
      const note = (notes: KnowledgeNote[]) => pushEntry(notes, entry, 'its own anchor');
      pointers.push({ was: anchor, anchor, note });
    }
  for (const pack of packs)
    for (const { title, refs } of pack.sections)
      for (const { path, lines, anchor } of refs) {
        const note = { id: pack.id, kind: 'pack', title: packTitle(pack), via: `section ${title}` };
        const was = { path, startLine: lines.start, endLine: lines.end };
        pointers.push({ was, anchor, note: (notes) => push(notes, note) });
      }
  const anchors = pointers.flatMap(({ anchor }) => anchor ?? []);
  const found = (await anchorCache(anchors)).values();
  return pointers.flatMap(({ was, anchor, note }) => {
    if (anchor === undefined) return [{ at: was, note }];
    const { path = was.path, startLine, endLine } = found.next().value ?? {};
    return startLine === undefined || endLine === undefined
      ? []
      : [{ at: { path, startLine, endLine }, note }];
  });
}

interface CitedLine {
  line: number;
  number: string;
}

/** Read at this moment, so that a line number is never that of an older file. */
async function citations(
  workspace: Workspace,
  citationsIn: CitationsIn,
  places: readonly Place[],
): Promise<Map<string, CitedLine[]>> {
  const found = new Map<string, CitedLine[]>();
  for (const path of new Set(places.map((place) => place.path))) {
    const resolved = workspace.resolve(path);
    const read = isRefusal(resolved) ? resolved : await workspace.readText(resolved);
    if (isRefusal(read) || !MAY_CITE.test(read.text)) continue;
    const cited = await citationsIn(path, read.text);
    found.set(
      path,
      cited.map(({ ref, line }) => ({ line, number: numberOf(ref) })),
    );
  }
  return found;
}

/** 00012, ctx-00012.md and 12 are the same entry. */
function numberOf(ref: string): string {
  return (/\d+/.exec(ref)?.[0] ?? '').replace(/^0+(?=\d)/, '');
}

function overlaps(place: Place, other: { startLine: number; endLine: number }): boolean {
  return place.startLine <= other.endLine && other.startLine <= place.endLine;
}

function pushEntry(notes: KnowledgeNote[], entry: StashedEntry | undefined, via: string): void {
  if (!entry) return;
  const [successor] = entry.supersededBy;
  push(notes, {
    id: entry.ref,
    kind: entry.fields.type ?? 'entry',
    title: successor === undefined ? entry.title : `${entry.title} (superseded by ${successor})`,
    via,
  });
}

function push(notes: KnowledgeNote[], note: KnowledgeNote): void {
  if (notes.some(({ id }) => id === note.id)) return;
  const title = note.title.length > LONGEST_TITLE ? `${note.title.slice(0, LONGEST_TITLE - 1)}…` : note.title;
  notes.push({ ...note, title });
}

/** The directory of the file first, then its ancestors, the root last. */
function scopesAbove(path: string): string[] {
  const scopes: string[] = [];
  for (let scope = posix.dirname(path); scope !== '.'; scope = posix.dirname(scope)) scopes.push(scope);
  return [...scopes, '.'];
}

function withinAllowance(notes: readonly KnowledgeNote[]): KnowledgeNote[] {
  const kept: KnowledgeNote[] = [];
  let tokens = 0;
  for (const note of notes.slice(0, MOST_NOTES)) {
    tokens += estimateTokens(JSON.stringify(note));
    if (tokens > MOST_TOKENS) break;
    kept.push(note);
  }
  return kept;
}
