/** Comparing names: in code-unit order, in the styles of different languages, and with typing mistakes. */

/** Code-unit order: the same on every machine, in any locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
/** `openGate`, `open_gate`, `open-gate`, `OpenGate` and `OPEN_GATE` are one name in the style of different languages. */
export function folded(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** Too many names begin with the same letter. */
const LEAST_PREFIX = 2;

/**
 * The known name that was probably meant: the shortest that begins with the word, else the one with the fewest differences.
 * Undefined if all differ too much, because a wrong suggestion is worse than none.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.slice(0, 64).toLowerCase();
  const sorted = [...known].sort(byCodeUnit);
  const begun = sorted
    .filter((name) => name.toLowerCase().startsWith(lower))
    .sort((a, b) => a.length - b.length);
  if (lower.length >= LEAST_PREFIX && begun[0] !== undefined) return begun[0];
  let best: { name: string; distance: number } | undefined;
  for (const name of sorted) {
    const distance = editDistance(lower, name.toLowerCase());
    if (distance <= Math.max(1, Math.floor(name.length / 3)) && (!best || distance < best.distance))
      best = { name, distance };
  }
  return best?.name;
}

/** Insertions, deletions, replacements and swaps of two adjacent letters, each one step. */
export function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let steps = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        steps = Math.min(steps, (older[column - 2] ?? 0) + 1);
      current.push(steps);
    }
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
