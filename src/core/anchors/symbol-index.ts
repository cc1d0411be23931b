/** The declarations of a text by their own name and by their lines, for texts that declare thousands of things. */
import { folded } from '../text/index.ts';
import type { Page, Span, SymbolSpan } from './page.ts';

const PARTS = /[.#/]|::/;

/** `Shop.open`, `shop::open`, `Shop#open`: the part that is the declaration's own. */
export function lastName(name: string): string {
  return name.split(PARTS).at(-1) ?? name;
}

/** How many parts at the end of both names are the same. */
export function sharedParts(a: string, b: string): number {
  const [left, right] = [a.split(PARTS), b.split(PARTS)];
  let shared = 0;
  while (shared < left.length && left.at(-1 - shared) === right.at(-1 - shared)) shared++;
  return shared;
}

/** A class or module is named, too: much less likely to be met by accident. */
export function isQualified(name: string): boolean {
  return lastName(name) !== name;
}

export interface SymbolIndex {
  /** Those whose own name is this one, in the order of the outline. */
  namesakes(own: string): readonly SymbolSpan[];
  /** Those whose own name is this one in whatever spelling. */
  respelt(own: string): readonly SymbolSpan[];
  /** Those that share a line with the stretch, by their first line. */
  around(span: Span): SymbolSpan[];
}

/** Many anchors are looked for in one text. */
const known = new WeakMap<Page, SymbolIndex>();

export function symbolIndex(page: Page): SymbolIndex {
  const index = known.get(page) ?? indexOf(page.symbols);
  known.set(page, index);
  return index;
}

function indexOf(symbols: readonly SymbolSpan[]): SymbolIndex {
  const byName = groupedBy(symbols, ({ name }) => lastName(name));
  const byFolded = groupedBy(symbols, ({ name }) => folded(lastName(name)));
  const root = treeOf(symbols.toSorted((a, b) => a.startLine - b.startLine));
  return {
    namesakes: (own) => byName.get(own) ?? [],
    respelt: (own) => byFolded.get(folded(own)) ?? [],
    around(span) {
      const found: SymbolSpan[] = [];
      collect(root, span, found);
      return found;
    },
  };
}

function groupedBy(symbols: readonly SymbolSpan[], key: (symbol: SymbolSpan) => string) {
  const groups = new Map<string, SymbolSpan[]>();
  for (const symbol of symbols) {
    const group = groups.get(key(symbol));
    if (group) group.push(symbol);
    else groups.set(key(symbol), [symbol]);
  }
  return groups;
}

/** Declarations before, this one, and those after it; `lastLine` is how far any of them reaches. */
interface Node {
  before: Node | undefined;
  symbol: SymbolSpan;
  after: Node | undefined;
  lastLine: number;
}

function treeOf(sorted: readonly SymbolSpan[]): Node | undefined {
  const middle = sorted.length >> 1;
  const symbol = sorted[middle];
  if (symbol === undefined) return undefined;
  const before = treeOf(sorted.slice(0, middle));
  const after = treeOf(sorted.slice(middle + 1));
  const lastLine = Math.max(symbol.endLine, before?.lastLine ?? 0, after?.lastLine ?? 0);
  return { before, symbol, after, lastLine };
}

function collect(node: Node | undefined, span: Span, found: SymbolSpan[]): void {
  if (node === undefined || node.lastLine <= span.start) return;
  collect(node.before, span, found);
  const { startLine, endLine } = node.symbol;
  if (startLine > span.end) return;
  if (endLine > span.start) found.push(node.symbol);
  collect(node.after, span, found);
}
