/**
 * The declaration that a range belongs to, where the range is if the declaration moved, and its siblings. A sibling is never the
 * new version of the anchored declaration; if the siblings went to another file, the declaration may be there, too.
 */
import { mark, packMarks, unpackMarks } from './fingerprint.ts';
import type { Page, Span, SymbolSpan } from './page.ts';
import { lastName, symbolIndex } from './symbol-index.ts';

/** A declaration, and the marks of those around it. */
interface WithSiblings {
  name: string;
  siblings: string;
}

const KEPT_SIBLINGS = 32;
/** Of those with the same own name, at any distance: they are most easily confused with it. */
const KEPT_NAMESAKES = 8;

/** The nearest ones, by their distance in lines. */
export function siblingsOf(symbol: SymbolSpan, symbols: readonly SymbolSpan[]): string {
  const nearest = symbols
    .filter((other) => other !== symbol)
    .toSorted((a, b) => Math.abs(a.startLine - symbol.startLine) - Math.abs(b.startLine - symbol.startLine));
  const namesakes = nearest.filter(({ name }) => lastName(name) === lastName(symbol.name));
  const kept = new Set([...namesakes.slice(0, KEPT_NAMESAKES), ...nearest]);
  const marks = [...kept].slice(0, KEPT_SIBLINGS).map(({ name }) => siblingMark(name, symbol.name));
  return packMarks([...new Set(marks)]);
}

/**
 * Of its own name, because the class around it may be renamed or deleted. If that is the same as ours, of its whole name, because
 * then only the class tells them apart.
 */
function siblingMark(name: string, ours: string): number {
  return mark(lastName(name) === lastName(ours) ? name : lastName(name));
}

export function isSiblingName({ name: ours, siblings }: WithSiblings): (name: string) => boolean {
  const marks = new Set(unpackMarks(siblings));
  return (name) => name !== ours && marks.has(siblingMark(name, ours));
}

/** Whether there were several of its whole name when it was anchored. */
export function hadOverloads({ name, siblings }: WithSiblings): boolean {
  return unpackMarks(siblings).includes(mark(name));
}

/** The marks of the declarations of this text, for comparison with the siblings of the anchored one. */
export function declaredMarks({ name: ours }: WithSiblings, page: Page): { has(value: number): boolean } {
  const last = lastMarks(page);
  const namesakes = symbolIndex(page).namesakes(lastName(ours));
  const whole = new Set(namesakes.map(({ name }) => mark(name)));
  return { has: (value) => last.has(value) || whole.has(value) };
}

/** Many anchors are resolved in one text. */
const knownMarks = new WeakMap<Page, ReadonlySet<number>>();

function lastMarks(page: Page): ReadonlySet<number> {
  const known = knownMarks.get(page) ?? new Set(page.symbols.map(({ name }) => mark(lastName(name))));
  knownMarks.set(page, known);
  return known;
}

/**
 * `whole`: the range is the declaration; it begins `start` lines before it and ends `end` lines after it.
 * `inside`: the range is in the declaration; `start` and `end` are the distances from its first and last line.
 */
export interface AnchorSymbol {
  name: string;
  relation: 'whole' | 'inside';
  start: number;
  end: number;
  /** Marks of the names of its siblings. */
  siblings: string;
}

/** A range that is mostly one declaration (with its comment, say) is treated as that declaration. */
const MOSTLY = 0.5;

export function symbolOf(span: Span, page: Page): AnchorSymbol | undefined {
  const found = placeIn(span, page);
  if (found === undefined) return undefined;
  const { symbol, relation } = found;
  const first = symbol.startLine - 1;
  const [start, end] =
    relation === 'whole'
      ? [first - span.start, span.end - symbol.endLine]
      : [span.start - first, symbol.endLine - span.end];
  return { name: symbol.name, relation, start, end, siblings: siblingsOf(symbol, page.symbols) };
}

/** The declaration that the range is, or else the innermost one that contains it. */
export function placeIn(
  span: Span,
  page: Page,
): { symbol: SymbolSpan; relation: 'whole' | 'inside' } | undefined {
  let whole: SymbolSpan | undefined;
  let inside: SymbolSpan | undefined;
  for (const symbol of symbolIndex(page).around(span)) {
    const start = symbol.startLine - 1;
    const size = symbol.endLine - start;
    if (start >= span.start && symbol.endLine <= span.end) {
      const mostly = size >= (span.end - span.start) * MOSTLY;
      if (mostly && (!whole || size > sizeOf(whole))) whole = symbol;
    } else if (start <= span.start && symbol.endLine >= span.end) {
      if (!inside || size < sizeOf(inside)) inside = symbol;
    }
  }
  if (whole) return { symbol: whole, relation: 'whole' };
  return inside && { symbol: inside, relation: 'inside' };
}

export function namedAs(whole: string, page: Page): SymbolSpan[] {
  return symbolIndex(page)
    .namesakes(lastName(whole))
    .filter(({ name }) => name === whole);
}

/** The declaration of the stored name, if there is exactly one. */
export function soleNamed(symbol: AnchorSymbol | undefined, page: Page): SymbolSpan | undefined {
  const named = symbol ? namedAs(symbol.name, page) : [];
  return named.length === 1 ? named[0] : undefined;
}

/** Whether a range is, or is mostly in, a sibling of the stored declaration. */
export function siblingTest(symbol: AnchorSymbol | undefined, page: Page): (span: Span) => boolean {
  if (symbol === undefined || page.symbols.length === 0) return () => false;
  const isSibling = isSiblingName(symbol);
  return (span) => {
    const placed = placeIn(span, page);
    const now = placed?.relation === 'whole' ? placed.symbol : innermostHalf(span, page);
    return now !== undefined && isSibling(now.name);
  };
}

/** The smallest declaration that holds half of the range. */
function innermostHalf(span: Span, page: Page): SymbolSpan | undefined {
  let found: SymbolSpan | undefined;
  for (const symbol of symbolIndex(page).around(span)) {
    const shared = Math.min(span.end, symbol.endLine) - Math.max(span.start, symbol.startLine - 1);
    if (shared * 2 < span.end - span.start) continue;
    if (!found || sizeOf(symbol) < sizeOf(found)) found = symbol;
  }
  return found;
}

/** The range for this declaration, with the same lines before and after it as the anchored range had. */
export function wholeSpan(symbol: AnchorSymbol, now: SymbolSpan, page: Page): Span {
  return {
    start: Math.max(0, now.startLine - 1 - symbol.start),
    end: Math.min(page.lines.length, now.endLine + symbol.end),
  };
}

function sizeOf(symbol: SymbolSpan): number {
  return symbol.endLine - symbol.startLine + 1;
}
