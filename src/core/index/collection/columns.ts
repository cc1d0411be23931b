/** What ranking reads of every chunk and file, by their ids, as arrays that grow. */
import { UNREADABLE } from '../segment/file-table.ts';
import type { Segment } from '../segment/segment.ts';

const FIRST_ROOM = 1_024;

export class Columns {
  chunkFiles = new Uint32Array(FIRST_ROOM);
  chunkLengths = new Uint16Array(FIRST_ROOM);
  fileFlags = new Uint16Array(FIRST_ROOM);
  chunkLimit = 0;
  fileLimit = 0;

  append({ files, firstChunks, chunks, chunkCount }: Segment): void {
    this.#reserve(chunkCount, files.length);
    this.chunkLengths.set(chunks.lengths, this.chunkLimit);
    for (const [file, { flags }] of files.entries()) {
      this.fileFlags[this.fileLimit + file] = flags & ~UNREADABLE;
      const [from, to] = [firstChunks[file] ?? 0, firstChunks[file + 1] ?? 0];
      this.chunkFiles.fill(this.fileLimit + file, this.chunkLimit + from, this.chunkLimit + to);
    }
    this.chunkLimit += chunkCount;
    this.fileLimit += files.length;
  }

  #reserve(chunks: number, files: number): void {
    this.chunkFiles = withRoom(this.chunkFiles, this.chunkLimit + chunks, (n) => new Uint32Array(n));
    this.chunkLengths = withRoom(this.chunkLengths, this.chunkLimit + chunks, (n) => new Uint16Array(n));
    this.fileFlags = withRoom(this.fileFlags, this.fileLimit + files, (n) => new Uint16Array(n));
  }
}

function withRoom<T extends Uint32Array | Uint16Array>(
  array: T,
  length: number,
  make: (length: number) => T,
): T {
  if (length <= array.length) return array;
  const larger = make(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
