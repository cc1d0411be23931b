/** A row of a segment, as every database of an index gives it: bytes with their checksums, and what is known of its vectors. */
import { DamagedIndex } from '../segment/bytes.ts';
import type { SegmentTables } from '../segment/segment.ts';
import { unsealed } from './sealed.ts';
import type { SegmentState } from './storage.ts';

type Row = Readonly<Record<string, unknown>>;

export function segmentState(id: unknown, { stats, dead, model, dims, vectors }: Row): SegmentState {
  const hasVectors = typeof model === 'string' && typeof dims === 'number' && typeof vectors === 'number';
  return {
    id: Number(id),
    stats: unsealed(stats),
    dead: unsealed(dead),
    vectors: hasVectors ? { model, dims, block: vectors } : undefined,
  };
}

export function segmentTables(row: Row): SegmentTables {
  return {
    files: unsealed(row.files),
    chunks: unsealed(row.chunks),
    directory: unsealed(row.directory),
    pathDirectory: unsealed(row.path_directory),
  };
}

export function missingSegment(): DamagedIndex {
  return new DamagedIndex('a segment is missing');
}
