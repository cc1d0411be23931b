import { describe, expect, it } from 'vitest';
import { assetFile } from '../package-files.ts';
import { dotAll, dotAt } from './nearness.ts';

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
