import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetFile } from '../package-files.ts';
import { UNIT_DOT } from './embedder.ts';
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

describe('estimates', () => {
  const cosinesOf = (matrix: Int8Array, query: Int8Array) =>
    Float32Array.from(dotsInJavaScript(matrix, query), (dot) => dot / UNIT_DOT);

  /** By the formula, in floating point: the query summed up with the signs of the row, times squares by magnitudes. */
  function byFormula(matrix: Int8Array, query: Int8Array): number[] {
    const dims = query.length;
    return Array.from({ length: matrix.length / dims }, (_, row) => {
      let [sum, squares, magnitudes] = [0, 0, 0];
      for (let d = 0; d < dims; d++) {
        const value = matrix[row * dims + d] ?? 0;
        sum += (query[d] ?? 0) * (value < 0 ? -1 : 1);
        squares += value * value;
        magnitudes += Math.abs(value);
      }
      return magnitudes === 0 ? 0 : (sum * squares) / magnitudes / UNIT_DOT;
    });
  }

  it.each([
    ['few dimensions', 16, 1_000],
    ['those of the model, and no whole group', 256, 4_001],
    ['more rows than fit at once', 16, 140_000],
    ['more dimensions than usual', 3_072, 100],
    ['one row', 64, 1],
  ])('follow the formula with %s', (_, dims, count) => {
    const matrix = numbers(dims * count, 5);
    if (count > 1) matrix.fill(0, 0, dims);
    const query = numbers(dims, 11);
    const store = new RowStore();
    const into = new Float32Array(count + 2).fill(7);
    store.estimate([{ rows: store.add(matrix, dims), into, at: 1 }], query, 0);
    const wanted = byFormula(matrix, query);
    const largest = (values: readonly number[]) =>
      values.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
    const off = wanted.map((value, row) => value - (into[row + 1] ?? 0));
    expect(largest(off)).toBeLessThan(0.03 * largest(wanted));
    if (count > 1) expect(into[1]).toBeCloseTo(0, 10);
    expect([into[0], into.at(-1)]).toEqual([7, 7]);
  });

  it('are exact for as many as are asked for, of all that were added together', () => {
    const [dims, count] = [64, 3_000];
    const query = numbers(dims, 11);
    const store = new RowStore();
    const matrices = [numbers(dims * count, 5), numbers(dims * 50, 6), numbers(dims * count, 8)];
    const exact = matrices.flatMap((matrix) => [...cosinesOf(matrix, query)]);
    const into = new Float32Array(exact.length);
    let at = 0;
    const all = matrices.map((matrix) => {
      const one = { rows: store.add(matrix, dims), into, at };
      at += matrix.length / dims;
      return one;
    });
    for (const wanted of [1, 100, exact.length]) {
      store.estimate(all, query, wanted);
      const same = into.filter((value, row) => value === exact[row]).length;
      expect(same).toBeGreaterThanOrEqual(wanted);
      if (wanted === 1) expect(same).toBeLessThan(exact.length / 2);
    }
  });

  it('do not overflow at the largest values', () => {
    for (const dims of [16, 256, 2_048, 4_096]) {
      const row = new Int8Array(dims).fill(127);
      const matrix = new Int8Array([...row, ...row.map((value) => -value)]);
      const store = new RowStore();
      const into = new Float32Array(2);
      store.estimate([{ rows: store.add(matrix, dims), into, at: 0 }], row, 0);
      expect((into[0] ?? 0) / dims).toBeCloseTo(1, 1);
      expect((into[1] ?? 0) / dims).toBeCloseTo(-1, 1);
    }
  });

  it('are exact where there are no codes', () => {
    const matrix = numbers(50 * 20, 7);
    const query = numbers(50, 3);
    const store = new RowStore();
    const into = new Float32Array(20);
    store.estimate([{ rows: store.add(matrix, 50), into, at: 0 }], query, 0);
    expect(into).toEqual(cosinesOf(matrix, query));
  });
});
