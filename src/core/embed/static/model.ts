/** The static model: a text is the weighted sum of its tokens' rows. Synchronous and without state between texts. */
import { normalise } from '../quantise.ts';
import { type SharedModel, viewsOf } from './layout.ts';
import { openVocabulary } from './vocabulary.ts';
import { eachWord } from './words.ts';

/** What the table was trained on; more of a text would shift its vector away from what it begins with. */
const MOST_WORDS = 400;
/** Room for the different tokens of a usual text; a text of rare words, cut into pieces, gets more. */
const FIRST_SEEN = 1_024;

export interface StaticModel {
  readonly id: string;
  readonly dims: number;
  /** A unit vector, or zeros for a text without any word. Writes to `into` if given, else to a new array. */
  encode(text: string, into?: Float32Array): Float32Array;
  /** Hand this to a worker thread and call attachStaticModel there: no copy is made. */
  readonly shared: SharedModel;
}

export function attachStaticModel(shared: SharedModel): StaticModel {
  const { rows, dims } = shared;
  const views = viewsOf(shared);
  const { scales, vectors } = views;
  const vocabulary = openVocabulary(views);
  const counts = new Uint16Array(rows);
  const sums = new Float64Array(dims);
  let seen = new Int32Array(FIRST_SEEN);
  let seenCount = 0;

  const onRow = (row: number) => {
    const before = counts[row] ?? 0;
    counts[row] = before + 1;
    if (before > 0) return;
    if (seenCount === seen.length) {
      const larger = new Int32Array(seen.length * 2);
      larger.set(seen);
      seen = larger;
    }
    seen[seenCount++] = row;
  };

  /** Takes the count back, so that the next text starts from nothing. */
  const weightOf = (row: number) => {
    const count = counts[row] ?? 0;
    counts[row] = 0;
    return count === 0 ? 0 : (scales[row] ?? 0) * (1 + Math.log(count));
  };

  /** Four rows at a time: most of the time of embedding is spent here. Places past the last have no weight. */
  const addRows = () => {
    for (let i = 0; i < seenCount; i += 4) {
      const [a, b, c, d] = [seen[i] ?? 0, seen[i + 1] ?? 0, seen[i + 2] ?? 0, seen[i + 3] ?? 0];
      const [wa, wb, wc, wd] = [weightOf(a), weightOf(b), weightOf(c), weightOf(d)];
      const [atA, atB, atC, atD] = [a * dims, b * dims, c * dims, d * dims];
      for (let k = 0; k < dims; k++)
        sums[k] =
          (sums[k] ?? 0) +
          wa * (vectors[atA + k] ?? 0) +
          wb * (vectors[atB + k] ?? 0) +
          wc * (vectors[atC + k] ?? 0) +
          wd * (vectors[atD + k] ?? 0);
    }
  };

  return {
    id: shared.id,
    dims,
    shared,
    encode(text, into = new Float32Array(dims)) {
      seenCount = 0;
      eachWord(text, MOST_WORDS, (from, to) => vocabulary.look(text, from, to, onRow));
      sums.fill(0);
      addRows();
      into.set(sums);
      normalise(into);
      return into;
    },
  };
}
