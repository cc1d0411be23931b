/**
 * Where an anchor's lines are in a text now: a state, the lines, and a confidence. Only this file decides that lines are fresh or
 * moved; changed lines are found by their declaration, their neighbours or the part that is unchanged.
 */
import type { Anchor } from './anchor.ts';
import { placeIn, soleNamed } from './anchored-symbol.ts';
import { apart, openSearch, pick, regions, type Search } from './changed-range.ts';
import { asDeclaration, type Edited, explained, findDeclaration } from './declaration.ts';
import { exactHash } from './fingerprint.ts';
import { betweenLandmarks, type Occurrence, occurrences } from './occurrences.ts';
import type { Span } from './page.ts';
import { LOW_ENTROPY_WORDS, openPage, type Page, type SymbolSpan } from './page.ts';
import { sharedParts } from './symbol-index.ts';

export type AnchorState = 'fresh' | 'moved' | 'edited' | 'ambiguous' | 'lost';

export interface Place {
  /** Set if the place is in another file than the anchor's. */
  path?: string;
  startLine: number;
  endLine: number;
  /** 0 to 1. */
  confidence: number;
}

export interface Resolution {
  state: AnchorState;
  /** Set for fresh, moved and edited. */
  startLine?: number;
  endLine?: number;
  path?: string;
  confidence: number;
  /** Possible places, best first; for ambiguous only. */
  candidates?: Place[];
  /** One short sentence. */
  reason: string;
}

/** A longer list does not help anybody to choose. */
const MOST_CANDIDATES = 5;

export function placed(
  state: 'fresh' | 'moved' | 'edited',
  span: Span,
  confidence: number,
  reason: string,
): Resolution {
  return { state, ...linesOf(span), confidence: rounded(confidence), reason };
}

export function ambiguous(spans: readonly { span: Span; confidence: number }[], reason: string): Resolution {
  const candidates = spans
    .slice(0, MOST_CANDIDATES)
    .map(({ span, confidence }) => ({ ...linesOf(span), confidence: rounded(confidence) }));
  return { state: 'ambiguous', confidence: 0, candidates, reason };
}

export function lost(reason: string): Resolution {
  return { state: 'lost', confidence: 0, reason };
}

export function linesOf(span: Span): { startLine: number; endLine: number } {
  return { startLine: span.start + 1, endLine: span.end };
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

/** How much higher the neighbours of the best place must score than those of the next. */
const CLEAR_LEAD = 1;
/** Neighbours (of six) that must be found again before a range that had copies is followed. */
const COPY_SUPPORT = 2;
/** The same declaration around it counts like two neighbours. */
const SYMBOL_BONUS = 2;

export type Choice =
  | { kind: 'one'; occurrence: Occurrence; confidence: number }
  | { kind: 'unsure'; occurrences: readonly Occurrence[] }
  | { kind: 'none' };

/** Which of the places with identical lines is the anchored one. */
export function choose(anchor: Anchor, page: Page, found: readonly Occurrence[]): Choice {
  const scored = found
    .map((occurrence) => ({ occurrence, score: scoreOf(anchor, page, occurrence) }))
    .sort((a, b) => b.score - a.score || a.occurrence.span.start - b.occurrence.span.start);
  const [best, second] = scored;
  if (!best) return { kind: 'none' };
  const unsure: Choice = { kind: 'unsure', occurrences: scored.map(({ occurrence }) => occurrence) };
  if (anchor.copies > 1 && !scored.some(({ occurrence }) => isInItsDeclaration(anchor, page, occurrence)))
    return unsure;
  const named = scored.find(({ occurrence }) => isSoleDeclaration(anchor, page, occurrence));
  if (named) return one(named.occurrence, 1);
  const between = isDistinctive(anchor) ? betweenLandmarks(anchor, page, found) : undefined;
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
    return best.score >= COPY_SUPPORT ? one(best.occurrence, 0.9) : unsure;
  }
  if (best.score - second.score >= CLEAR_LEAD) return one(best.occurrence, 0.95);
  // Copies with the same surroundings: only one that has not moved is certain.
  if (here && here.score === best.score && here.occurrence.support.above && here.occurrence.support.below)
    return one(here.occurrence, 0.8);
  return unsure;
}

/** False for a brace, say: between the same two lines it may still be another brace. */
function isDistinctive({ weight, symbol }: Anchor): boolean {
  return weight >= LOW_ENTROPY_WORDS || symbol?.relation === 'whole';
}

/** False for a copy: the declaration that held the range still exists, and this place is not in it. */
function isInItsDeclaration({ symbol }: Anchor, page: Page, { span }: Occurrence): boolean {
  const home = soleNamed(symbol, page);
  return home === undefined || (span.start < home.endLine && span.end >= home.startLine);
}

/** The same declaration, and the only one of its name: it cannot be another place. */
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
  // The class around it may have been deleted; two parts of a name are hardly ever equal by accident.
  const same = then === now || sharedParts(then, now) > 1;
  return occurrence.support.score + (same ? SYMBOL_BONUS : 0);
}

/** Without a name, half of the words or of the lines must still exist. */
const NAMELESS = 0.5;

export function findEdited(search: Search): Edited {
  const edited = editedPlace(search);
  // Identical lines are not an edit, however they were found.
  const isTaken = edited.kind === 'one' && !search.taken.every((other) => apart(edited.found.span, other));
  return isTaken ? { kind: 'none' } : edited;
}

function editedPlace(search: Search): Edited {
  const { anchor, page } = search;
  const { symbol } = anchor;
  const named: Edited =
    symbol && page.symbols.length > 0 ? findDeclaration(search, symbol) : { kind: 'none' };
  if (named.kind !== 'none') return named;
  const picked = pick(search, regions(anchor, page, { start: 0, end: page.lines.length }), NAMELESS);
  return explained(asDeclaration(search, picked), 0, 'changed between the lines around it');
}

/** Only whitespace differs: as sure as an edit can be. */
const RESPACED = 0.95;

/**
 * Where the anchored lines are in this text. Fresh and moved mean exactly these lines, byte for byte; otherwise the state is
 * edited, ambiguous or lost. The anchor itself never changes, so it is fresh again after an edit is reverted.
 */
export function resolveAnchor(
  anchor: Anchor,
  text: string | Page,
  symbols: readonly SymbolSpan[] = [],
): Resolution {
  const page = typeof text === 'string' ? openPage(text, symbols) : text;
  const old = { start: anchor.startLine - 1, end: anchor.endLine };
  if (page.hash === anchor.fileHash && exactHash(page.lines.slice(old.start, old.end)) === anchor.hash)
    return placed('fresh', old, 1, 'the file is unchanged');

  const exact = choose(anchor, page, occurrences(anchor, page, 'exact'));
  if (exact.kind === 'one') {
    const { span } = exact.occurrence;
    if (span.start === old.start) return placed('fresh', span, exact.confidence, 'the lines are unchanged');
    return placed('moved', span, exact.confidence, movedBy(span.start - old.start));
  }
  const taken = exact.kind === 'unsure' ? exact.occurrences.map(({ span }) => span) : [];
  const unsure = ambiguous(
    taken.map((span) => ({ span, confidence: 1 / taken.length })),
    'the same lines occur where they cannot be told apart from others',
  );
  // Several copies that cannot be told apart: an edited third place would be a second guess.
  if (taken.length > 1 && soleNamed(anchor.symbol, page) === undefined) return unsure;
  if (anchor.weight < LOW_ENTROPY_WORDS && anchor.symbol?.relation !== 'whole')
    return taken.length > 0 ? unsure : lost('the lines are gone, and too common to be looked for');

  const respaced = choose(anchor, page, taken.length > 0 ? [] : occurrences(anchor, page, 'normalised'));
  if (respaced.kind === 'one')
    return placed(
      'edited',
      respaced.occurrence.span,
      RESPACED * respaced.confidence,
      'only whitespace changed',
    );

  const edited = findEdited(openSearch(anchor, page, taken));
  if (edited.kind === 'one')
    return placed('edited', edited.found.span, edited.found.similarity, edited.reason);
  if (taken.length > 0) return unsure;
  if (edited.kind === 'several')
    return ambiguous(
      edited.found.map(({ span, similarity }) => ({ span, confidence: similarity })),
      'several places are about equally similar',
    );
  return lost('nothing similar to the lines is left in the file');
}

function movedBy(lines: number): string {
  const count = Math.abs(lines);
  return `the same lines, ${count} ${count === 1 ? 'line' : 'lines'} ${lines > 0 ? 'down' : 'up'}`;
}
