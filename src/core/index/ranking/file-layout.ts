/** Which chunks each file has. */
import type { FileLayout, PostingSource } from '../contract.ts';

export const NO_CHUNK = -1;

/** One pass over the chunks, which lie file by file. */
export function fileLayout({
  chunkFiles,
  chunkLengths,
  chunkLimit,
  fileLimit,
}: Pick<PostingSource, 'chunkFiles' | 'chunkLengths' | 'chunkLimit' | 'fileLimit'>): FileLayout {
  const firstChunks = new Int32Array(fileLimit).fill(NO_CHUNK);
  const chunkEnds = new Int32Array(fileLimit);
  const lengths = new Float64Array(fileLimit);
  for (let chunk = 0; chunk < chunkLimit; ) {
    const file = chunkFiles[chunk] ?? 0;
    let length = 0;
    firstChunks[file] = chunk;
    for (; chunk < chunkLimit && chunkFiles[chunk] === file; chunk++) length += chunkLengths[chunk] ?? 0;
    chunkEnds[file] = chunk;
    lengths[file] = length;
  }
  return { firstChunks, chunkEnds, lengths };
}
