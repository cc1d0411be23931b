import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetFile } from '../package-files.ts';
import { dotAll, dotAt, normalise, quantise, UNIT_DOT } from './quantised-vectors.ts';

/** Always the same numbers within ±127. */
function numbers(count: number, seed: number): Int8Array {
  let state = seed;
  return Int8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 16) % 255) - 127;
  });
}

describe('nearness to every row', () => {
  it('has its compiled loop', () => {
    expect(assetFile('kernel/nearness.wasm')).toBeDefined();
  });

  it.each([
    ['a multiple of 16 dimensions', 256, 5_000],
    ['more dimensions than usual', 3_072, 400],
    ['dimensions the vector loop cannot take', 50, 300],
    ['one row', 64, 1],
    ['no rows', 64, 0],
  ])('multiplies exactly with %s', (_, dims, rows) => {
    const matrix = numbers(dims * rows, 7);
    const query = numbers(dims, 3);
    const expected = Int32Array.from({ length: rows }, (__, row) => dotAt(matrix, row * dims, query));
    expect(dotAll(matrix, query)).toEqual(expected);
  });

  it('does not overflow at the largest values', () => {
    const row = new Int8Array(256).fill(127);
    const opposite = new Int8Array(256).fill(-127);
    expect([...dotAll(new Int8Array([...row, ...opposite]), row)]).toEqual([256 * 16_129, -256 * 16_129]);
  });

  it('reads a matrix in shared memory', () => {
    const matrix = new Int8Array(new SharedArrayBuffer(32 * 4));
    matrix.set(numbers(32 * 4, 5));
    expect(dotAll(matrix, numbers(32, 1))).toEqual(dotAll(Int8Array.from(matrix), numbers(32, 1)));
  });
});

const unit = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })
  .map((values) => {
    const vector = Float32Array.from(values);
    normalise(vector);
    return vector;
  });

const quantised = (vector: Float32Array) => {
  const into = new Int8Array(vector.length);
  quantise(vector, into);
  return into;
};

describe('quantise', () => {
  it('keeps cosines, up to the rounding of each component', () => {
    fc.assert(
      fc.property(unit, unit, (a, b) => {
        const exact = a.reduce((sum, component, d) => sum + component * (b[d] ?? 0), 0);
        const [qa, qb] = [quantised(a), quantised(b)];
        const dot = qa.reduce((sum, component, d) => sum + component * (qb[d] ?? 0), 0);
        expect(Math.abs(dot / UNIT_DOT - exact)).toBeLessThan(0.06);
      }),
    );
  });

  it('stays within what the dot product can take', () => {
    expect([...quantised(Float32Array.of(1, -1, 0))]).toEqual([127, -127, 0]);
    expect([...quantised(Float32Array.of(3, -3))]).toEqual([127, -127]);
  });
});

describe('normalise', () => {
  it('makes zeros of what has no length', () => {
    for (const vector of [
      Float32Array.of(0, 0),
      Float32Array.of(Number.NaN, 1),
      Float32Array.of(Infinity, 1),
    ]) {
      normalise(vector);
      expect([...vector]).toEqual([0, 0]);
    }
  });
});
