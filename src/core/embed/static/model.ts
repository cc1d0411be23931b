/** The static model: a text is the weighted sum of its tokens' rows. Synchronous and without state between texts. */

import { normalise } from '../embedder.ts';
import { MOST_COUNT, type ModelTables, type SharedModel, tablesOf, viewsOf } from './layout.ts';
import { eachWord, openVocabulary } from './vocabulary.ts';

/** What the table was trained on; more of a text would shift its vector away from what it begins with. */
const MOST_WORDS = 400;

export interface StaticModel {
  readonly id: string;
  readonly dims: number;
  /** A unit vector, or zeros for a text without any word. Writes to `into` if given, else to a new array. */
  encode(text: string, into?: Float32Array): Float32Array;
  /** For the kernel, which counts and sums by itself. */
  readonly tables: ModelTables;
  /** Pass this to a worker thread and call attachStaticModel there: no copy is made. */
  readonly shared: SharedModel;
}

export function attachStaticModel(shared: SharedModel): StaticModel {
  const { dims } = shared;
  const views = viewsOf(shared);
  const tables = tablesOf(views, shared);
  const vocabulary = openVocabulary(tables.vocabulary);
  let opened: TokenSum | undefined;
  // On first use: a thread that only shares its tables does not need it.
  const sum = (): TokenSum => {
    opened ??= openTokenSum(tables);
    return opened;
  };
  const eachRow = (text: string, found: (row: number) => void) =>
    eachWord(text, MOST_WORDS, (from, to) => vocabulary.look(text, from, to, found));

  return {
    id: shared.id,
    dims,
    shared,
    tables,
    encode(text, into = new Float32Array(dims)) {
      const { count, finish } = sum();
      eachRow(text, (row) => count(row, 1));
      return finish(into);
    },
  };
}

/**
 * Counts tokens and adds up their rows of the table, each by its scale and the logarithm of its count. For queries and other
 * short texts; chunks of files are summed by the compiled kernel (kernel/embedding.ts). Weights and sums are whole numbers, so
 * that both, on every machine, come to the same vector.
 */

/** Different tokens of one text; more than a chunk of code ever has. */
const MOST_ROWS = 1_000;

export interface TokenSum {
  count(row: number, times: number): void;
  /** The unit vector of what was counted, or zeros for nothing. The next text starts from nothing. */
  finish(into: Float32Array): Float32Array;
}

export function openTokenSum({ dims, scales, vectors, factors, weightUnit }: ModelTables): TokenSum {
  const counts = new Uint8Array(scales.length);
  const rows = new Int32Array(MOST_ROWS);
  const sums = new Int32Array(dims);
  let different = 0;

  const addRows = (): void => {
    sums.fill(0);
    for (let i = 0; i < different; i++) {
      const row = rows[i] ?? 0;
      const weight = Math.round((scales[row] ?? 0) * (factors[counts[row] ?? 0] ?? 0) * weightUnit);
      counts[row] = 0;
      const start = row * dims;
      for (let k = 0; k < dims; k++) sums[k] = (sums[k] ?? 0) + weight * (vectors[start + k] ?? 0);
    }
    different = 0;
  };

  return {
    count(row, times) {
      const before = counts[row] ?? 0;
      if (before === 0) {
        if (different === MOST_ROWS) return;
        rows[different++] = row;
      }
      counts[row] = Math.min(MOST_COUNT, before + times);
    },
    finish(into) {
      addRows();
      into.set(sums);
      normalise(into);
      return into;
    },
  };
}
