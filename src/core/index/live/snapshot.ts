/**
 * The index at one moment: its segments, which of their files are dead, and the columns that ranking reads. It never changes; a change gives
 * a new one, which shares what stayed the same. A path is alive in one segment only: adding it again marks the older entry as dead.
 */
import type { Segment, SegmentParts } from '../segment/segment.ts';
import { type FileEntry, type FileStat, UNREADABLE } from '../segment/tables.ts';
import type { VectorsState } from '../storage/storage.ts';

export interface LiveSegment {
  readonly segment: Segment;
  /** Undefined: not stored yet; then `parts` holds its blocks. */
  readonly id: number | undefined;
  readonly parts: SegmentParts | undefined;
  readonly vectors: VectorsState | undefined;
  readonly fileBase: number;
  readonly chunkBase: number;
  /** Of the files on disk. */
  readonly stats: readonly FileStat[];
  /** By file of the segment: 1 if gone. */
  readonly deadFiles: Uint8Array;
  /** By chunk of the segment; undefined as long as none is gone. */
  readonly deadChunks: Uint8Array | undefined;
  readonly living: Living;
}

/** Counts of what is not dead in a segment. */
interface Living {
  files: number;
  /** Files without those that are known but no text. */
  texts: number;
  chunks: number;
  /** Words of the chunks. */
  length: number;
}

/** A segment to be added. `dead` as stored: empty, or a byte for each file. */
export type NewSegment = Pick<LiveSegment, 'segment' | 'id' | 'parts' | 'vectors' | 'stats'> & {
  dead: Uint8Array;
};

/** A living file. */
export interface FilePlace {
  readonly live: LiveSegment;
  readonly file: number;
}

/** A content that is in a segment, and the file that has it now. */
export interface RevivedFile {
  readonly segment: Segment;
  readonly file: number;
  readonly stat: FileStat;
}

/** A file by the number of its segment, which stays the same from snapshot to snapshot. */
interface Spot {
  at: number;
  file: number;
}

/** So many files are looked up segment by segment before they get a table. */
const MOST_OUTSIDE_TABLE = 512;

export class Snapshot {
  readonly segments: readonly LiveSegment[];
  readonly columns: Columns;
  /** The same object in snapshots with the same living chunks: what was found in one is true in the other. */
  readonly content: object;
  readonly knownCount: number;
  readonly fileCount: number;
  readonly chunkCount: number;
  readonly totalLength: number;
  /** Paths of the first segments. A spot counts only if its file lives. */
  readonly #table: ReadonlyMap<string, Spot>;
  /** How many segments the table covers. */
  readonly #covered: number;

  private constructor(
    segments: readonly LiveSegment[],
    columns: Columns,
    table: { paths: ReadonlyMap<string, Spot>; covered: number },
    content: object,
  ) {
    const total = (count: keyof Living) => segments.reduce((sum, { living }) => sum + living[count], 0);
    this.segments = segments;
    this.columns = columns;
    this.content = content;
    this.#table = table.paths;
    this.#covered = table.covered;
    this.knownCount = total('files');
    this.fileCount = total('texts');
    this.chunkCount = total('chunks');
    this.totalLength = total('length');
  }

  static of(added: readonly NewSegment[]): Snapshot {
    const segments: LiveSegment[] = [];
    const paths = new Map<string, Spot>();
    const doubles: Spot[] = [];
    let columns = NO_COLUMNS;
    for (const one of added) {
      const live = liveSegment(one, columns);
      columns = columns.with(one.segment);
      for (const { path, file } of livingFiles(live)) {
        const older = paths.get(path);
        if (older !== undefined) doubles.push(older);
        paths.set(path, { at: segments.length, file });
      }
      segments.push(live);
    }
    const table = { paths, covered: segments.length };
    return new Snapshot(withDead(segments, doubles), columns, table, {});
  }

  /** On top of the others: its files take the place of older ones. */
  with(added: NewSegment): Snapshot {
    const live = liveSegment(added, this.columns);
    const older = Array.from(livingFiles(live), ({ path }) => this.#spot(path) ?? []).flat();
    const segments = [...withDead(this.segments, older), live];
    return new Snapshot(segments, this.columns.with(added.segment), this.#tableOf(segments), {});
  }

  without(paths: Iterable<string>): Snapshot {
    const gone = Array.from(paths, (path) => this.#spot(path) ?? []).flat();
    if (gone.length === 0) return this;
    const table = { paths: this.#table, covered: this.#covered };
    return new Snapshot(withDead(this.segments, gone), this.columns, table, {});
  }

  /** Files whose content is the same, but not their size, times or number on disk. */
  withStats(files: readonly (FileStat & { path: string })[]): Snapshot {
    const bySegment = new Map<number, FileStat[]>();
    for (const { path, ...stat } of files) {
      const spot = this.#spot(path);
      if (spot === undefined) continue;
      const stats = bySegment.get(spot.at) ?? [...(this.segments[spot.at]?.stats ?? [])];
      stats[spot.file] = stat;
      bySegment.set(spot.at, stats);
    }
    return bySegment.size === 0
      ? this
      : this.#like((live, at) => ({ ...live, stats: bySegment.get(at) ?? live.stats }));
  }

  /** Files that were dead and are as they were then: each lives again in its segment, and nowhere else. Those of other segments are left out. */
  withRevived(files: readonly RevivedFile[]): Snapshot {
    const at = new Map(this.segments.map(({ segment }, place) => [segment, place]));
    const found = files.flatMap((one) => {
      const place = at.get(one.segment);
      return place === undefined ? [] : [{ ...one, at: place }];
    });
    if (found.length === 0) return this;
    const older = found.flatMap(({ segment, file }) => this.#spot(segment.files[file]?.path ?? '') ?? []);
    const segments = withRevived(withDead(this.segments, older), found);
    return new Snapshot(segments, this.columns, tableOver(segments), {});
  }

  /** Segments that were stored, by their ids: their blocks come from there from now on, and the memory they took is free. */
  stored(ids: ReadonlyMap<Segment, number>): Snapshot {
    return this.#like((live) => {
      const id = live.id ?? ids.get(live.segment);
      return id === live.id ? live : { ...live, id, parts: undefined };
    });
  }

  place(path: string): FilePlace | undefined {
    const spot = this.#spot(path);
    const live = spot && this.segments[spot.at];
    return live && { live, file: spot.file };
  }

  entry(path: string): FileEntry | undefined {
    const place = this.place(path);
    return place?.live.segment.files[place.file];
  }

  /** Unreadable ones too. */
  *files(): Generator<FilePlace & { path: string }> {
    for (const live of this.segments)
      for (const { path, file } of livingFiles(live)) yield { path, live, file };
  }

  #spot(path: string): Spot | undefined {
    for (let at = this.segments.length - 1; at >= this.#covered; at--) {
      const live = this.segments[at];
      const file = live?.segment.fileNumber(path);
      if (file !== undefined && live?.deadFiles[file] === 0) return { at, file };
    }
    const spot = this.#table.get(path);
    return spot !== undefined && this.segments[spot.at]?.deadFiles[spot.file] === 0 ? spot : undefined;
  }

  #like(change: (live: LiveSegment, at: number) => LiveSegment): Snapshot {
    const table = { paths: this.#table, covered: this.#covered };
    return new Snapshot(this.segments.map(change), this.columns, table, this.content);
  }

  /** The table of this snapshot, or a new one if more than it holds was added since. */
  #tableOf(segments: readonly LiveSegment[]): { paths: ReadonlyMap<string, Spot>; covered: number } {
    let outside = 0;
    for (const { segment } of segments.slice(this.#covered)) outside += segment.files.length;
    if (outside <= this.#table.size + MOST_OUTSIDE_TABLE)
      return { paths: this.#table, covered: this.#covered };
    return tableOver(segments);
  }
}

function tableOver(segments: readonly LiveSegment[]): { paths: ReadonlyMap<string, Spot>; covered: number } {
  const paths = new Map<string, Spot>();
  for (const [at, live] of segments.entries())
    for (const { path, file } of livingFiles(live)) paths.set(path, { at, file });
  return { paths, covered: segments.length };
}

function liveSegment({ dead, ...added }: NewSegment, { fileLimit, chunkLimit }: Columns): LiveSegment {
  return withDeadFiles({ ...added, fileBase: fileLimit, chunkBase: chunkLimit }, dead);
}

/** `dead` as stored: empty, or a byte for each file. */
function withDeadFiles(
  added: Omit<LiveSegment, 'deadFiles' | 'deadChunks' | 'living'>,
  dead: Uint8Array,
): LiveSegment {
  const { files, chunkCount, chunks } = added.segment;
  let length = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) length += chunks.lengths[chunk] ?? 0;
  const whole: LiveSegment = {
    ...added,
    deadFiles: new Uint8Array(files.length),
    deadChunks: undefined,
    living: { files: files.length, texts: files.filter(isText).length, chunks: chunkCount, length },
  };
  if (!dead.includes(1)) return whole;
  return killed(
    whole,
    [...dead.keys()].filter((file) => dead[file] === 1),
  );
}

function withRevived(
  segments: readonly LiveSegment[],
  files: readonly (RevivedFile & { at: number })[],
): readonly LiveSegment[] {
  const bySegment = new Map<number, RevivedFile[]>();
  for (const one of files) {
    const of = bySegment.get(one.at);
    if (of === undefined) bySegment.set(one.at, [one]);
    else of.push(one);
  }
  return segments.map((live, at) => {
    const revived = bySegment.get(at);
    if (revived === undefined) return live;
    const [dead, stats] = [live.deadFiles.slice(), [...live.stats]];
    for (const { file, stat } of revived) {
      dead[file] = 0;
      stats[file] = stat;
    }
    return withDeadFiles({ ...live, stats }, dead);
  });
}

const isText = ({ flags }: FileEntry) => (flags & UNREADABLE) === 0;

function* livingFiles({ segment, deadFiles }: LiveSegment): Generator<{ path: string; file: number }> {
  for (let file = 0; file < segment.files.length; file++) {
    const path = segment.files[file]?.path;
    if (deadFiles[file] === 0 && path !== undefined) yield { path, file };
  }
}

function withDead(segments: readonly LiveSegment[], gone: readonly Spot[]): readonly LiveSegment[] {
  if (gone.length === 0) return segments;
  const bySegment = new Map<number, number[]>();
  for (const { at, file } of gone) {
    const files = bySegment.get(at);
    if (files === undefined) bySegment.set(at, [file]);
    else files.push(file);
  }
  return segments.map((live, at) => {
    const files = bySegment.get(at);
    return files === undefined ? live : killed(live, files);
  });
}

function killed(live: LiveSegment, files: readonly number[]): LiveSegment {
  const { segment } = live;
  const deadFiles = live.deadFiles.slice();
  const deadChunks = live.deadChunks?.slice() ?? new Uint8Array(segment.chunkCount);
  const living = { ...live.living };
  for (const file of files) {
    const entry = segment.files[file];
    if (entry === undefined || deadFiles[file] === 1) continue;
    deadFiles[file] = 1;
    living.files--;
    if (isText(entry)) living.texts--;
    const [from, to] = [segment.firstChunks[file] ?? 0, segment.firstChunks[file + 1] ?? 0];
    deadChunks.fill(1, from, to);
    living.chunks -= to - from;
    for (let chunk = from; chunk < to; chunk++) living.length -= segment.chunks.lengths[chunk] ?? 0;
  }
  const hasDeadChunks = living.chunks < segment.chunkCount;
  return { ...live, deadFiles, deadChunks: hasDeadChunks ? deadChunks : undefined, living };
}

const FIRST_ROOM = 1_024;

/**
 * What ranking reads of every chunk and file, by their ids. The arrays are longer than the limits say: the next snapshot writes behind
 * them, where this one does not read.
 */
export class Columns {
  readonly chunkFiles: Uint32Array;
  readonly chunkLengths: Uint16Array;
  readonly fileFlags: Uint16Array;
  readonly chunkLimit: number;
  readonly fileLimit: number;
  /** How far the arrays are written, by this or by the one that was made from it. */
  readonly #written: { chunks: number; files: number };

  constructor(
    arrays: Pick<Columns, 'chunkFiles' | 'chunkLengths' | 'fileFlags'>,
    written: { chunks: number; files: number },
  ) {
    this.chunkFiles = arrays.chunkFiles;
    this.chunkLengths = arrays.chunkLengths;
    this.fileFlags = arrays.fileFlags;
    this.chunkLimit = written.chunks;
    this.fileLimit = written.files;
    this.#written = written;
  }

  with({ files, firstChunks, chunks, chunkCount }: Segment): Columns {
    const arrays = this.#withRoom(chunkCount, files.length);
    const { chunkFiles, chunkLengths, fileFlags } = arrays;
    chunkLengths.set(chunks.lengths, this.chunkLimit);
    for (const [file, { flags }] of files.entries()) {
      fileFlags[this.fileLimit + file] = flags & ~UNREADABLE;
      const [from, to] = [firstChunks[file] ?? 0, firstChunks[file + 1] ?? 0];
      chunkFiles.fill(this.fileLimit + file, this.chunkLimit + from, this.chunkLimit + to);
    }
    const written = { chunks: this.chunkLimit + chunkCount, files: this.fileLimit + files.length };
    if (arrays === this) Object.assign(this.#written, written);
    return new Columns(arrays, written);
  }

  /** These arrays, if nobody has written behind the limits and there is room; else copies. */
  #withRoom(chunks: number, files: number): Pick<Columns, 'chunkFiles' | 'chunkLengths' | 'fileFlags'> {
    const { chunkFiles, chunkLengths, fileFlags, chunkLimit, fileLimit } = this;
    const isLast = this.#written.chunks === chunkLimit && this.#written.files === fileLimit;
    const fits = chunkLimit + chunks <= chunkFiles.length && fileLimit + files <= fileFlags.length;
    if (isLast && fits) return this;
    const chunkRoom = Math.max(FIRST_ROOM, 2 * (chunkLimit + chunks));
    const fileRoom = Math.max(FIRST_ROOM, 2 * (fileLimit + files));
    return {
      chunkFiles: copied(chunkFiles.subarray(0, chunkLimit), new Uint32Array(chunkRoom)),
      chunkLengths: copied(chunkLengths.subarray(0, chunkLimit), new Uint16Array(chunkRoom)),
      fileFlags: copied(fileFlags.subarray(0, fileLimit), new Uint16Array(fileRoom)),
    };
  }
}

function copied<T extends Uint32Array | Uint16Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

const NO_COLUMNS = new Columns(
  { chunkFiles: new Uint32Array(), chunkLengths: new Uint16Array(), fileFlags: new Uint16Array() },
  { chunks: 0, files: 0 },
);

export const EMPTY = Snapshot.of([]);
