import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetFile } from '../package-files.ts';
import { dotsInJavaScript, RowStore, type Rows } from './row-store.ts';

/** Always the same numbers within ±127. */
function numbers(count: number, seed: number): Int8Array {
  let state = seed;
  return Int8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 16) % 255) - 127;
  });
}

function dotsOf(matrix: Int8Array, query: Int8Array): Int32Array {
  const store = new RowStore();
  return store.dots(store.add(matrix, query.length), query);
}

describe('nearness to every row', () => {
  it('has its compiled loop', () => {
    expect(assetFile('kernel/nearness.wasm')).toBeDefined();
  });

  it.each([
    ['a multiple of 16 dimensions', 256, 5_000],
    ['more rows than results fit at once', 16, 140_000],
    ['more dimensions than usual', 3_072, 400],
    ['dimensions the vector loop cannot take', 50, 300],
    ['one row', 64, 1],
    ['no rows', 64, 0],
  ])('multiplies exactly with %s', (_, dims, rows) => {
    const matrix = numbers(dims * rows, 7);
    const query = numbers(dims, 3);
    expect(dotsOf(matrix, query)).toEqual(dotsInJavaScript(matrix, query));
  });

  it('does not overflow at the largest values', () => {
    const row = new Int8Array(256).fill(127);
    const opposite = new Int8Array(256).fill(-127);
    expect([...dotsOf(new Int8Array([...row, ...opposite]), row)]).toEqual([256 * 16_129, -256 * 16_129]);
  });

  it('reads a matrix in shared memory', () => {
    const matrix = new Int8Array(new SharedArrayBuffer(32 * 4));
    matrix.set(numbers(32 * 4, 5));
    expect(dotsOf(matrix, numbers(32, 1))).toEqual(dotsOf(Int8Array.from(matrix), numbers(32, 1)));
  });

  it('keeps every matrix whole, whatever is added and removed beside it', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ add: fc.integer({ min: 0, max: 3_000 }) }),
        fc.record({ remove: fc.nat({ max: 50 }) }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (made) => {
        const store = new RowStore();
        const query = numbers(32, 9);
        const held: { rows: Rows; matrix: Int8Array }[] = [];
        for (const [seed, step] of made.entries()) {
          if ('add' in step) {
            const matrix = numbers(32 * step.add, seed);
            held.push({ rows: store.add(matrix, 32), matrix });
          } else {
            const [gone] = held.splice(step.remove % Math.max(1, held.length), 1);
            if (gone !== undefined) store.remove(gone.rows);
          }
          for (const { rows, matrix } of held)
            expect(store.dots(rows, query)).toEqual(dotsInJavaScript(matrix, query));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('uses room again that was given back', () => {
    const store = new RowStore();
    const matrix = numbers(64 * 1_000, 1);
    const first = store.add(matrix, 64);
    const second = store.add(matrix, 64);
    store.remove(first);
    store.remove(second);
    expect(store.add(numbers(64 * 2_000, 2), 64)).toMatchObject({ at: 'at' in first ? first.at : 0 });
  });
});
