import { describe, expect, it } from 'vitest';
import type { PostingSource } from '../contract.ts';
import { fileLayout } from './file-layout.ts';
import { filesByVectors, makeLikelyExact } from './near-files.ts';

/** Files of two chunks each, without words; what `refine` was asked for. */
function sourceOf(exact: Float32Array): { source: PostingSource; refined: [number, number][] } {
  const refined: [number, number][] = [];
  const source = {
    chunkLimit: exact.length,
    fileLimit: exact.length / 2,
    chunkFiles: Uint32Array.from(exact.keys(), (chunk) => chunk >> 1),
    chunkLengths: new Uint16Array(exact.length).fill(1),
    vectors: {
      scores: () => exact,
      refine: (_: Float32Array, scores: Float32Array, from: number, to: number) => {
        refined.push([from, to]);
        scores.set(exact.subarray(from, to), from);
      },
    },
  } as unknown as PostingSource;
  return { source, refined };
}

describe('files that are likely to be shown', () => {
  const exact = Float32Array.of(0.5, 0.25, 0.875, 0, 0.125, 0.125, 0.75, 0.5);
  const estimates = Float32Array.of(0.5, 0.25, 0.75, 0.125, 0.25, 0, 0.75, 0.5);

  it('are compared exactly, the others keep their estimates', () => {
    const { source, refined } = sourceOf(exact);
    const near = estimates.slice();
    const meaning = filesByVectors(near, source, new Float64Array(4));
    const estimated = meaning.slice();
    makeLikelyExact(estimated, meaning, near, source, fileLayout(source), new Float32Array(1), 2);
    expect(refined).toEqual([
      [2, 4],
      [6, 8],
    ]);
    expect(meaning[1]).toBe(0.875);
    expect(meaning[3]).toBe(1);
    expect(near.subarray(2, 4)).toEqual(exact.subarray(2, 4));
    expect([meaning[0], meaning[2]]).toEqual([estimated[0], estimated[2]]);
    expect(near.subarray(0, 2)).toEqual(estimates.subarray(0, 2));
  });

  it('are those by the whole score, not by nearness alone', () => {
    const { source, refined } = sourceOf(exact);
    const near = estimates.slice();
    const meaning = filesByVectors(near, source, new Float64Array(4));
    makeLikelyExact(
      Float64Array.of(0, 0, 9, 0),
      meaning,
      near,
      source,
      fileLayout(source),
      new Float32Array(1),
      1,
    );
    expect(refined).toEqual([[4, 6]]);
    expect(meaning[2]).toBe(0.1875);
  });
});
