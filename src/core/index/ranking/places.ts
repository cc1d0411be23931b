/** From scores to places: the best place of each file first, then further places of the files shown. */
import { byCodeUnit } from '../../text/index.ts';
import type { PostingSource, SearchOptions } from '../contract.ts';
import { BestFirst } from './best-first.ts';
import { type FileLayout, NO_CHUNK } from './layout.ts';
import type { Scores } from './scores.ts';

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
  const files = bestFiles(scores.files, source, layout, options);
  const first: Place[] = [];
  const further: (Place & { path: string })[] = [];
  for (const file of files) {
    const path = source.filePath(file);
    const [best, ...others] = placesOf(file, scores.chunks, source, layout);
    if (best === undefined) continue;
    first.push({ chunk: best.chunk, score: scores.files[file] ?? 0 });
    for (const other of others.slice(0, MOST_FURTHER)) {
      if (best.score === 0 || other.score < FURTHER_SHARE * best.score) break;
      further.push({ ...other, path });
    }
  }
  const least = first.at(-1)?.score ?? 0;
  const most = further.reduce((top, it) => Math.max(top, it.score), 0);
  further.sort((a, b) => b.score - a.score || byCodeUnit(a.path, b.path) || a.chunk - b.chunk);
  // Further places go below the last first place, in the order of their own score.
  const below = further.map(({ chunk, score }) => ({ chunk, score: (least * score) / most }));
  return [...first, ...below].slice(0, options.limit);
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

/** Best first; equal ones by line. */
function placesOf(file: number, chunks: Float64Array, source: PostingSource, layout: FileLayout): Place[] {
  const found: Place[] = [];
  let chunk = layout.firstChunks[file] ?? NO_CHUNK;
  for (; chunk < source.chunkLimit && source.chunkFiles[chunk] === file; chunk++)
    found.push({ chunk, score: chunks[chunk] ?? 0 });
  return found.sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}
