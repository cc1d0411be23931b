/** The declarations of a text, looked up by their own name or by lines: a text may declare thousands of things. */
import { folded } from '../text/index.ts';
import type { Page, Span, SymbolSpan } from './page.ts';

const PARTS = /[.#/]|::/;

/** The declaration's own name: `open` of `Shop.open`, `shop::open` and `Shop#open`. */
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

/** The name has a class or module, too: much less likely to be equal by accident. */
export function isQualified(name: string): boolean {
  return lastName(name) !== name;
}

export interface SymbolIndex {
  /** Those with this own name, in the order of the outline. */
  namesakes(own: string): readonly SymbolSpan[];
  /** Those with this own name in any spelling: `openGate`, `open_gate`. */
  respelt(own: string): readonly SymbolSpan[];
  /** Those that share a line with the span, by their first line. */
  around(span: Span): SymbolSpan[];
}

/** Many anchors are resolved in one text. */
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

/** A declaration, those before and those after it; `lastLine` is the last line of any of them. */
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
