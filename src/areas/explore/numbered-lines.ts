/** Lines with their numbers, as one text: `  42: code`. One string costs half the tokens of an array of objects. */
const NUMBER_WIDTH = 4;

/** As many whole lines as fit into the bytes, and how many those are. */
export function numberLines(
  lines: readonly string[],
  first: number,
  maxBytes: number,
): { text: string; shown: number } {
  const out: string[] = [];
  let bytes = 0;
  for (const [offset, line] of lines.entries()) {
    const numbered = `${String(first + offset).padStart(NUMBER_WIDTH)}: ${line}`;
    // JSON escapes count too: a line of quotes or controls grows on the wire.
    bytes += Buffer.byteLength(JSON.stringify(numbered));
    if (bytes > maxBytes) break;
    out.push(numbered);
  }
  return { text: out.join('\n'), shown: out.length };
}
