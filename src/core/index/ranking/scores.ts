/** Words and vectors, brought to one score a file and one a chunk. */
import type { PostingSource, SearchOptions } from '../contract.ts';
import { kindShare } from './kind-share.ts';
import { type FileLayout, NO_CHUNK } from './layout.ts';
import type { ParsedQuery } from './query.ts';
import { WEIGHTS } from './weights.ts';
import { type WordEvidence, wordEvidence } from './word-evidence.ts';

export interface Scores {
  /** By file id; 0 for a file that nothing speaks for. */
  files: Float64Array;
  /** By chunk id; compares the chunks of one file. */
  chunks: Float64Array;
}

export function scores(
  query: ParsedQuery,
  source: PostingSource,
  layout: FileLayout,
  options: SearchOptions,
): Scores {
  const vector = options.mode === 'bm25' ? undefined : options.queryVector;
  const near = vector === undefined ? undefined : source.vectors?.scores(vector);
  const made =
    near !== undefined && options.mode === 'semantic'
      ? byVectors(near, source)
      : byWords(wordEvidence(query, source, layout.lengths), source, layout);
  if (near !== undefined && options.mode === 'hybrid')
    blend(made, near, source, query.isName ? WEIGHTS.vectors.besideName : WEIGHTS.vectors.share);
  for (let file = 0; file < source.fileLimit; file++) {
    const score = made.files[file] ?? 0;
    if (score > 0) made.files[file] = score * kindShare(source.fileFlags[file] ?? 0, query.wantedKinds);
  }
  return made;
}

function byWords(evidence: WordEvidence, source: PostingSource, layout: FileLayout): Scores {
  const { chunks, files, paths } = evidence;
  const best = new Float64Array(source.fileLimit);
  for (let chunk = 0; chunk < source.chunkLimit; chunk++) {
    const score = chunks[chunk] ?? 0;
    if (score === 0) continue;
    const file = source.chunkFiles[chunk] ?? 0;
    if (score > (best[file] ?? 0)) best[file] = score;
  }
  for (let file = 0; file < source.fileLimit; file++) {
    if (layout.firstChunks[file] === NO_CHUNK) continue;
    files[file] =
      WEIGHTS.chunk.share * (best[file] ?? 0) +
      WEIGHTS.file.share * (files[file] ?? 0) +
      WEIGHTS.path.share * (paths[file] ?? 0);
  }
  return { files, chunks };
}

/** The best chunk of a file, and to a lesser part its second: a file that is near twice is near. */
function byVectors(near: Float32Array, source: PostingSource): Scores {
  const files = new Float64Array(source.fileLimit);
  const seconds = new Float64Array(source.fileLimit);
  const chunks = Float64Array.from(near);
  for (let chunk = 0; chunk < source.chunkLimit; chunk++) {
    const file = source.chunkFiles[chunk] ?? 0;
    const score = near[chunk] ?? 0;
    const first = files[file] ?? 0;
    if (score > first) {
      seconds[file] = first;
      files[file] = score;
    } else if (score > (seconds[file] ?? 0)) seconds[file] = score;
  }
  for (let file = 0; file < source.fileLimit; file++)
    files[file] = (files[file] ?? 0) + WEIGHTS.vectors.secondChunk * (seconds[file] ?? 0);
  return { files, chunks };
}

function blend(words: Scores, near: Float32Array, source: PostingSource, share: number): void {
  const meaning = byVectors(near, source);
  mix(words.files, meaning.files, share);
  mix(words.chunks, meaning.chunks, share);
}

/** Each scaled to its best, then added. */
function mix(words: Float64Array, meaning: Float64Array, share: number): void {
  const mostWords = largest(words) || 1;
  const perMeaning = share / (largest(meaning) || 1);
  for (let i = 0; i < words.length; i++)
    words[i] = (words[i] ?? 0) / mostWords + perMeaning * Math.max(0, meaning[i] ?? 0);
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) > most) most = values[i] ?? 0;
  return most;
}
