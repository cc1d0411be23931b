/** The known name nearest to a mistyped one, or none if all are too far: a wrong suggestion is worse than none. */
import { byCodeUnit } from './order.ts';

export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  const lower = word.slice(0, 64).toLowerCase();
  for (const name of [...known].sort(byCodeUnit)) {
    const distance = editDistance(lower, name.toLowerCase());
    if (distance <= Math.max(1, Math.floor(name.length / 3)) && (!best || distance < best.distance))
      best = { name, distance };
  }
  return best?.name;
}

/** Insertions, deletions, replacements and swaps of neighbours, each one step. */
function editDistance(a: string, b: string): number {
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
