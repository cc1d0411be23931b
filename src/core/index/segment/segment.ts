/**
 * A segment: files in order, their chunks, and blocks with their terms, names and vectors. As bytes it is SegmentParts, which a
 * worker hands over and the storage keeps; a Segment is its tables decoded. Neither changes after it was made.
 */
import { DamagedIndex, type PackedBlocks } from './bytes.ts';
import { type ChunkColumns, decodeChunks, decodeFiles, type FileEntry } from './tables.ts';
import { type TermBlocks, TermDirectory } from './term-table.ts';

export interface SegmentParts {
  fileCount: number;
  chunkCount: number;
  files: Uint8Array<ArrayBuffer>;
  stats: Uint8Array<ArrayBuffer>;
  chunks: Uint8Array<ArrayBuffer>;
  terms: TermBlocks;
  pathTerms: TermBlocks;
  /** Names declared in the files; see declarationBlock. */
  declarations: PackedBlocks;
  vectors: SegmentVectors | undefined;
}

export interface SegmentVectors {
  model: string;
  dims: number;
  /** A row for each chunk. */
  matrix: Int8Array<ArrayBuffer>;
}

export type BlockKind = 'terms' | 'pathTerms' | 'declarations' | 'vectors';

const NO_BLOCKS: PackedBlocks = { bytes: new Uint8Array(), ends: new Uint32Array() };

/** The vectors are one block. */
export function packedBlocks(parts: SegmentParts, kind: BlockKind): PackedBlocks {
  switch (kind) {
    case 'terms':
      return parts.terms.blocks;
    case 'pathTerms':
      return parts.pathTerms.blocks;
    case 'declarations':
      return parts.declarations;
    case 'vectors':
      return parts.vectors === undefined ? NO_BLOCKS : oneBlock(vectorBytes(parts.vectors));
  }
}

export function vectorBytes({ matrix }: SegmentVectors): Uint8Array<ArrayBuffer> {
  return new Uint8Array(matrix.buffer, matrix.byteOffset, matrix.byteLength);
}

function oneBlock(bytes: Uint8Array<ArrayBuffer>): PackedBlocks {
  return { bytes, ends: Uint32Array.of(bytes.length) };
}

/** The buffers in the parts, to hand them to another thread without a copy. */
export function buffersOf(parts: SegmentParts): ArrayBuffer[] {
  const views = [
    parts.files,
    parts.stats,
    parts.chunks,
    parts.terms.directory,
    parts.pathTerms.directory,
    ...[parts.terms.blocks, parts.pathTerms.blocks, parts.declarations].flatMap((it) => [it.bytes, it.ends]),
    ...(parts.vectors === undefined ? [] : [parts.vectors.matrix]),
  ];
  return views.map((view) => view.buffer);
}

/** What of a segment is kept in memory while it is searched. */
export interface SegmentTables {
  files: Uint8Array;
  chunks: Uint8Array;
  directory: Uint8Array;
  pathDirectory: Uint8Array;
}

export function tablesOf({ files, chunks, terms, pathTerms }: SegmentParts): SegmentTables {
  return { files, chunks, directory: terms.directory, pathDirectory: pathTerms.directory };
}

export class Segment {
  readonly files: readonly FileEntry[];
  readonly chunks: ChunkColumns;
  readonly chunkCount: number;
  /** By file, and one more: where the chunks of the next file would begin. */
  readonly firstChunks: Uint32Array;
  readonly terms: TermDirectory;
  readonly pathTerms: TermDirectory;
  #numbers: Map<string, number> | undefined;

  constructor(tables: SegmentTables) {
    this.files = decodeFiles(tables.files);
    this.firstChunks = firstChunksOf(this.files);
    this.chunkCount = this.firstChunks[this.files.length] ?? 0;
    this.chunks = decodeChunks(tables.chunks, this.chunkCount);
    this.terms = new TermDirectory(tables.directory);
    this.pathTerms = new TermDirectory(tables.pathDirectory);
  }

  fileNumber(path: string): number | undefined {
    this.#numbers ??= new Map(this.files.map((file, number) => [file.path, number]));
    return this.#numbers.get(path);
  }
}

/** No segment has more: a file of 4 MiB with a chunk for every line is below it. */
const MOST_CHUNKS = 0x00ff_ffff;

function firstChunksOf(files: readonly FileEntry[]): Uint32Array {
  const first = new Uint32Array(files.length + 1);
  let sum = 0;
  for (const [i, { chunkCount }] of files.entries()) {
    first[i] = sum;
    sum += chunkCount;
  }
  if (sum > MOST_CHUNKS) throw new DamagedIndex('a segment has too many chunks');
  first[files.length] = sum;
  return first;
}
