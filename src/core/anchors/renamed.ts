/** The range is no longer in its file: was the file renamed, or the code moved to another one? */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { occurrences } from './occurrences.ts';
import { openPage, type Page, type SymbolSpan } from './page.ts';
import { linesOf, lost, type Place, type Resolution } from './resolution.ts';
import { resolveAnchor } from './resolve.ts';
import { LOW_ENTROPY_WORDS } from './weight.ts';

export interface CandidateFile {
  path: string;
  text: string | Page;
  symbols?: readonly SymbolSpan[];
}

/** Boilerplate stands in many files: without neighbours, this many naming words must speak for the range. */
const TELLING_WORDS = 8;
/** Neighbours (of six) that came along. */
const CAME_ALONG = 2;
/** In another file an edited range must be mostly the old one. */
const MOSTLY_THE_SAME = 0.6;
const MARGIN = 0.1;
const CLEAR_LEAD = 1;

interface Elsewhere {
  place: Place;
  rank: number;
}

/**
 * Looks through other files for the anchored lines. The caller picks the files (same name first, then those
 * that hold a telling line): a small set makes it quick, a whole one makes "the only place" true.
 */
export function findRenamed(anchor: Anchor, candidates: Iterable<CandidateFile>): Resolution {
  if (anchor.weight < LOW_ENTROPY_WORDS)
    return lost('the lines are too common to be looked for in other files');
  const exact: Elsewhere[] = [];
  const edited: Elsewhere[] = [];
  for (const { path, text, symbols } of candidates) {
    if (path === anchor.path) continue;
    const page = typeof text === 'string' ? openPage(text, symbols) : text;
    const found = occurrences(anchor, page, 'exact');
    for (const { span, support } of found)
      exact.push({ place: { path, ...linesOf(span), confidence: 1 }, rank: support.score });
    if (found.length > 0 || exact.length > 0) continue;
    const here = resolveAnchor(anchor, page);
    if (here.state !== 'edited' || here.startLine === undefined || here.endLine === undefined) continue;
    const place = { path, startLine: here.startLine, endLine: here.endLine, confidence: here.confidence };
    if (here.confidence >= MOSTLY_THE_SAME) edited.push({ place, rank: here.confidence });
  }
  if (exact.length > 0) {
    const speaks = (rank: number) => rank >= CAME_ALONG || anchor.weight >= TELLING_WORDS;
    return decide('moved', exact, CLEAR_LEAD, speaks);
  }
  return decide('edited', edited, MARGIN, () => true);
}

function decide(
  state: 'moved' | 'edited',
  found: Elsewhere[],
  lead: number,
  speaks: (rank: number) => boolean,
): Resolution {
  const ranked = found.toSorted((a, b) => b.rank - a.rank || byPlace(a.place, b.place));
  const [best, second] = ranked;
  if (!best) return lost('nothing like the lines is left in the files looked at');
  if (speaks(best.rank) && (!second || best.rank - second.rank >= lead))
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
