import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadStaticModel } from '../drivers/static-model.ts';
import { openSimdSum } from './simd-sum.ts';
import { addRows } from './token-sum.ts';

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
  it('gives the vector of the text they come from', async () => {
    const model = await loadStaticModel();
    const text = 'export function parseQuery(text) { return text.split("&"); }';
    const counts = new Map<number, number>();
    for (const row of model.rowsOf(text)) counts.set(row, (counts.get(row) ?? 0) + 1);
    for (const [row, times] of counts) model.countRow(row, times);
    expect(model.encodeCounted(new Float32Array(model.dims))).toEqual(model.encode(text));
  });

  it('starts from nothing for each text', async () => {
    const model = await loadStaticModel();
    const first = model.encode('a harbour for ships');
    model.encode('something else entirely');
    expect(model.encode('a harbour for ships')).toEqual(first);
    expect(model.encodeCounted(new Float32Array(model.dims))).toEqual(new Float32Array(model.dims));
  });

  it('takes a text of very many different words', async () => {
    const model = await loadStaticModel();
    const rows = Uint32Array.from({ length: 5_000 }, (_, row) => row);
    for (const row of rows) model.countRow(row, 300);
    const vector = model.encodeCounted(new Float32Array(model.dims));
    expect(Math.hypot(...vector)).toBeCloseTo(1);
    for (const row of rows.subarray(4_000)) model.countRow(row, 1);
    expect(Math.hypot(...model.encodeCounted(new Float32Array(model.dims)))).toBeCloseTo(1);
  });
});
