/** Which chunks a file has, and how long it is: one pass over the chunks. */
import type { PostingSource } from '../contract.ts';

export interface FileLayout {
  /** By file id; NO_CHUNK for a file without one. */
  firstChunks: Int32Array;
  lengths: Float64Array;
}

export const NO_CHUNK = -1;

export function fileLayout(source: PostingSource): FileLayout {
  const { chunkFiles, chunkLengths, chunkLimit, fileLimit } = source;
  const firstChunks = new Int32Array(fileLimit).fill(NO_CHUNK);
  const lengths = new Float64Array(fileLimit);
  for (let chunk = 0; chunk < chunkLimit; chunk++) {
    const file = chunkFiles[chunk] ?? 0;
    if (firstChunks[file] === NO_CHUNK) firstChunks[file] = chunk;
    lengths[file] = (lengths[file] ?? 0) + (chunkLengths[chunk] ?? 0);
  }
  return { firstChunks, lengths };
}
