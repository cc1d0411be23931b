/** From scores to places: the best place of each file first, then further places of the files shown. */
import { byCodeUnit } from '../../text/index.ts';
import type { FileLayout, PostingSource, SearchOptions } from '../contract.ts';
import { NO_CHUNK, type Scores } from './scores.ts';

export interface Place {
  chunk: number;
  score: number;
}

/** A further place must hold at least this share of what the file's best place holds. */
const FURTHER_SHARE = 0.6;
/** Of one file, beside its best place. */
const MOST_FURTHER = 2;

export function places(
  scores: Scores,
  source: PostingSource,
  layout: FileLayout,
  options: SearchOptions,
): Place[] {
  const first: Place[] = [];
  const further: Place[] = [];
  for (const file of bestFiles(scores.files, source, layout, options)) {
    const [best, ...others] = placesOf(file, scores, source, layout);
    if (best === undefined) continue;
    first.push({ chunk: best.chunk, score: scores.files[file] ?? 0 });
    further.push(...others.slice(0, MOST_FURTHER));
  }
  return [...first, ...below(first.at(-1)?.score ?? 0, further, source)].slice(0, options.limit);
}

/** In the order of their own scores, which are scaled to lie below the last first place. */
function below(least: number, further: readonly Place[], source: PostingSource): Place[] {
  const most = further.reduce((top, { score }) => Math.max(top, score), 0);
  const pathOf = ({ chunk }: Place): string => source.filePath(source.chunkFiles[chunk] ?? 0);
  return further
    .toSorted((a, b) => b.score - a.score || byCodeUnit(pathOf(a), pathOf(b)) || a.chunk - b.chunk)
    .map(({ chunk, score }) => ({ chunk, score: (least * score) / most }));
}

function bestFiles(
  files: Float64Array,
  source: PostingSource,
  layout: FileLayout,
  { limit, accepts }: SearchOptions,
): number[] {
  const candidates = new Uint32Array(source.fileLimit);
  let count = 0;
  for (let file = 0; file < source.fileLimit; file++)
    if ((files[file] ?? 0) > 0 && layout.firstChunks[file] !== NO_CHUNK) candidates[count++] = file;
  const heap = new BestFirst(candidates.subarray(0, count), (a, b) => {
    const difference = (files[a] ?? 0) - (files[b] ?? 0);
    return difference > 0 || (difference === 0 && byCodeUnit(source.filePath(a), source.filePath(b)) < 0);
  });
  const chosen: number[] = [];
  while (chosen.length < limit) {
    const file = heap.next();
    if (file === undefined) break;
    if (accepts === undefined || accepts(source.filePath(file))) chosen.push(file);
  }
  return chosen;
}

/** Best first, equal ones by line; only those that hold enough beside the best. */
function placesOf(file: number, scores: Scores, source: PostingSource, layout: FileLayout): Place[] {
  const found: Place[] = [];
  let best = 0;
  let chunk = layout.firstChunks[file] ?? NO_CHUNK;
  for (; chunk < source.chunkLimit && source.chunkFiles[chunk] === file; chunk++) {
    const score = scores.chunk(chunk);
    if (found.length > 0 && (score === 0 || score < FURTHER_SHARE * best)) continue;
    if (score > best) best = score;
    found.push({ chunk, score });
  }
  return found
    .filter(({ score }) => score >= FURTHER_SHARE * best)
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

/** A heap over ids: the first few in order, without sorting all. */
class BestFirst {
  readonly #ids: Uint32Array;
  readonly #isBefore: (a: number, b: number) => boolean;
  #size: number;

  constructor(ids: Uint32Array, isBefore: (a: number, b: number) => boolean) {
    this.#ids = ids;
    this.#isBefore = isBefore;
    this.#size = ids.length;
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  next(): number | undefined {
    if (this.#size === 0) return undefined;
    const first = this.#ids[0];
    this.#size--;
    this.#ids[0] = this.#ids[this.#size] ?? 0;
    this.#sink(0);
    return first;
  }

  #sink(from: number): void {
    const ids = this.#ids;
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#size) return;
      const right = child + 1;
      if (right < this.#size && this.#isBefore(ids[right] ?? 0, ids[child] ?? 0)) child = right;
      if (!this.#isBefore(ids[child] ?? 0, ids[at] ?? 0)) return;
      const moved = ids[at] ?? 0;
      ids[at] = ids[child] ?? 0;
      ids[child] = moved;
      at = child;
    }
  }
}
