import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadStaticModel } from '../drivers/static-model.ts';
import type { ModelViews } from './layout.ts';
import { openSimdSum } from './simd-sum.ts';
import { addRows, openTokenSum } from './token-sum.ts';

const DIMS = 32;
const ROWS = 50;
const table = Int8Array.from({ length: ROWS * DIMS }, (_, i) => ((i * 7_919) % 255) - 127);

describe('adding up rows', () => {
  it('comes to the same sums with and without vector instructions', () => {
    const simd = openSimdSum(table, DIMS, 1_000);
    if (simd === null) throw new Error('this engine has no vector instructions');
    const pair = fc.tuple(fc.nat(ROWS - 1), fc.nat(16_383));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 300 }), (pairs) => {
        const rows = Int32Array.from(pairs, ([row]) => row);
        const weights = Int32Array.from(pairs, ([, weight]) => weight);
        const plain = addRows(new Int32Array(DIMS), table, rows, weights, pairs.length);
        expect(simd.run(rows, weights, pairs.length)).toEqual(plain);
      }),
    );
  });
});

describe('counting rows', () => {
  it('starts from nothing for each text', async () => {
    const model = await loadStaticModel();
    const first = model.encode('a harbour for ships');
    model.encode('something else entirely');
    expect(model.encode('a harbour for ships')).toEqual(first);
    expect(model.encode('')).toEqual(new Float32Array(model.dims));
  });

  it('takes a text of very many different words', () => {
    const views = { scales: new Float32Array(ROWS).fill(1), vectors: table } as ModelViews;
    const { count, finish } = openTokenSum(views, DIMS);
    for (let row = 0; row < ROWS; row++) count(row, 300);
    expect(Math.hypot(...finish(new Float32Array(DIMS)))).toBeCloseTo(1);
    count(3, 1);
    expect(Math.hypot(...finish(new Float32Array(DIMS)))).toBeCloseTo(1);
    expect(finish(new Float32Array(DIMS))).toEqual(new Float32Array(DIMS));
  });
});
