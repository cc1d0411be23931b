/** Which declarations a change touched: each is compared with the one of its name before, without what is declared inside of it. */
import type { OutlineSymbol } from '../../core/languages/index.ts';
import { splitLines } from '../../core/text/index.ts';

export interface ChangedDeclaration {
  name: string;
  kind: string;
  change: 'added' | 'changed' | 'removed';
  /** Now; of a removed one, before the change. */
  startLine: number;
  endLine: number;
}

export interface Version {
  text: string;
  symbols: readonly OutlineSymbol[];
}

/** In the order of the text, removed ones last. `before` is undefined for a new file, `now` for a deleted one. */
export function changedDeclarations(
  before: Version | undefined,
  now: Version | undefined,
): ChangedDeclaration[] {
  const old = before === undefined ? new Map<string, Declared>() : declarations(before);
  const current = now === undefined ? new Map<string, Declared>() : declarations(now);
  const found: ChangedDeclaration[] = [];
  for (const [key, { symbol, text }] of current) {
    const then = old.get(key);
    if (then?.text !== text) found.push(described(symbol, then === undefined ? 'added' : 'changed'));
  }
  for (const [key, { symbol }] of old) if (!current.has(key)) found.push(described(symbol, 'removed'));
  return found;
}

interface Declared {
  symbol: OutlineSymbol;
  text: string;
}

/** By name and kind; of several with both, by which of them it is. */
function declarations({ text, symbols }: Version): Map<string, Declared> {
  const lines = splitLines(text);
  const found = new Map<string, Declared>();
  for (const symbol of symbols) {
    const base = `${symbol.kind} ${symbol.name}`;
    let key = base;
    for (let at = 2; found.has(key); at++) key = `${base} ${at}`;
    found.set(key, { symbol, text: ownText(symbol, symbols, lines) });
  }
  return found;
}

/** Its lines without those of declarations inside, trimmed: what is moved or indented otherwise is not changed. */
function ownText(symbol: OutlineSymbol, all: readonly OutlineSymbol[], lines: readonly string[]): string {
  const inside = all.filter((each) => each !== symbol && isWithin(each, symbol));
  const own: string[] = [];
  for (let line = symbol.startLine; line <= symbol.endLine; line++) {
    const text = (lines[line - 1] ?? '').trim();
    if (text !== '' && !inside.some(({ startLine, endLine }) => startLine <= line && line <= endLine))
      own.push(text);
  }
  return own.join('\n');
}

function isWithin(inner: OutlineSymbol, outer: OutlineSymbol): boolean {
  return (
    inner.startLine >= outer.startLine &&
    inner.endLine <= outer.endLine &&
    inner.endLine - inner.startLine < outer.endLine - outer.startLine
  );
}

function described(
  { name, kind, startLine, endLine }: OutlineSymbol,
  change: ChangedDeclaration['change'],
): ChangedDeclaration {
  return { name, kind, change, startLine, endLine };
}
