/** The source files of a commit: their lines and what they declare. */
import type { SymbolSpan } from '../../src/core/anchors/index.ts';
import { adapters, outline, parsedOr } from '../../src/core/languages/index.ts';
import { splitLines } from '../../src/core/text/index.ts';
import type { History } from './history.ts';

export interface Snapshot {
  commit: string;
  lines: ReadonlyMap<string, readonly string[]>;
  outlines: ReadonlyMap<string, readonly SymbolSpan[]>;
}

/** Headings are no declarations. */
const SOURCE = adapters().filter(({ name }) => name !== 'markdown');

export async function snapshot(history: History, commit: string): Promise<Snapshot> {
  const paths = history.files(commit).filter(isSource);
  const lines = new Map<string, readonly string[]>();
  const outlines = new Map<string, readonly SymbolSpan[]>();
  for (const [path, text] of history.read(commit, paths)) {
    lines.set(path, splitLines(text));
    outlines.set(path, await parsedOr([], outline(path, text)));
  }
  return { commit, lines, outlines };
}

export function bodyOf(at: Snapshot, path: string, span: { startLine: number; endLine: number }): string[] {
  return (at.lines.get(path) ?? []).slice(span.startLine - 1, span.endLine);
}

/** Built files hold a program in a line; nobody points at them. */
const BUILT = /(^|\/)dist\/|\.min\./;

function isSource(path: string): boolean {
  if (BUILT.test(path)) return false;
  return SOURCE.some(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
}
