/** From scores to places: the best place of each file first, then further places of the files shown. */
import { byCodeUnit } from '../../text/index.ts';
import type { FileLayout, PostingSource, SearchOptions } from '../contract.ts';
import { NO_CHUNK } from './file-layout.ts';
import { lowestOfBest } from './lowest-of-best.ts';
import type { Scores } from './scores.ts';

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

/** So many times more come into question each time that too few of the best are accepted. */
const MORE = 8;

function bestFiles(
  files: Float64Array,
  source: PostingSource,
  layout: FileLayout,
  { limit, accepts = () => true }: SearchOptions,
): number[] {
  for (let count = limit; ; count *= MORE) {
    const least = lowestOfBest(files, count);
    const best: { file: number; score: number; path: string }[] = [];
    for (let file = 0; file < source.fileLimit; file++) {
      const score = files[file] ?? 0;
      if (score < least || score <= 0 || layout.firstChunks[file] === NO_CHUNK) continue;
      best.push({ file, score, path: source.filePath(file) });
    }
    const accepted = best.filter(({ path }) => accepts(path));
    if (accepted.length < limit && count < files.length) continue;
    return accepted
      .sort((a, b) => b.score - a.score || byCodeUnit(a.path, b.path))
      .slice(0, limit)
      .map(({ file }) => file);
  }
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
