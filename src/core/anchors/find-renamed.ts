/** A range that is no longer in its file: the file was renamed, or the code moved to another file, perhaps with changes. */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { placeIn } from './anchored-symbol.ts';
import { openSearch } from './changed-range.ts';
import type { NameEvidence } from './declaration.ts';
import { occurrences } from './occurrences.ts';
import { baseName, existedThen, nearestTo, sharedEnd } from './other-files.ts';
import type { Span } from './page.ts';
import { LOW_ENTROPY_WORDS, openPage, type Page, type SymbolSpan, TELLING_WORDS } from './page.ts';
import { COMMON_NAME, namesHeld, type OtherFile, renamedCandidates } from './renamed-file.ts';
import { findEdited, linesOf, lost, type Place, type Resolution, resolveAnchor } from './resolve.ts';
import { likeness } from './sketch.ts';
import { isQualified, lastName, sharedParts, symbolIndex } from './symbol-index.ts';

export interface CandidateFile {
  path: string;
  text: string | Page;
  symbols?: readonly SymbolSpan[];
}

/** Boilerplate is in many files: without neighbours, only distinctive words on several lines are evidence. */
const TELLING_LINES = 3;
/** Neighbours (of six) that moved with it; the same declaration of the same class counts as many. */
const CAME_ALONG = 3;
/** How much must be the same if it is no longer a declaration. */
const MOSTLY = 0.8;
const CLEAR_LEAD = 1;
const MARGIN = 0.1;
const MOST_CANDIDATES = 5;

/**
 * Searches other files for the anchored lines. The caller chooses the files: few make it fast, only all of them make "the only
 * place" true. `own` is the file at the anchor's path, if it still exists.
 */
export function findRenamed(anchor: Anchor, candidates: Iterable<CandidateFile>, own?: Page): Resolution {
  const others: OtherFile[] = [];
  for (const { path, text, symbols } of candidates)
    if (path !== anchor.path)
      others.push({ path, page: typeof text === 'string' ? openPage(text, symbols) : text });
  const names = namesHeld(anchor, others);
  for (const { path, page } of renamedCandidates(anchor, others, names, own)) {
    const found = resolveAnchor(anchor, page);
    if (found.state === 'lost' || isNoDeclaration(anchor, page, found)) continue;
    const state = found.state === 'fresh' ? 'moved' : found.state;
    return { ...found, state, path, reason: `the file is now ${path}; ${found.reason}` };
  }
  const isDistinctive = anchor.weight >= TELLING_WORDS && anchor.solid >= TELLING_LINES;
  const existed = existedThen(anchor);
  const isHome = ({ path }: OtherFile) =>
    !existed(path) || (own !== undefined && baseName(path) !== baseName(anchor.path));
  const homes = others.filter(isHome);
  const exact = homes.flatMap((file) => sameLinesIn(anchor, file, homes));
  if (exact.length > 0) return decide(anchor, 'moved', exact, CLEAR_LEAD, isDistinctive ? 0 : CAME_ALONG);
  const edited = homes.flatMap((file) => editedIn(anchor, file, names(file.page)));
  const there = decide(anchor, 'edited', withEvidence(anchor, edited, homes, own !== undefined), MARGIN, 0);
  if (there.state !== 'lost') return there;
  // A file that existed then may always have had the lines: it is reported, and never followed.
  const beside = others.filter((file) => !isHome(file));
  const copies = beside.flatMap((file) => sameLinesIn(anchor, file, beside));
  return decide(anchor, 'moved', copies, CLEAR_LEAD, Number.POSITIVE_INFINITY);
}

/** True if a declaration was found as a stretch that is no declaration and not mostly the same: not what was anchored. */
function isNoDeclaration(
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

/** The same declaration of the same class, in any package; or the only declaration of its name. */
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

/** Of several that are about equally similar, the one nearest to the old path. */
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

// A changed range in another file: where it may be, and whether there is enough evidence.

export interface Elsewhere {
  place: Place;
  rank: number;
}

/** How much of an edited range must remain in a file that is not the old one, by the other evidence. */
const MOSTLY_THE_SAME = {
  /** Its name, in the only file with the old base name; and its class, or a name that is not common. */
  home: 0.1,
  /** Its name and its class, which nothing else has, and the old file was deleted. */
  only: 0.1,
  /** Its name and its class. */
  qualified: 0.4,
  /** Its own name, which is long and declared in no other file. */
  sole: 0.4,
  /** Its whole name, which has one part only. */
  bare: 0.6,
  /** Its own name in another class. */
  last: 0.8,
  none: 0.9,
};
/** Evidence that is enough even for little text. */
const STRONG_EVIDENCE: ReadonlySet<string> = new Set(['home', 'only', 'qualified']);
/** Nobody gives such a long name to two things. */
const LONG_NAME = 16;
/** A text with fewer than `TELLING_WORDS` words must remain nearly complete. */
const NEARLY_ALL = 0.9;
/** A declaration that kept its whole name may have grown: the share of the old words that remains counts almost as much. */
const GROWN = 0.75;

export interface EditedElsewhere extends Elsewhere {
  name: NameEvidence;
}

export function editedIn(anchor: Anchor, { path, page }: OtherFile, names: number): EditedElsewhere[] {
  // Identical lines that were too common to be accepted are no edit either.
  const taken = occurrences(anchor, page, 'exact').map(({ span }) => span);
  const search = openSearch(anchor, page, taken);
  const edited = findEdited(search);
  if (edited.kind !== 'one') return [];
  const { name, found } = edited;
  const place = { path, ...linesOf(found.span), confidence: found.similarity };
  if (name === 0) return [{ place, rank: found.similarity, name }];
  const kept = name === 'whole' ? likeness(search.words, page, found.span).kept : 0;
  // The more of its siblings moved with it, the less of the text is needed: down to half.
  return [{ place, rank: Math.max(found.similarity / (1 - names / 2), GROWN * kept), name }];
}

/** Those with enough evidence. */
export function withEvidence(
  anchor: Anchor,
  found: readonly EditedElsewhere[],
  others: readonly OtherFile[],
  isFileLeft: boolean,
): Elsewhere[] {
  const home = homeOf(anchor, others);
  const named = found.filter(({ name }) => name !== 0);
  const qualified = named.filter(({ name }) => isQualifiedBy(anchor, name));
  const isOnly = !isFileLeft && countQualified(anchor, others) === 1;
  const isCommon = declaring(anchor, others) > COMMON_NAME;
  const evidenceOf = ({ name, place }: EditedElsewhere): keyof typeof MOSTLY_THE_SAME => {
    if (name === 0) return 'none';
    const isHome = home !== undefined && home.path === place.path;
    if (isQualifiedBy(anchor, name)) {
      if (isHome && qualified.length === 1) return 'home';
      return isOnly ? 'only' : 'qualified';
    }
    if (isHome && name === 'whole' && !isCommon) return 'home';
    const own = lastName(anchor.symbol?.name ?? '');
    if (named.length === 1 && own.length >= LONG_NAME) return 'sole';
    return name === 'whole' ? 'bare' : 'last';
  };
  return found.filter((each) => {
    const evidence = evidenceOf(each);
    const isLittle = anchor.weight < (STRONG_EVIDENCE.has(evidence) ? LOW_ENTROPY_WORDS : TELLING_WORDS);
    if (isLittle && (evidence === 'none' || each.place.confidence < NEARLY_ALL)) return false;
    return each.rank >= MOSTLY_THE_SAME[evidence];
  });
}

/** The file with the old base name; of several, the one whose directories agree most. */
function homeOf(anchor: Anchor, others: readonly OtherFile[]): OtherFile | undefined {
  const ends = others.map(({ path }) => sharedEnd(path, anchor.path));
  const most = Math.max(1, ...ends);
  const homes = others.filter((_, at) => ends[at] === most);
  return nearestTo(anchor.path, homes, ({ path }) => path);
}

/** More than its own name is the same. */
function isQualifiedBy({ symbol }: Anchor, name: NameEvidence): boolean {
  return name === 'whole' ? isQualified(symbol?.name ?? '') : name > 1;
}

/** How many declarations there are by its own name and its class. */
function countQualified({ symbol }: Anchor, files: readonly OtherFile[]): number {
  if (symbol === undefined) return 0;
  const namesakes = files.flatMap(({ page }) => symbolIndex(page).namesakes(lastName(symbol.name)));
  return namesakes.filter(({ name }) => sharedParts(symbol.name, name) > 1).length;
}

/** How many files declare something by its own name. */
function declaring({ symbol }: Anchor, files: readonly OtherFile[]): number {
  const own = lastName(symbol?.name ?? '');
  return files.filter(({ page }) => symbolIndex(page).namesakes(own).length > 0).length;
}
