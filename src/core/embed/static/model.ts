/** The static model: a text is the weighted sum of its tokens' rows. Synchronous and without state between texts. */
import { normalise } from '../quantise.ts';
import { type SharedModel, viewsOf } from './layout.ts';
import { openVocabulary } from './vocabulary.ts';
import { eachWord } from './words.ts';

/** What the table was trained on; more of a text would shift its vector away from what it begins with. */
const MOST_WORDS = 400;

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
  const logs = new Float64Array(64);
  for (let count = 1; count < logs.length; count++) logs[count] = 1 + Math.log(count);
  let seen = new Int32Array(1024);
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

  return {
    id: shared.id,
    dims,
    shared,
    encode(text, into = new Float32Array(dims)) {
      seenCount = 0;
      eachWord(text, MOST_WORDS, (from, to) => vocabulary.look(text, from, to, onRow));
      into.fill(0);
      for (let i = 0; i < seenCount; i++) {
        const row = seen[i] ?? 0;
        const count = counts[row] ?? 0;
        counts[row] = 0;
        const weight = (scales[row] ?? 0) * (logs[count] ?? 1 + Math.log(count));
        addRow(into, vectors, row * dims, dims, weight);
      }
      normalise(into);
      return into;
    },
  };
}

/** Written out by four: most of the time of embedding is spent here. */
function addRow(into: Float32Array, vectors: Int8Array, start: number, dims: number, weight: number): void {
  for (let d = 0, at = start; d < dims; d += 4, at += 4) {
    into[d] = (into[d] ?? 0) + weight * (vectors[at] ?? 0);
    into[d + 1] = (into[d + 1] ?? 0) + weight * (vectors[at + 1] ?? 0);
    into[d + 2] = (into[d + 2] ?? 0) + weight * (vectors[at + 2] ?? 0);
    into[d + 3] = (into[d + 3] ?? 0) + weight * (vectors[at + 3] ?? 0);
  }
}
