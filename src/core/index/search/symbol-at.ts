import { folded } from '../../text/index.ts';
import type { DeclarationColumns } from '../segment/declarations.ts';

/** The first name declared in the lines that was asked for; else the first one there, or the last one before them. */
export function symbolAt(
  { names, kinds, lines }: DeclarationColumns,
  startLine: number,
  endLine: number,
  asked: readonly string[],
): { name: string; kind: string; line: number } | undefined {
  const words = new Set(asked.map(folded));
  const isIn = (line: number) => line >= startLine && line <= endLine;
  let at = lines.findIndex((line, i) => isIn(line) && words.has(folded(lastPart(names[i] ?? ''))));
  if (at === -1) at = lines.findIndex(isIn);
  if (at === -1) at = lines.findLastIndex((line) => line < startLine);
  const [name, kind, line] = [names[at], kinds[at], lines[at]];
  return name === undefined || kind === undefined || line === undefined ? undefined : { name, kind, line };
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
