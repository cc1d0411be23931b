/** The first line of the documentation above a declaration, read from the lines above it. */
import type { SourceText } from './source-text.ts';

export interface DocStyle {
  /** Openings of block comments that document, such as `/**`. */
  blocks?: readonly { open: string; close: string }[];
  /** Openings of line comments that document, longest first. */
  lines?: readonly string[];
  /** How lines after a documenting one go on, where that is not with the same mark. */
  continuation?: string;
  /** Lines between documentation and declaration: attributes, decorators. */
  between?: RegExp;
}

/** No documentation is looked for further up than this. */
const MAX_LINES_UP = 400;
const NO_PROSE = /^(?:@\w|\\(?:file|brief)?$|[-=*#~/]*$)/;

export function docAbove(
  source: SourceText,
  row: number,
  { blocks = [], lines = [], continuation, between }: DocStyle,
): string | undefined {
  let at = row - 1;
  const lowest = Math.max(0, row - MAX_LINES_UP);
  while (at >= lowest && between?.test(source.line(at))) at--;
  if (at < lowest) return undefined;
  const above = source.line(at).trim();
  for (const { open, close } of blocks)
    if (above.endsWith(close)) {
      let top = at;
      // The nearest comment, whether it documents or not.
      while (top > lowest && !source.line(top).includes(open.slice(0, 2))) top--;
      const first = source.line(top);
      if (!first.trimStart().startsWith(open)) return undefined;
      const body = [];
      for (let line = top; line <= at; line++) body.push(source.line(line));
      return firstProse(body.join('\n').trim().slice(open.length, -close.length).split('\n'));
    }
  const markOf = (row: number) => {
    const line = source.line(row).trim();
    return lines.find((prefix) => line.startsWith(prefix));
  };
  const goesOn = (row: number) =>
    continuation !== undefined && source.line(row).trim().startsWith(continuation);
  let top = at;
  if (continuation !== undefined) while (top > lowest && markOf(top) === undefined && goesOn(top)) top--;
  else while (top > lowest && markOf(top) !== undefined && markOf(top - 1) !== undefined) top--;
  if (markOf(top) === undefined) return undefined;
  const body = [];
  for (let row = top; row <= at; row++)
    body.push(
      source
        .line(row)
        .trim()
        .slice((markOf(row) ?? continuation ?? '').length),
    );
  return firstProse(body);
}

/** The first line that says something: no tag, no ruler, no markup alone. */
function firstProse(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const prose = line
      .replace(/^\s*\**\s?/, '')
      .replace(/<\/?[a-z]+>/g, '')
      .trim();
    if (prose !== '' && !NO_PROSE.test(prose)) return prose;
  }
  return undefined;
}
