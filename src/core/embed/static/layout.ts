/**
 * One shared buffer holds the whole model, so that worker threads take it without a copy:
 * the table file as it is, the vocabulary file as it is, then the look-up made from the vocabulary.
 */
export interface SharedModel {
  buffer: SharedArrayBuffer;
  id: string;
  rows: number;
  dims: number;
  vocabularyBytes: number;
  /** Bytes of the longest token. */
  longest: number;
  largestScale: number;
}

/** What determines where things are in the buffer. */
export type ModelLayout = Pick<SharedModel, 'buffer' | 'rows' | 'dims' | 'vocabularyBytes'>;

export interface ModelViews {
  /** The first two words of the table file: rows and dims. */
  header: Uint32Array;
  tableFile: Uint8Array;
  scales: Float32Array;
  vectors: Int8Array;
  vocabularyFile: Uint8Array;
  /** Where each token begins in the vocabulary file; one more entry than rows, one past the last token. */
  starts: Uint32Array;
  /** Open-addressed hash table: row + 1, or 0 for an empty slot. */
  slots: Int32Array;
  /** A bit for the hash of each beginning of a token: what has none here begins no token. */
  prefixes: Uint8Array;
}

/** Some five times as many as there are beginnings. */
export const PREFIX_BITS = 2 ** 20;

const HEADER_BYTES = 8;

export function tableBytes(rows: number, dims: number): number {
  return HEADER_BYTES + rows * 4 + rows * dims;
}

/** A power of two, at most a third full, so that a miss is seen after a probe or two. */
function slotCount(rows: number): number {
  return 2 ** Math.ceil(Math.log2(rows * 3));
}

const aligned = (bytes: number) => Math.ceil(bytes / 4) * 4;

export function bufferBytes(rows: number, dims: number, vocabularyBytes: number): number {
  const files = aligned(tableBytes(rows, dims)) + aligned(vocabularyBytes);
  return files + (rows + 1) * 4 + slotCount(rows) * 4 + PREFIX_BITS / 8;
}

export function viewsOf({ buffer, rows, dims, vocabularyBytes }: ModelLayout): ModelViews {
  const vocabularyAt = aligned(tableBytes(rows, dims));
  const startsAt = vocabularyAt + aligned(vocabularyBytes);
  const slotsAt = startsAt + (rows + 1) * 4;
  return {
    header: new Uint32Array(buffer, 0, 2),
    tableFile: new Uint8Array(buffer, 0, tableBytes(rows, dims)),
    scales: new Float32Array(buffer, HEADER_BYTES, rows),
    vectors: new Int8Array(buffer, HEADER_BYTES + rows * 4, rows * dims),
    vocabularyFile: new Uint8Array(buffer, vocabularyAt, vocabularyBytes),
    starts: new Uint32Array(buffer, startsAt, rows + 1),
    slots: new Int32Array(buffer, slotsAt, slotCount(rows)),
    prefixes: new Uint8Array(buffer, slotsAt + slotCount(rows) * 4, PREFIX_BITS / 8),
  };
}

/** The tables of the model, with the weights for summing rows. */
export interface ModelTables {
  vocabulary: VocabularyTables;
  rows: number;
  dims: number;
  scales: Float32Array;
  vectors: Int8Array;
  /** By how often a row occurs. */
  factors: Float64Array;
  /** A scale times a factor times this is a weight. */
  weightUnit: number;
}

export interface VocabularyTables {
  /** A token a line. */
  tokens: Uint8Array;
  starts: Uint32Array;
  slots: Int32Array;
  prefixes: Uint8Array;
  /** Bytes of the longest token. */
  longest: number;
}

export function tablesOf(views: ModelViews, { dims, longest, largestScale }: SharedModel): ModelTables {
  const { vocabularyFile, starts, slots, prefixes, scales, vectors } = views;
  const vocabulary = { tokens: vocabularyFile, starts, slots, prefixes, longest };
  return { vocabulary, rows: scales.length, dims, scales, vectors, ...weighing(largestScale) };
}

/** MOST_ROWS rows of ±127 with this weight stay below 2^31. */
const LARGEST_WEIGHT = 16_383;
/** Higher counts are not distinguished. The factor of a count is 1 + ln(count). */
export const MOST_COUNT = 255;

/** How much a row counts: its scale times the factor of its count times the unit, a whole number below 2^15. */
export function weighing(largestScale: number): { factors: Float64Array; weightUnit: number } {
  const factors = Float64Array.from({ length: MOST_COUNT + 1 }, (_, n) => 1 + Math.log(Math.max(1, n)));
  return { factors, weightUnit: LARGEST_WEIGHT / (largestScale * (factors[MOST_COUNT] ?? 1)) };
}

export function largest(scales: Float32Array): number {
  let most = 0;
  for (const scale of scales) most = Math.max(most, Math.abs(scale));
  return most === 0 ? 1 : most;
}
