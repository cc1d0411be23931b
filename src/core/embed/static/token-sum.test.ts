import { describe, expect, it } from 'vitest';
import type { ModelTables } from './layout.ts';
import { weighing } from './layout.ts';
import { loadStaticModel } from './load.ts';
import { openTokenSum } from './token-sum.ts';

const DIMS = 32;
const ROWS = 50;
const table = Int8Array.from({ length: ROWS * DIMS }, (_, i) => ((i * 7_919) % 255) - 127);

describe('counting rows', () => {
  it('starts from nothing for each text', async () => {
    const model = await loadStaticModel();
    const first = model.encode('a harbour for ships');
    model.encode('something else entirely');
    expect(model.encode('a harbour for ships')).toEqual(first);
    expect(model.encode('')).toEqual(new Float32Array(model.dims));
  });

  it('takes a text of very many different words', () => {
    const scales = new Float32Array(ROWS).fill(1);
    const tables = { dims: DIMS, scales, vectors: table, ...weighing(1) } as ModelTables;
    const { count, finish } = openTokenSum(tables);
    for (let row = 0; row < ROWS; row++) count(row, 300);
    expect(Math.hypot(...finish(new Float32Array(DIMS)))).toBeCloseTo(1);
    count(3, 1);
    expect(Math.hypot(...finish(new Float32Array(DIMS)))).toBeCloseTo(1);
    expect(finish(new Float32Array(DIMS))).toEqual(new Float32Array(DIMS));
  });
});
