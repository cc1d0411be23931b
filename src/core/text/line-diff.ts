/** What differs between two texts, line by line: the shortest list of edits, unless the texts have almost nothing in common. */

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  /** From 1; absent where the line is not on that side. */
  before?: number;
  after?: number;
}

/** So many edits are looked for; beyond them the middle is shown as replaced. Time and memory grow with the square. */
const MOST_EDITS = 800;

export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const lines: DiffLine[] = [];
  const same = (from: number, to: number, count: number) => {
    for (let at = 0; at < count; at++)
      lines.push({
        kind: 'same',
        text: before[from + at] ?? '',
        before: from + at + 1,
        after: to + at + 1,
      });
  };
  const removed = (at: number) => lines.push({ kind: 'removed', text: before[at] ?? '', before: at + 1 });
  const added = (at: number) => lines.push({ kind: 'added', text: after[at] ?? '', after: at + 1 });
  same(0, 0, head);
  let [old, now] = [head, head];
  for (const step of edits(before.slice(head, before.length - tail), after.slice(head, after.length - tail)))
    if (step === 'same') same(old++, now++, 1);
    else if (step === 'removed') removed(old++);
    else added(now++);
  same(old, now, tail);
  return lines;
}

/** Myers: how far each diagonal gets with so many edits, until one reaches the end; then back along the way. */
function edits(before: readonly string[], after: readonly string[]): DiffLine['kind'][] {
  const [rows, columns] = [before.length, after.length];
  const most = Math.min(rows + columns, MOST_EDITS);
  const middle = most + 1;
  const reach = new Int32Array(2 * middle + 1);
  const history: Int32Array[] = [];
  for (let count = 0; count <= most; count++) {
    history.push(reach.slice());
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const down = goesDown(reach, middle, diagonal, count);
      let x = down ? (reach[middle + diagonal + 1] ?? 0) : (reach[middle + diagonal - 1] ?? 0) + 1;
      while (x < rows && x - diagonal < columns && before[x] === after[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      if (x >= rows && x - diagonal >= columns) return wayBack(history, middle, rows, columns);
    }
  }
  return [...before.map(() => 'removed' as const), ...after.map(() => 'added' as const)];
}

/** The next edit on a diagonal is an added line, for then it gets further. */
function goesDown(reach: Int32Array, middle: number, diagonal: number, count: number): boolean {
  return (
    diagonal === -count ||
    (diagonal !== count && (reach[middle + diagonal - 1] ?? 0) < (reach[middle + diagonal + 1] ?? 0))
  );
}

function wayBack(
  history: readonly Int32Array[],
  middle: number,
  rows: number,
  columns: number,
): DiffLine['kind'][] {
  const steps: DiffLine['kind'][] = [];
  let [x, y] = [rows, columns];
  for (let count = history.length - 1; count >= 0; count--) {
    const reach = history[count] ?? new Int32Array();
    const diagonal = x - y;
    const down = goesDown(reach, middle, diagonal, count);
    const from = diagonal + (down ? 1 : -1);
    const startX = count === 0 ? 0 : (reach[middle + from] ?? 0);
    const startY = startX - (count === 0 ? 0 : from);
    while (x > startX && y > startY) {
      steps.push('same');
      x--;
      y--;
    }
    if (count > 0) steps.push(down ? 'added' : 'removed');
    [x, y] = [startX, startY];
  }
  return steps.reverse();
}
