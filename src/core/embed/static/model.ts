/** The static model: a text is the weighted sum of its tokens' rows. Synchronous and without state between texts. */
import { type ModelTables, type SharedModel, tablesOf, viewsOf } from './layout.ts';
import { openTokenSum, type TokenSum } from './token-sum.ts';
import { eachWord, openVocabulary } from './vocabulary.ts';

/** What the table was trained on; more of a text would shift its vector away from what it begins with. */
const MOST_WORDS = 400;

export interface StaticModel {
  readonly id: string;
  readonly dims: number;
  /** A unit vector, or zeros for a text without any word. Writes to `into` if given, else to a new array. */
  encode(text: string, into?: Float32Array): Float32Array;
  /** For whoever counts and sums by itself. */
  readonly tables: ModelTables;
  /** Hand this to a worker thread and call attachStaticModel there: no copy is made. */
  readonly shared: SharedModel;
}

export function attachStaticModel(shared: SharedModel): StaticModel {
  const { dims } = shared;
  const views = viewsOf(shared);
  const tables = tablesOf(views, shared);
  const vocabulary = openVocabulary(tables.vocabulary);
  let opened: TokenSum | undefined;
  // On first use: a thread that only lends its tables does not need it.
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
