/**
 * What the index needs of its storage: segments, their blocks, a few named values, and commits that happen in full or not at
 * all. Any number of processes may have one storage open. What is kept under an id or an address never changes and none is used
 * twice, so blocks that were read stay valid; what a commit removed is missing from then on.
 * storage.test.ts holds every implementation to this.
 */
import type { BlockKind, SegmentParts, SegmentTables, SegmentVectors } from '../segment/segment.ts';

export interface IndexStorage {
  /** The newest commit of any process, read at one moment; undefined if that is still the generation `known`. */
  state(known?: number): Promise<StoredState | undefined>;
  /** By id, in the order asked for; undefined for one that is not there. */
  segments(ids: readonly number[]): Promise<(SegmentTables | undefined)[]>;
  /** By address, in the order asked for; undefined for one that is not there. */
  blocks(addresses: readonly BlockAddress[]): Promise<(Uint8Array | undefined)[]>;
  /** All of it or nothing. Undefined, and nothing was done: another commit came after the generation `base`. */
  commit(base: number, changes: Changes): Promise<Committed | undefined>;
  sizeBytes(): Promise<number>;
  close(): Promise<void>;
  /** Undefined: there is no other index in this place, and what a commit releases is removed. */
  readonly shared?: SharedSegments;
}

/** What the indexes of one place have in common: segments are kept once, and each index says which of their files it has. */
export interface SharedSegments {
  /** Those that another index has, or that one had, and this one has not. */
  spare(): Promise<SpareSegment[]>;
  /** Deletes what nobody needs: indexes of what is gone, and released segments beyond a bound. */
  collect(): Promise<void>;
}

export interface SpareSegment {
  id: number;
  files: Uint8Array;
  /** Of the vectors that it was made with. */
  model: string | undefined;
}

export interface StoredState {
  /** Raised by every commit; 0 before the first. */
  generation: number;
  /** Ascending by id. */
  segments: SegmentState[];
  values: ReadonlyMap<string, StoredValue>;
}

export type StoredValue = string | number;

/** What may change about a segment while it is there. */
export interface SegmentState {
  id: number;
  /** Sizes and times of its files on disk. */
  stats: Uint8Array;
  /** A byte for each file, 1 for those that are gone; empty if none is. */
  dead: Uint8Array;
  vectors: VectorsState | undefined;
}

export interface VectorsState {
  model: string;
  dims: number;
  /** The number of the block that holds them. */
  block: number;
}

export interface BlockAddress {
  segment: number;
  kind: BlockKind;
  /** From 0, but for vectors, which get a new number when they are made again. */
  number: number;
}

/** Of one commit. All are optional: none is a commit too. */
export interface Changes {
  insert?: readonly { parts: SegmentParts; dead: Uint8Array }[];
  update?: readonly { id: number; stats: Uint8Array; dead: Uint8Array }[];
  /** Takes the place of the vectors that the segment had. */
  vectors?: { id: number; vectors: SegmentVectors };
  remove?: readonly number[];
  /** Like `remove`, but an index may adopt them for as long as they are kept. */
  release?: readonly number[];
  /** Segments of `spare`. One that is gone by now is left out. */
  adopt?: readonly { id: number; stats: Uint8Array; dead: Uint8Array }[];
  values?: Readonly<Record<string, StoredValue>>;
}

export interface Committed {
  generation: number;
  /** Ids of the inserted segments, in order. */
  inserted: number[];
}

/** Names of the values that belong to the whole index. */
export const VALUES = {
  /** ANALYSIS_VERSION of whoever made the segments. */
  analysis: 'analysis',
  /** 1 once every file that was listed has been read. */
  complete: 'complete',
  /** Milliseconds since the epoch. */
  lastRefresh: 'last_refresh',
  /** Files found by the listing of the newest refresh. */
  listed: 'listed',
} as const;
