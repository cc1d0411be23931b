/** A changed range in another file: where it may be, and whether enough speaks for it. */
import type { Anchor } from './anchor.ts';
import type { NameEvidence } from './declaration.ts';
import { occurrences } from './occurrences.ts';
import { nearestTo, sharedEnd } from './other-files.ts';
import { openSearch } from './pick.ts';
import { COMMON_NAME, type OtherFile } from './renamed-candidates.ts';
import { linesOf, type Place } from './resolution.ts';
import { findEdited } from './resolve.ts';
import { likeness } from './sketch.ts';
import { isQualified, lastName, sharedParts, symbolIndex } from './symbol-index.ts';
import { LOW_ENTROPY_WORDS, TELLING_WORDS } from './weight.ts';

export interface Elsewhere {
  place: Place;
  rank: number;
}

/** How much of an edited range must be there in a file that is not the old one, by what speaks for it besides. */
const MOSTLY_THE_SAME = {
  /** Its name, in the only file that has the old base name; and its class, or a name that is not everywhere. */
  home: 0.1,
  /** Its name and its class, which nothing else has, and the old file is gone. */
  only: 0.1,
  /** Its name and its class. */
  qualified: 0.4,
  /** Its own name, which is long and declared in no other file. */
  sole: 0.4,
  /** Its whole name, which is no more than its own. */
  bare: 0.6,
  /** Its own name in another class. */
  last: 0.8,
  none: 0.9,
};
/** Names that speak even for little text. */
const SAY_MUCH: ReadonlySet<string> = new Set(['home', 'only', 'qualified']);
/** So long a name is made for one thing. */
const LONG_NAME = 16;
/** Less text than `TELLING_WORDS` must be nearly all there. */
const NEARLY_ALL = 0.9;
/** A declaration that kept its whole name may have grown: what is left of the old words counts almost as much. */
const GROWN = 0.75;

export interface EditedElsewhere extends Elsewhere {
  name: NameEvidence;
}

export function editedIn(anchor: Anchor, { path, page }: OtherFile, names: number): EditedElsewhere[] {
  // The very same lines that were too common to be taken are no edit of themselves either.
  const taken = occurrences(anchor, page, 'exact').map(({ span }) => span);
  const search = openSearch(anchor, page, taken);
  const edited = findEdited(search);
  if (edited.kind !== 'one') return [];
  const { name, found } = edited;
  const place = { path, ...linesOf(found.span), confidence: found.similarity };
  if (name === 0) return [{ place, rank: found.similarity, name }];
  const kept = name === 'whole' ? likeness(search.words, page, found.span).kept : 0;
  // The more of the names around it came along, the less of the text has to: down to half.
  return [{ place, rank: Math.max(found.similarity / (1 - names / 2), GROWN * kept), name }];
}

/** Those for which enough speaks. */
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
    const isLittle = anchor.weight < (SAY_MUCH.has(evidence) ? LOW_ENTROPY_WORDS : TELLING_WORDS);
    if (isLittle && (evidence === 'none' || each.place.confidence < NEARLY_ALL)) return false;
    return each.rank >= MOSTLY_THE_SAME[evidence];
  });
}

/** The file of the old base name; of several, the only one that has most of the directories around it, too. */
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
