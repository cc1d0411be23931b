/** Words and vectors, brought to one score a file and one a chunk. */
import type { FileLayout, PostingSource, ScoreParts, SearchOptions } from '../contract.ts';
import { NO_CHUNK } from './file-layout.ts';
import { KindShares } from './kind-shares.ts';
import { filesByVectors, makeLikelyExact } from './near-files.ts';
import type { ParsedQuery } from './query-terms.ts';
import { ReusedArrays } from './reused-arrays.ts';
import { statisticsOf } from './statistics.ts';
import { WEIGHTS } from './weights.ts';
import { type WordEvidence, wordEvidence } from './word-evidence.ts';

export interface Scores {
  /** By file id; 0 for a file that nothing matches. */
  files: Float64Array;
  /** Compares the chunks of one file. */
  chunk: (id: number) => number;
  /** By file id; only if they were asked for. */
  parts?: (file: number) => ScoreParts;
}

export function scores(
  query: ParsedQuery,
  source: PostingSource,
  layout: FileLayout,
  options: SearchOptions,
): Scores {
  const vector = options.mode === 'bm25' ? undefined : options.queryVector;
  const near = vector === undefined ? undefined : source.vectors?.scores(vector);
  const kinds = new KindShares(query.wantedKinds);
  const made = blended(query, source, layout, near, kinds, options);
  const { parts } = made;
  if (parts !== undefined)
    made.parts = (file) => ({ ...parts(file), kind: kinds.of(source.fileFlags[file] ?? 0) });
  kinds.weigh(made.files, source);
  return made;
}

function blended(
  query: ParsedQuery,
  source: PostingSource,
  layout: FileLayout,
  near: Float32Array | undefined,
  kinds: KindShares,
  { mode, history, queryVector, statistics, explain = false }: SearchOptions,
): Scores {
  const makeExact = (files: Float64Array, meaning: Float64Array, scores: Float32Array) =>
    makeLikelyExact(files, meaning, scores, kinds, source, layout, queryVector);
  const arrays = source.arrays ?? new ReusedArrays();
  if (near !== undefined && mode === 'semantic') {
    const files = filesByVectors(near, source, arrays.doubles('meaning', source.fileLimit));
    if (source.vectors?.refine !== undefined) makeExact(files.slice(), files, near);
    const alone = files.slice(0, explain ? files.length : 0);
    return {
      files,
      chunk: (id) => near[id] ?? 0,
      ...(explain ? { parts: (file) => ({ ...NO_PARTS, meaning: alone[file] ?? 0 }) } : {}),
    };
  }
  const counted = statistics ?? statisticsOf(query, source);
  const evidence = wordEvidence(query, source, counted, layout.lengths, arrays);
  // The arrays of the evidence are used up below.
  const whole = explain ? evidence.files.slice() : undefined;
  const { files, best } = filesByWords(evidence, source, layout, arrays.doubles('best', source.fileLimit));
  const untold = explain ? files.slice() : undefined;
  addHistory(files, history?.scores(query.terms));
  const told = explain ? files.slice() : undefined;
  const wordParts = (file: number): ScoreParts => ({
    ...NO_PARTS,
    lines: WEIGHTS.chunk.share * (best[file] ?? 0),
    file: WEIGHTS.file.share * (whole?.[file] ?? 0),
    path: WEIGHTS.path.share * (evidence.paths[file] ?? 0),
    history: (told?.[file] ?? 0) - (untold?.[file] ?? 0),
  });
  if (near === undefined)
    return {
      files,
      chunk: (id) => evidence.chunks[id] ?? 0,
      ...(explain ? { parts: wordParts } : {}),
    };
  const share = vectorShare(query);
  const meaning = filesByVectors(near, source, arrays.doubles('meaning', source.fileLimit));
  if (source.vectors?.refine !== undefined) {
    const estimated = files.slice();
    addMeaning(estimated, meaning, share);
    makeExact(estimated, meaning, near);
  }
  const { ofWords, ofMeaning } = addMeaning(files, meaning, share);
  const ofWordChunks = 1 / (largest(evidence.chunks) || 1);
  const ofNearChunks = share / (largest(near) || 1);
  const hybridParts = (file: number): ScoreParts => {
    const { lines, file: inFile, path, history: past } = wordParts(file);
    const meant = ofMeaning * Math.max(0, meaning[file] ?? 0);
    return {
      ...NO_PARTS,
      lines: ofWords * lines,
      file: ofWords * inFile,
      path: ofWords * path,
      history: ofWords * past,
      meaning: meant,
    };
  };
  return {
    files,
    chunk: (id) => ofWordChunks * (evidence.chunks[id] ?? 0) + ofNearChunks * Math.max(0, near[id] ?? 0),
    ...(explain ? { parts: hybridParts } : {}),
  };
}

/** Each scaled to its best, then added. Gives the scales. */
function addMeaning(
  files: Float64Array,
  meaning: Float64Array,
  share: number,
): { ofWords: number; ofMeaning: number } {
  const ofWords = 1 / (largest(files) || 1);
  const ofMeaning = share / (largest(meaning) || 1);
  for (let file = 0; file < files.length; file++)
    files[file] = ofWords * (files[file] ?? 0) + ofMeaning * Math.max(0, meaning[file] ?? 0);
  return { ofWords, ofMeaning };
}

const NO_PARTS: ScoreParts = { lines: 0, file: 0, path: 0, history: 0, meaning: 0, kind: 1 };

function vectorShare({ isName, isLong }: ParsedQuery): number {
  const { share, besideName, besideText } = WEIGHTS.vectors;
  return isName ? besideName : isLong ? besideText : share;
}

/**
 * Scaled to the best file of each, so that the share means the same in every repository. It lifts what holds words of the question; it is
 * no reason by itself to show a file.
 */
function addHistory(files: Float64Array, told: Float64Array | undefined): void {
  if (told === undefined) return;
  const scale = (WEIGHTS.history * largest(files)) / (largest(told) || 1);
  for (let file = 0; file < files.length; file++) {
    const score = files[file] ?? 0;
    if (score > 0) files[file] = score + scale * (told[file] ?? 0);
  }
}

function filesByWords(
  { chunks, files, paths }: WordEvidence,
  { chunkFiles, chunkLimit }: PostingSource,
  layout: FileLayout,
  best: Float64Array,
): { files: Float64Array; best: Float64Array } {
  for (let chunk = 0; chunk < chunkLimit; chunk++) {
    const score = chunks[chunk] ?? 0;
    if (score === 0) continue;
    const file = chunkFiles[chunk] ?? 0;
    if (score > (best[file] ?? 0)) best[file] = score;
  }
  const { chunk: ofChunk, file: ofFile, path: ofPath } = WEIGHTS;
  for (let file = 0; file < files.length; file++) {
    if (layout.firstChunks[file] === NO_CHUNK) continue;
    files[file] =
      ofChunk.share * (best[file] ?? 0) +
      ofFile.share * (files[file] ?? 0) +
      ofPath.share * (paths[file] ?? 0);
  }
  return { files, best };
}

function largest(values: Float64Array | Float32Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) > most) most = values[i] ?? 0;
  return most;
}
