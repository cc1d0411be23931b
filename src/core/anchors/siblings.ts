/** The declarations around an anchored one: none of them is what became of it, and where they went it may be, too. */
import { mark, packMarks, unpackMarks } from './fingerprint.ts';
import { lastName } from './names.ts';
import type { Page, SymbolSpan } from './page.ts';
import { symbolIndex } from './symbol-index.ts';

/** A declaration, and the marks of those around it. */
interface WithSiblings {
  name: string;
  siblings: string;
}

const KEPT_SIBLINGS = 32;
/** Of those that have the same own name, wherever they stand: they are what it is most easily taken for. */
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
 * By its own name, for the class around it may be renamed or dissolved; one that has the same name as ours, by its whole
 * name, for then only the class tells them apart.
 */
function siblingMark(name: string, ours: string): number {
  return mark(lastName(name) === lastName(ours) ? name : lastName(name));
}

export function isSiblingName({ name: ours, siblings }: WithSiblings): (name: string) => boolean {
  const marks = new Set(unpackMarks(siblings));
  return (name) => name !== ours && marks.has(siblingMark(name, ours));
}

/** Whether it was one of several of its whole name when it was anchored. */
export function hadOverloads({ name, siblings }: WithSiblings): boolean {
  return unpackMarks(siblings).includes(mark(name));
}

/** The marks by which declarations of this text may be known as siblings of this one. */
export function declaredMarks({ name: ours }: WithSiblings, page: Page): { has(value: number): boolean } {
  const last = lastMarks(page);
  const namesakes = symbolIndex(page).namesakes(lastName(ours));
  const whole = new Set(namesakes.map(({ name }) => mark(name)));
  return { has: (value) => last.has(value) || whole.has(value) };
}

/** Many anchors are looked for in one text. */
const knownMarks = new WeakMap<Page, ReadonlySet<number>>();

function lastMarks(page: Page): ReadonlySet<number> {
  const known = knownMarks.get(page) ?? new Set(page.symbols.map(({ name }) => mark(lastName(name))));
  knownMarks.set(page, known);
  return known;
}
