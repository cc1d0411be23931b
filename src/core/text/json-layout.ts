/** How a JSON file is laid out: its indentation, its line ends, and commas that are not in a comment. */

export function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The first indentation there is; two blanks where there is none. */
export function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

export function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** As people write short values. */
export function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inOneLine(each)}`);
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}

/** The offset of the comma among blanks and comments from `start` to `end`. */
export function commaBetween(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    if (text.startsWith('//', at)) at = endOf(text, '\n', at, end);
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at, end);
    else if (text[at] === ',') return at;
  }
  return undefined;
}

function endOf(text: string, mark: string, from: number, end: number): number {
  const found = text.indexOf(mark, from + 2);
  return found === -1 ? end : found + mark.length - 1;
}
