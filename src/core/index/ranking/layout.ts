/** Which chunks a file has, and how long it is: one pass over the chunks, which lie file by file. */
import type { PostingSource } from '../contract.ts';

export interface FileLayout {
  /** By file id; NO_CHUNK for a file without one. */
  firstChunks: Int32Array;
  lengths: Float64Array;
}

export const NO_CHUNK = -1;

export function fileLayout({ chunkFiles, chunkLengths, chunkLimit, fileLimit }: PostingSource): FileLayout {
  const firstChunks = new Int32Array(fileLimit).fill(NO_CHUNK);
  const lengths = new Float64Array(fileLimit);
  for (let chunk = 0; chunk < chunkLimit; ) {
    const file = chunkFiles[chunk] ?? 0;
    let length = 0;
    firstChunks[file] = chunk;
    for (; chunk < chunkLimit && chunkFiles[chunk] === file; chunk++) length += chunkLengths[chunk] ?? 0;
    lengths[file] = length;
  }
  return { firstChunks, lengths };
}
