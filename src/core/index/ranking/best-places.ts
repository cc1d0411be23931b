/** From scores to places: the best place of each file first, then further places of the files shown. */
import { byCodeUnit } from '../../text/index.ts';
import type { FileLayout, PostingSource, SearchOptions } from '../contract.ts';
import { NO_CHUNK, type Scores } from './scores.ts';

export interface Place {
  chunk: number;
  score: number;
}

export interface ShownPlace extends Place {
  /** The places of the file that come into question, best first. */
  candidates: readonly Place[];
  /** 0 for the first place of its file that is shown, 1 for the second. */
  nth: number;
}

/** A further place must hold at least this share of what the file's best place holds. */
const FURTHER_SHARE = 0.5;
/** Of one file. */
const MOST_CANDIDATES = 3;
/** What a chunk gets of the score of each neighbour: what is asked for often runs over the cut. */
const OF_NEIGHBOURS = 0.2;
export function places(
  scores: Scores,
  source: PostingSource,
  layout: FileLayout,
  options: SearchOptions,
): ShownPlace[] {
  const first: ShownPlace[] = [];
  const further: ShownPlace[] = [];
  for (const file of bestFiles(scores.files, source, layout, options)) {
    const candidates = candidatesOf(file, scores, source, layout);
    for (const [nth, place] of candidates.entries())
      if (nth === 0) first.push({ ...place, score: scores.files[file] ?? 0, candidates, nth });
      else further.push({ ...place, candidates, nth });
  }
  return [...first, ...below(first.at(-1)?.score ?? 0, further, source)].slice(0, options.limit);
}

/** In the order of their own scores, which are scaled to lie below the last first place. */
function below(least: number, further: readonly ShownPlace[], source: PostingSource): ShownPlace[] {
  const most = further.reduce((top, { score }) => Math.max(top, score), 0);
  const pathOf = ({ chunk }: Place): string => source.filePath(source.chunkFiles[chunk] ?? 0);
  return further
    .toSorted((a, b) => b.score - a.score || byCodeUnit(pathOf(a), pathOf(b)) || a.chunk - b.chunk)
    .map((place) => ({ ...place, score: (least * place.score) / most }));
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
function candidatesOf(file: number, scores: Scores, source: PostingSource, layout: FileLayout): Place[] {
  const first = layout.firstChunks[file] ?? NO_CHUNK;
  const own: number[] = [];
  for (let chunk = first; chunk < source.chunkLimit && source.chunkFiles[chunk] === file; chunk++)
    own.push(scores.chunk(chunk));
  const found = own.map((score, at) => ({
    chunk: first + at,
    score: score + OF_NEIGHBOURS * ((own[at - 1] ?? 0) + (own[at + 1] ?? 0)),
  }));
  const best = found.reduce((top, { score }) => Math.max(top, score), 0);
  return found
    .filter(({ score }) => score >= FURTHER_SHARE * best)
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, MOST_CANDIDATES);
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
