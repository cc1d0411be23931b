import type { PackedBlocks } from './packed-blocks.ts';
import type { TermBlocks } from './term-blocks.ts';

/** A segment as bytes: what a worker hands over and what the store keeps. Nothing in it changes but `stats`. */
export interface SegmentParts {
  fileCount: number;
  chunkCount: number;
  files: Uint8Array<ArrayBuffer>;
  stats: Uint8Array<ArrayBuffer>;
  chunks: Uint8Array<ArrayBuffer>;
  terms: TermBlocks;
  pathTerms: TermBlocks;
  /** Names declared in the files, a block for every DECLARATION_GROUP files. */
  declarations: PackedBlocks;
  vectors: SegmentVectors | undefined;
}

export interface SegmentVectors {
  model: string;
  dims: number;
  /** A row for each chunk. */
  matrix: Int8Array<ArrayBuffer>;
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
