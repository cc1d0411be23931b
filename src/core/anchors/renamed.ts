/** The range is no longer in its file: was the file renamed, or the code moved to another one? */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { placeIn } from './anchored-symbol.ts';
import { type Elsewhere, editedIn, withEvidence } from './evidence.ts';
import { occurrences } from './occurrences.ts';
import { baseName, nearestTo, stoodBeside } from './other-files.ts';
import { openPage, type Page, type SymbolSpan } from './page.ts';
import { namesHeld, type OtherFile, renamedCandidates } from './renamed-candidates.ts';
import { linesOf, lost, type Place, type Resolution } from './resolution.ts';
import { resolveAnchor } from './resolve.ts';
import type { Span } from './sketch.ts';
import { lastName, sharedParts, symbolIndex } from './symbol-index.ts';
import { LOW_ENTROPY_WORDS, TELLING_WORDS } from './weight.ts';

export interface CandidateFile {
  path: string;
  text: string | Page;
  symbols?: readonly SymbolSpan[];
}

/** Boilerplate is in many files: without neighbours, it takes distinctive words over several lines. */
const TELLING_LINES = 3;
/** Neighbours (of six) that came along; the same declaration of the same class counts as many. */
const CAME_ALONG = 3;
/** What is no declaration any more must be so much the same. */
const MOSTLY = 0.8;
const CLEAR_LEAD = 1;
const MARGIN = 0.1;
const MOST_CANDIDATES = 5;

/**
 * Looks through other files for the anchored lines. The caller picks the files: a few make it quick, all of
 * them make "the only place" true. `own` is what stands under the anchor's path, if anything.
 */
export function findRenamed(anchor: Anchor, candidates: Iterable<CandidateFile>, own?: Page): Resolution {
  const others: OtherFile[] = [];
  for (const { path, text, symbols } of candidates)
    if (path !== anchor.path)
      others.push({ path, page: typeof text === 'string' ? openPage(text, symbols) : text });
  const names = namesHeld(anchor, others);
  for (const { path, page } of renamedCandidates(anchor, others, names, own)) {
    const found = resolveAnchor(anchor, page);
    if (found.state === 'lost' || isRemnant(anchor, page, found)) continue;
    const state = found.state === 'fresh' ? 'moved' : found.state;
    return { ...found, state, path, reason: `the file is now ${path}; ${found.reason}` };
  }
  const speaks = anchor.weight >= TELLING_WORDS && anchor.solid >= TELLING_LINES;
  const stood = stoodBeside(anchor);
  const isHome = ({ path }: OtherFile) =>
    !stood(path) || (own !== undefined && baseName(path) !== baseName(anchor.path));
  const homes = others.filter(isHome);
  const exact = homes.flatMap((file) => sameLinesIn(anchor, file, homes));
  if (exact.length > 0) return decide(anchor, 'moved', exact, CLEAR_LEAD, speaks ? 0 : CAME_ALONG);
  const edited = homes.flatMap((file) => editedIn(anchor, file, names(file.page)));
  const there = decide(anchor, 'edited', withEvidence(anchor, edited, homes, own !== undefined), MARGIN, 0);
  if (there.state !== 'lost') return there;
  // One that stood beside it may have had the lines all along, so it is named and never followed.
  const beside = others.filter((file) => !isHome(file));
  const copies = beside.flatMap((file) => sameLinesIn(anchor, file, beside));
  return decide(anchor, 'moved', copies, CLEAR_LEAD, Number.POSITIVE_INFINITY);
}

/** A declaration is a declaration still: a stretch that is none, in a file that may be the old one, must be mostly the old. */
function isRemnant(
  { symbol }: Anchor,
  page: Page,
  { state, startLine, endLine, confidence }: Resolution,
): boolean {
  if (state !== 'edited' || startLine === undefined || endLine === undefined) return false;
  if (symbol?.relation !== 'whole' || page.symbols.length === 0 || confidence >= MOSTLY) return false;
  return placeIn({ start: startLine - 1, end: endLine }, page)?.relation !== 'whole';
}

function sameLinesIn(anchor: Anchor, { path, page }: OtherFile, others: readonly OtherFile[]): Elsewhere[] {
  return occurrences(anchor, page, 'exact').flatMap(({ span, support }) => {
    const named = isSameDeclaration(anchor, page, span, others);
    if (anchor.weight < LOW_ENTROPY_WORDS && !named) return [];
    const rank = support.score + (named ? CAME_ALONG : 0);
    return [{ place: { path, ...linesOf(span), confidence: 1 }, rank }];
  });
}

/** The same declaration of the same class, whatever its package is called now; or one of a name that nothing else has. */
function isSameDeclaration(
  { symbol }: Anchor,
  page: Page,
  span: Span,
  others: readonly OtherFile[],
): boolean {
  if (symbol?.relation !== 'whole') return false;
  const now = placeIn(span, page);
  if (now?.relation !== 'whole') return false;
  if (sharedParts(now.symbol.name, symbol.name) > 1) return true;
  return now.symbol.name === symbol.name && countNamesakes(symbol.name, others) === 1;
}

function countNamesakes(name: string, files: readonly OtherFile[]): number {
  return files.reduce((sum, { page }) => sum + symbolIndex(page).namesakes(lastName(name)).length, 0);
}

/** Of several that are about equally like it, the one that is nearest to the old path. */
function decide(
  { path }: Anchor,
  state: 'moved' | 'edited',
  found: Elsewhere[],
  lead: number,
  least: number,
): Resolution {
  const ranked = found.toSorted((a, b) => b.rank - a.rank || byPlace(a.place, b.place));
  const most = ranked[0]?.rank;
  if (most === undefined) return lost('nothing similar to the lines is left in the files looked at');
  const leading = ranked.filter(({ rank }) => most - rank < lead);
  const best = most < least ? undefined : nearestTo(path, leading, ({ place }) => place.path ?? path);
  if (best) return { state, ...best.place, reason: `now in ${best.place.path}` };
  return {
    state: 'ambiguous',
    confidence: 0,
    candidates: ranked.slice(0, MOST_CANDIDATES).map(({ place }) => place),
    reason: 'the lines are in other files, and none of them is certain to be the one',
  };
}

function byPlace(a: Place, b: Place): number {
  return byCodeUnit(a.path ?? '', b.path ?? '') || a.startLine - b.startLine;
}
