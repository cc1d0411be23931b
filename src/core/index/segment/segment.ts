/** A segment that can be read: its tables decoded, its blocks fetched when asked for. */

import { DamagedIndex } from './damaged.ts';
import {
  DECLARATION_GROUP,
  type DeclarationColumns,
  decodeDeclarations,
  encodedDeclarations,
} from './declarations.ts';
import {
  type ChunkColumns,
  decodeChunks,
  decodeFiles,
  decodeStats,
  type FileEntry,
  type FileStat,
} from './file-table.ts';
import { blockAt, NO_BLOCKS, oneBlock, type PackedBlocks } from './packed-blocks.ts';
import type { SegmentParts, SegmentVectors } from './parts.ts';
import { TermReader } from './term-reader.ts';

export type BlockKind = 'terms' | 'pathTerms' | 'declarations' | 'vectors';

/** Where the blocks of one segment are: in memory or in the database. */
export interface BlockSource {
  read(kind: BlockKind, number: number): Uint8Array;
}

export interface SegmentTables {
  files: Uint8Array;
  stats: Uint8Array;
  chunks: Uint8Array;
  directory: Uint8Array;
  pathDirectory: Uint8Array;
  vectors: { model: string; dims: number } | undefined;
}

export class Segment {
  readonly files: FileEntry[];
  readonly stats: FileStat[];
  readonly chunks: ChunkColumns;
  readonly chunkCount: number;
  /** By file, and one more: where the chunks of the next file would begin. */
  readonly firstChunks: Uint32Array;
  readonly terms: TermReader;
  readonly pathTerms: TermReader;
  #blocks: BlockSource;
  readonly #vectors: { model: string; dims: number } | undefined;

  constructor(tables: SegmentTables, blocks: BlockSource) {
    this.files = decodeFiles(tables.files);
    this.stats = decodeStats(tables.stats, this.files.length);
    this.firstChunks = firstChunksOf(this.files);
    this.chunkCount = this.firstChunks[this.files.length] ?? 0;
    this.chunks = decodeChunks(tables.chunks, this.chunkCount);
    this.terms = new TermReader(tables.directory, (number) => this.#blocks.read('terms', number));
    this.pathTerms = new TermReader(tables.pathDirectory, (number) => this.#blocks.read('pathTerms', number));
    this.#blocks = blocks;
    this.#vectors = tables.vectors;
  }

  /** The same blocks, from another place. */
  moveTo(blocks: BlockSource): void {
    this.#blocks = blocks;
  }

  get model(): string | undefined {
    return this.#vectors?.model;
  }

  get vectorDims(): number | undefined {
    return this.#vectors?.dims;
  }

  encodedDeclarations(file: number): Uint8Array {
    const block = this.#blocks.read('declarations', Math.floor(file / DECLARATION_GROUP));
    return encodedDeclarations(block, file);
  }

  declarations(file: number): DeclarationColumns {
    return decodeDeclarations(this.encodedDeclarations(file));
  }

  readVectors(): SegmentVectors | undefined {
    if (this.#vectors === undefined) return undefined;
    const { model, dims } = this.#vectors;
    const bytes = this.#blocks.read('vectors', 0);
    if (bytes.length !== this.chunkCount * dims) throw new DamagedIndex('the vectors do not fit the chunks');
    // A copy of its own if it is a window into something larger.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
    return { model, dims, matrix: new Int8Array(own.buffer as ArrayBuffer) };
  }
}

/** No file has more: a file of 4 MiB with a chunk for every line is below it. */
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

/** A segment that was just made and is not in the database, or not yet. */
export function segmentInMemory(parts: SegmentParts): Segment {
  const blocks: Record<BlockKind, PackedBlocks> = {
    terms: parts.terms.blocks,
    pathTerms: parts.pathTerms.blocks,
    declarations: parts.declarations,
    vectors: parts.vectors === undefined ? NO_BLOCKS : oneBlock(new Uint8Array(parts.vectors.matrix.buffer)),
  };
  const tables: SegmentTables = {
    files: parts.files,
    stats: parts.stats,
    chunks: parts.chunks,
    directory: parts.terms.directory,
    pathDirectory: parts.pathTerms.directory,
    vectors: parts.vectors,
  };
  return new Segment(tables, {
    read(kind, number) {
      const block = blockAt(blocks[kind], number);
      if (block === undefined) throw new DamagedIndex('a block is missing');
      return block;
    },
  });
}
