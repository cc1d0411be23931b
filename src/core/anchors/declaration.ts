/** Where a changed declaration is now, by its name and by how much of its text remains. */

import { type AnchorSymbol, hadOverloads, namedAs, placeIn, wholeSpan } from './anchored-symbol.ts';
import { apart, type Found, type Picked, pick, plausible, regions, type Search } from './changed-range.ts';
import { unpackMarks } from './fingerprint.ts';
import type { Span } from './page.ts';
import { LOW_ENTROPY_WORDS, type Page, type SymbolSpan } from './page.ts';
import { likeness } from './sketch.ts';
import { lastName, sharedParts, symbolIndex } from './symbol-index.ts';

// How much of the old text must remain, by what the name proves.

/** A declaration that was and is the only one of its name may have been rewritten completely. */
const SAME_NAME = 0;
/** One of several declarations of the name, but the only one with the old first line. */
const SAME_FIRST_LINE = 0.1;
/** The only declaration of the name in a class of the same name. */
const SAME_CLASS = 0.1;
/** The only declaration of the name, in another class or module. */
const SAME_LAST_NAME = 0.4;
/** One of several declarations of the name (overloads), or a part of a declaration that kept its name. */
const SAME_NAME_AMONG_MANY = 0.4;
/** The one of several that keeps most, where there was only one; and how much more than the next. */
const SAME_NAME_FULLEST = 0.25;
const FULLEST_LEAD = 0.15;
/** A declaration under another name must be mostly the old one. */
const RENAMED = 0.6;

/** How much of the name is the same: all of it, or how many of its last parts. */
export type NameEvidence = 'whole' | number;

export type Edited =
  | { kind: 'one'; found: Found; name: NameEvidence; reason: string }
  | { kind: 'several'; found: readonly Found[] }
  | { kind: 'none' };

export function findDeclaration(search: Search, symbol: AnchorSymbol): Edited {
  const named = namedAs(symbol.name, search.page);
  if (named.length === 0)
    return symbol.relation === 'whole' ? renamedDeclaration(search, symbol) : { kind: 'none' };
  const picked = symbol.relation === 'whole' ? amongNamed(search, symbol, named) : insideNamed(search, named);
  return explained(picked, 'whole', `changed inside ${symbol.name}`);
}

function insideNamed(search: Search, named: readonly SymbolSpan[]): Picked {
  const { anchor, page } = search;
  const spans = named.flatMap((now) => regions(anchor, page, { start: now.startLine - 1, end: now.endLine }));
  return pick(search, spans, SAME_NAME_AMONG_MANY);
}

function amongNamed(search: Search, symbol: AnchorSymbol, named: readonly SymbolSpan[]): Picked {
  const spans = named.map((now) => wholeSpan(symbol, now, search.page));
  const only = soleDeclaration(search, spans, hadOverloads(symbol) ? SAME_NAME_AMONG_MANY : SAME_NAME);
  if (only.kind !== 'none') return only;
  const sameStart = soleDeclaration(search, withSameFirstLine(search, spans), SAME_FIRST_LINE);
  if (sameStart.kind !== 'none') return sameStart;
  if (!hadOverloads(symbol)) {
    const body = fullest(search, spans);
    if (body) return body;
  }
  return pick(search, spans, SAME_NAME_AMONG_MANY);
}

/** It was the only one of its name and got overloads: the one that keeps clearly more of it than any other. */
function fullest({ words, page }: Search, spans: readonly Span[]): Picked | undefined {
  const ranked = spans
    .map((span) => ({ span, ...likeness(words, page, span) }))
    .sort((a, b) => b.kept - a.kept || a.span.start - b.span.start);
  const [best, next] = ranked;
  if (!best || !next || best.kept < SAME_NAME_FULLEST || best.kept - next.kept < FULLEST_LEAD)
    return undefined;
  return { kind: 'one', found: { span: best.span, similarity: best.common } };
}

function renamedDeclaration(search: Search, symbol: AnchorSymbol): Edited {
  const { anchor, page } = search;
  const { namesakes, parts } = nearestNamesakes(symbol.name, page);
  // The name is most of such a short text: it must not count twice.
  if (anchor.weight < LOW_ENTROPY_WORDS && parts < 2) return { kind: 'none' };
  const spans = namesakes.map((now) => wholeSpan(symbol, now, page));
  const sameClass = parts > 1 && soleDeclaration(search, spans, SAME_CLASS);
  const other = sameClass || soleOfItsSize(search, spans);
  if (other.kind !== 'none') return explained(other, parts, `changed, and now ${namesakes[0]?.name}`);
  const respelt = symbolIndex(page).respelt(lastName(symbol.name));
  const spelt = soleOfItsSize(
    search,
    respelt.map((now) => wholeSpan(symbol, now, page)),
  );
  if (spelt.kind !== 'none') return explained(spelt, 1, `changed, and now ${respelt[0]?.name}`);
  const all = page.symbols.map((now) => wholeSpan(symbol, now, page));
  const likely = all.filter((span) => plausible(anchor, span));
  return explained(pick(search, likely, RENAMED), 0, `no longer named ${symbol.name}`);
}

/** In another class, a declaration of a very different size is a different one of the same name. */
function soleOfItsSize(search: Search, spans: readonly Span[]): Picked {
  if (!spans.every((span) => plausible(search.anchor, span))) return { kind: 'none' };
  return soleDeclaration(search, spans, SAME_LAST_NAME);
}

/** Of those with the same own name, the ones whose names have most parts in common. */
function nearestNamesakes(name: string, page: Page): { namesakes: SymbolSpan[]; parts: number } {
  const symbols = symbolIndex(page).namesakes(lastName(name));
  const shared = symbols.map((symbol) => sharedParts(name, symbol.name));
  const parts = Math.max(1, ...shared);
  return { namesakes: symbols.filter((_, at) => shared[at] === parts), parts };
}

/** Overloads are told apart by their first line. */
function withSameFirstLine({ anchor, page }: Search, spans: readonly Span[]): Span[] {
  const [first] = unpackMarks(anchor.head);
  return spans.filter(({ start }) => page.solid[page.solidBefore[start] ?? 0]?.mark === first);
}

/** The only declaration of its name: the name is evidence, so less of the text is needed. */
function soleDeclaration(search: Search, spans: readonly Span[], least: number): Picked {
  const { page, taken, words, isSibling } = search;
  const [span] = spans;
  if (!span || spans.length > 1 || isSibling(span)) return { kind: 'none' };
  if (!taken.every((other) => apart(span, other))) return { kind: 'none' };
  const { common, kept } = likeness(words, page, span);
  return kept < least ? { kind: 'none' } : { kind: 'one', found: { span, similarity: common } };
}

/** For a stretch found by its lines, the declaration that contains it; none if the stretch is several declarations now. */
export function asDeclaration({ anchor: { symbol }, page }: Search, picked: Picked): Picked {
  if (picked.kind !== 'one' || symbol?.relation !== 'whole') return picked;
  const { span, similarity } = picked.found;
  if (isSplit(span, page)) return { kind: 'none' };
  const now = symbolIndex(page)
    .namesakes(lastName(symbol.name))
    .find(({ startLine, endLine }) => startLine - 1 <= span.start && endLine >= span.end);
  return now ? { kind: 'one', found: { span: wholeSpan(symbol, now, page), similarity } } : picked;
}

function isSplit(span: Span, page: Page): boolean {
  if (placeIn(span, page)?.relation === 'whole') return false;
  const within = symbolIndex(page)
    .around(span)
    .filter(({ startLine, endLine }) => startLine > span.start && endLine <= span.end);
  return within.length > 1;
}

export function explained(picked: Picked, name: NameEvidence, reason: string): Edited {
  return picked.kind === 'one' ? { ...picked, name, reason } : picked;
}
