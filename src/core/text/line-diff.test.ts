import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, diffLines } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

test('the lines of each side are all there, in order, with their numbers', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after);
      const side = (name: 'before' | 'after') => diff.filter((line) => line[name] !== undefined);
      expect(side('before').map(({ text }) => text)).toEqual(before);
      expect(side('after').map(({ text }) => text)).toEqual(after);
      expect(side('before').map((line) => line.before)).toEqual(before.map((_, at) => at + 1));
      expect(side('after').map((line) => line.after)).toEqual(after.map((_, at) => at + 1));
    }),
  );
});

/** Of all ways the shortest: rows and columns minus twice the longest common part. */
function fewestEdits(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    for (const [at, other] of after.entries())
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return before.length + after.length - 2 * (row.at(-1) ?? 0);
}

test('no shorter list of edits exists', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const edits = diffLines(before, after).filter(({ kind }) => kind !== 'same').length;
      expect(edits).toBe(fewestEdits(before, after));
    }),
  );
});

test('texts with almost nothing in common are shown as replaced, whole', () => {
  const before = Array.from({ length: 1000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 1000 }, (_, at) => `new ${at}`);
  const kinds = diffLines(['same', ...before], ['same', ...after]).map(({ kind }) => kind);
  const expected: DiffLine['kind'][] = ['same', ...before.map(() => 'removed' as const)];
  expect(kinds).toEqual([...expected, ...after.map(() => 'added' as const)]);
});
