import type { DeclarationColumns } from '../segment/declarations.ts';

/** The first name declared in the lines, or else the last one before them. */
export function symbolAt(
  { names, kinds, lines }: DeclarationColumns,
  startLine: number,
  endLine: number,
): { name: string; kind: string; line: number } | undefined {
  let at = lines.findIndex((line) => line >= startLine && line <= endLine);
  if (at === -1) at = lines.findLastIndex((line) => line < startLine);
  const [name, kind, line] = [names[at], kinds[at], lines[at]];
  return name === undefined || kind === undefined || line === undefined ? undefined : { name, kind, line };
}
