import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedderContract } from '../../../tests/contracts/embedder.ts';
import { createNoEmbedder, normalise, quantise, UNIT_DOT } from './embedder.ts';
import { createStaticEmbedder } from './static/load.ts';

embedderContract({ open: async () => createNoEmbedder(), leavesMachine: false, embeds: false });
embedderContract({ open: createStaticEmbedder, leavesMachine: false, embeds: true });

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
