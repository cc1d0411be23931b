/** Lines of a text that was read. Where they begin is found once for each reading, however many places are asked about. */

interface Read {
  readonly text: string;
}

const starts = new WeakMap<Read, readonly number[]>();

/** From 1. */
export function lineAt(read: Read, offset: number): number {
  const lines = startsOf(read);
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Without its end; empty for a line that is not there. */
export function lineText(read: Read, line: number): string {
  const lines = startsOf(read);
  const start = lines[line - 1];
  if (start === undefined) return '';
  return read.text.slice(start, lines[line] ?? read.text.length).replace(/\r?\n$/, '');
}

function startsOf(read: Read): readonly number[] {
  let lines = starts.get(read);
  if (lines === undefined) {
    const found = [0];
    for (let at = read.text.indexOf('\n'); at !== -1; at = read.text.indexOf('\n', at + 1))
      found.push(at + 1);
    lines = found;
    starts.set(read, lines);
  }
  return lines;
}
