/**
 * The living files of all segments, in memory: which segment holds a path, and the columns that ranking reads. A path
 * lives in one segment only; adding it again kills the older entry.
 */
import { UNREADABLE } from '../segment/file-table.ts';
import type { Segment } from '../segment/segment.ts';
import { Columns } from './columns.ts';

export interface LiveSegment {
  segment: Segment;
  /** Undefined: not in the database yet. */
  id: number | undefined;
  fileBase: number;
  chunkBase: number;
  /** By file of the segment: 1 if gone. */
  deadFiles: Uint8Array;
  /** By chunk of the segment; undefined as long as none is gone. */
  deadChunks: Uint8Array | undefined;
  deadCount: number;
}

/** A file in a segment. */
export interface FilePlace {
  live: LiveSegment;
  file: number;
}

export class Collection {
  readonly segments: LiveSegment[] = [];
  readonly columns = new Columns();
  readonly #places = new Map<string, FilePlace>();
  /** Raised by every change; what was derived from an older state is no longer true. */
  version = 0;
  fileCount = 0;
  chunkCount = 0;
  totalLength = 0;

  /** `dead` as stored: empty, or a byte for each file. */
  add(segment: Segment, id: number | undefined, dead: Uint8Array = new Uint8Array()): LiveSegment {
    const { files, chunkCount } = segment;
    const live: LiveSegment = {
      segment,
      id,
      fileBase: this.columns.fileLimit,
      chunkBase: this.columns.chunkLimit,
      deadFiles: new Uint8Array(files.length),
      deadChunks: undefined,
      deadCount: 0,
    };
    this.columns.append(segment);
    this.segments.push(live);
    this.chunkCount += chunkCount;
    for (let chunk = 0; chunk < chunkCount; chunk++) this.totalLength += segment.chunks.lengths[chunk] ?? 0;
    for (const [file, { path, flags }] of files.entries()) {
      const readable = (flags & UNREADABLE) === 0;
      if (readable) this.fileCount++;
      if (dead[file] === 1) {
        this.#kill({ live, file });
        continue;
      }
      const older = this.#places.get(path);
      if (older !== undefined) this.#kill(older);
      this.#places.set(path, { live, file });
    }
    this.version++;
    return live;
  }

  remove(path: string): boolean {
    const place = this.#places.get(path);
    if (place === undefined) return false;
    this.#kill(place);
    this.#places.delete(path);
    this.version++;
    return true;
  }

  place(path: string): FilePlace | undefined {
    return this.#places.get(path);
  }

  /** Unreadable ones too. */
  paths(): IterableIterator<string> {
    return this.#places.keys();
  }

  get knownCount(): number {
    return this.#places.size;
  }

  #kill({ live, file }: FilePlace): void {
    const { segment, deadFiles } = live;
    if (deadFiles[file] === 1) return;
    deadFiles[file] = 1;
    live.deadCount++;
    if (((segment.files[file]?.flags ?? 0) & UNREADABLE) === 0) this.fileCount--;
    const [from, to] = [segment.firstChunks[file] ?? 0, segment.firstChunks[file + 1] ?? 0];
    if (from === to) return;
    live.deadChunks ??= new Uint8Array(segment.chunkCount);
    live.deadChunks.fill(1, from, to);
    this.chunkCount -= to - from;
    for (let chunk = from; chunk < to; chunk++) this.totalLength -= segment.chunks.lengths[chunk] ?? 0;
  }
}
