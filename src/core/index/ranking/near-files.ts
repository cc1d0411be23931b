/** Files by how near their chunks are to the question. */
import type { FileLayout, PostingSource } from '../contract.ts';
import { NO_CHUNK } from './file-layout.ts';
import { lowestOfBest } from './lowest-of-best.ts';
import { WEIGHTS } from './weights.ts';

/** The best chunk of a file, and to a lesser part its second: a file that is near twice is near. */
export function filesByVectors(
  near: Float32Array,
  { chunkFiles, chunkLimit }: PostingSource,
  files: Float64Array,
): Float64Array {
  const { secondChunk } = WEIGHTS.vectors;
  let file = chunkFiles[0] ?? 0;
  let first = 0;
  let second = 0;
  for (let chunk = 0; chunk < chunkLimit; chunk++) {
    const next = chunkFiles[chunk] ?? 0;
    if (next !== file) {
      files[file] = first + secondChunk * second;
      file = next;
      first = 0;
      second = 0;
    }
    const score = near[chunk] ?? 0;
    if (score <= second) continue;
    if (score > first) {
      second = first;
      first = score;
    } else second = score;
  }
  if (chunkLimit > 0) files[file] = first + secondChunk * second;
  return files;
}

/** Files that may be shown: their chunks are compared exactly where others were only estimated. */
export const LIKELY_FILES = 256;

/** `files` has the scores as estimated. */
export function makeLikelyExact(
  files: Float64Array,
  meaning: Float64Array,
  near: Float32Array,
  source: PostingSource,
  { firstChunks, chunkEnds }: FileLayout,
  queryVector: Float32Array | undefined,
  likely: number = LIKELY_FILES,
): void {
  const { vectors } = source;
  if (queryVector === undefined) return;
  const least = lowestOfBest(files, likely);
  for (let file = 0; file < files.length; file++) {
    if ((files[file] ?? 0) < least) continue;
    const from = firstChunks[file] ?? NO_CHUNK;
    if (from === NO_CHUNK) continue;
    const to = chunkEnds[file] ?? from;
    vectors?.refine?.(queryVector, near, from, to);
    meaning[file] = fileByVectors(near, from, to);
  }
}

function fileByVectors(near: Float32Array, from: number, to: number): number {
  let first = 0;
  let second = 0;
  for (let chunk = from; chunk < to; chunk++) {
    const score = near[chunk] ?? 0;
    if (score > first) {
      second = first;
      first = score;
    } else if (score > second) second = score;
  }
  return first + WEIGHTS.vectors.secondChunk * second;
}
