/** The same lines, here or elsewhere in the text: fresh and moved are decided here and nowhere else. */
import type { Anchor } from './anchor.ts';
import { betweenLandmarks } from './landmarks.ts';
import { sharedParts } from './names.ts';
import type { Occurrence } from './occurrences.ts';
import type { Page } from './page.ts';
import { placeIn, soleNamed } from './symbol.ts';
import { LOW_ENTROPY_WORDS } from './weight.ts';

/** By how much the neighbours of one place must beat those of the next. */
const CLEAR_LEAD = 1;
/** Neighbours (of six) that must stand again before a range that had twins is followed. */
const TWIN_SUPPORT = 2;
/** The same declaration around it counts as much as two neighbours. */
const SYMBOL_BONUS = 2;

export type Choice =
  | { kind: 'one'; occurrence: Occurrence; confidence: number }
  | { kind: 'unsure'; occurrences: readonly Occurrence[] }
  | { kind: 'none' };

/** Which of the places that hold the very same lines is the one that was meant. */
export function choose(anchor: Anchor, page: Page, found: readonly Occurrence[]): Choice {
  const scored = found
    .map((occurrence) => ({ occurrence, score: scoreOf(anchor, page, occurrence) }))
    .sort((a, b) => b.score - a.score || a.occurrence.span.start - b.occurrence.span.start);
  const [best, second] = scored;
  if (!best) return { kind: 'none' };
  const unsure: Choice = { kind: 'unsure', occurrences: scored.map(({ occurrence }) => occurrence) };
  if (anchor.copies > 1 && !scored.some(({ occurrence }) => isAtHome(anchor, page, occurrence)))
    return unsure;
  const named = scored.find(({ occurrence }) => isSoleDeclaration(anchor, page, occurrence));
  if (named) return one(named.occurrence, 1);
  const between = isTelling(anchor) ? betweenLandmarks(anchor, page, found) : undefined;
  if (between) return one(between, 0.95);
  const here = scored.find(({ occurrence }) => occurrence.span.start === anchor.startLine - 1);
  if (anchor.weight < LOW_ENTROPY_WORDS) {
    const winner = here && here.score === best.score ? here : best;
    const isBetween = winner.occurrence.support.above && winner.occurrence.support.below;
    const alone = winner === here || !second || best.score - second.score >= CLEAR_LEAD;
    return isBetween && alone ? one(winner.occurrence, second ? 0.9 : 0.95) : unsure;
  }
  if (!second) {
    if (anchor.copies === 1) return one(best.occurrence, 1);
    return best.score >= TWIN_SUPPORT ? one(best.occurrence, 0.9) : unsure;
  }
  if (best.score - second.score >= CLEAR_LEAD) return one(best.occurrence, 0.95);
  // Twins with the same surroundings: only the place that has not moved can be told from the others.
  if (here && here.score === best.score && here.occurrence.support.above && here.occurrence.support.below)
    return one(here.occurrence, 0.8);
  return unsure;
}

/** A brace between the same two lines may still be another brace. */
function isTelling({ weight, symbol }: Anchor): boolean {
  return weight >= LOW_ENTROPY_WORDS || symbol?.relation === 'whole';
}

/** False: a twin. The declaration the range belonged to is still there, and this place is not in it. */
function isAtHome({ symbol }: Anchor, page: Page, { span }: Occurrence): boolean {
  const home = soleNamed(symbol, page);
  return home === undefined || (span.start < home.endLine && span.end >= home.startLine);
}

/** The very same declaration, and the only one of its name: nothing else can be meant. */
function isSoleDeclaration({ symbol }: Anchor, page: Page, { span }: Occurrence): boolean {
  if (symbol?.relation !== 'whole' || soleNamed(symbol, page) === undefined) return false;
  const now = placeIn(span, page);
  return now?.symbol.name === symbol.name && now.relation === 'whole';
}

function one(occurrence: Occurrence, confidence: number): Choice {
  return { kind: 'one', occurrence, confidence };
}

function scoreOf(anchor: Anchor, page: Page, occurrence: Occurrence): number {
  const then = anchor.symbol?.name;
  const now = placeIn(occurrence.span, page)?.symbol.name;
  if (then === undefined || now === undefined) return occurrence.support.score;
  // The class around it may be gone; two parts of a name are hardly ever the same by accident.
  const same = then === now || sharedParts(then, now) > 1;
  return occurrence.support.score + (same ? SYMBOL_BONUS : 0);
}
