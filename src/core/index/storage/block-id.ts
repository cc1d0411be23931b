import type { BlockKind } from '../segment/segment.ts';

/** A block's row: the segment, then the kind, then the number within the kind, all in one integer. */
const KIND_CODES: Readonly<Record<BlockKind, number>> = {
  terms: 0,
  pathTerms: 1,
  declarations: 2,
  vectors: 3,
};
const NUMBERS = 2 ** 20;
const KINDS = 4;
/** So that a block's row is a safe integer. */
export const MOST_SEGMENTS = 2 ** 30;

export function blockId(segment: number, kind: BlockKind, number: number): number {
  return (segment * KINDS + KIND_CODES[kind]) * NUMBERS + number;
}

/** First row of the segment and first row after it. */
export function blockRange(segment: number): [number, number] {
  return [segment * KINDS * NUMBERS, (segment + 1) * KINDS * NUMBERS];
}
