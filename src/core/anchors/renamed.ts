/** The range is no longer in its file: was the file renamed, or the code moved to another one? */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { findEdited } from './edited.ts';
import { heldLines } from './file-sketch.ts';
import { occurrences } from './occurrences.ts';
import { openPage, type Page, type SymbolSpan } from './page.ts';
import { openSearch } from './pick.ts';
import { linesOf, lost, type Place, type Resolution } from './resolution.ts';
import { resolveAnchor } from './resolve.ts';
import { LOW_ENTROPY_WORDS } from './weight.ts';

export interface CandidateFile {
  path: string;
  text: string | Page;
  symbols?: readonly SymbolSpan[];
}

/** A file that holds half of the old file's lines is what became of it; under its old base name, a quarter. */
const SUCCESSOR = 0.5;
const SAME_NAME_BONUS = 0.25;
const SUCCESSOR_LEAD = 0.15;
/** Boilerplate stands in many files: without neighbours, this many naming words over several lines must speak. */
const TELLING_WORDS = 8;
const TELLING_LINES = 3;
/** Neighbours (of six) that came along. */
const CAME_ALONG = 3;
const CLEAR_LEAD = 1;
/** In a file that is not the old one under a new name, an edited range must be mostly the same: by what its name says. */
const MOSTLY_THE_SAME = { whole: 0.3, last: 0.8, none: 0.9 };
const MARGIN = 0.1;

interface Elsewhere {
  place: Place;
  rank: number;
}

interface Successor {
  path: string;
  page: Page;
  rank: number;
}

/**
 * Looks through other files for the anchored lines. The caller picks the files: a few make it quick, all of
 * them make "the only place" true.
 */
export function findRenamed(anchor: Anchor, candidates: Iterable<CandidateFile>): Resolution {
  const exact: Elsewhere[] = [];
  const edited: Elsewhere[] = [];
  let successors: Successor[] = [];
  const telling = anchor.weight >= LOW_ENTROPY_WORDS;
  for (const { path, text, symbols } of candidates) {
    if (path === anchor.path) continue;
    const page = typeof text === 'string' ? openPage(text, symbols) : text;
    const rank =
      heldLines(anchor.fileLines, page) + (baseName(path) === baseName(anchor.path) ? SAME_NAME_BONUS : 0);
    successors = [...successors, { path, page, rank }]
      .sort((a, b) => b.rank - a.rank || byCodeUnit(a.path, b.path))
      .slice(0, 2);
    if (!telling) continue;
    const found = occurrences(anchor, page, 'exact');
    for (const { span, support } of found)
      exact.push({ place: { path, ...linesOf(span), confidence: 1 }, rank: support.score });
    if (exact.length > 0) continue;
    edited.push(...editedIn(anchor, path, page));
  }
  const [first, second] = successors;
  if (first && first.rank >= SUCCESSOR && first.rank - (second?.rank ?? 0) >= SUCCESSOR_LEAD) {
    const found = resolveAnchor(anchor, first.page);
    if (found.state !== 'lost')
      return {
        ...found,
        state: found.state === 'fresh' ? 'moved' : found.state,
        path: first.path,
        reason: `the file is now ${first.path}; ${found.reason}`,
      };
  }
  if (!telling) return lost('the lines are too common to be looked for in other files');
  if (exact.length > 0) {
    const speaks = anchor.weight >= TELLING_WORDS && anchor.solid >= TELLING_LINES;
    return decide('moved', exact, CLEAR_LEAD, speaks ? 0 : CAME_ALONG);
  }
  return decide('edited', edited, MARGIN, 0);
}

function editedIn(anchor: Anchor, path: string, page: Page): Elsewhere[] {
  if (anchor.weight < TELLING_WORDS) return [];
  const edited = findEdited(openSearch(anchor, page, []));
  if (edited.kind !== 'one') return [];
  const { span, similarity } = edited.found;
  if (similarity < MOSTLY_THE_SAME[edited.name]) return [];
  return [{ place: { path, ...linesOf(span), confidence: similarity }, rank: similarity }];
}

function decide(state: 'moved' | 'edited', found: Elsewhere[], lead: number, least: number): Resolution {
  const ranked = found.toSorted((a, b) => b.rank - a.rank || byPlace(a.place, b.place));
  const [best, second] = ranked;
  if (!best) return lost('nothing like the lines is left in the files looked at');
  if (best.rank >= least && (!second || best.rank - second.rank >= lead))
    return { state, ...best.place, reason: `now in ${best.place.path}` };
  return {
    state: 'ambiguous',
    confidence: 0,
    candidates: ranked.slice(0, 5).map(({ place }) => place),
    reason: 'the lines stand in other files, and none can be told to be the one',
  };
}

function byPlace(a: Place, b: Place): number {
  return byCodeUnit(a.path ?? '', b.path ?? '') || a.startLine - b.startLine;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
