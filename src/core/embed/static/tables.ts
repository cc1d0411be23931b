/** The model as it lies in memory, with the weights that rows are summed by. */
import type { ModelViews, SharedModel } from './layout.ts';
import { weighing } from './weighing.ts';

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
