/** Words and vectors, brought to one score a file and one a chunk. */
import type { FileLayout, PostingSource, Pruning, ScoreParts, SearchOptions } from '../contract.ts';
import { Blend } from './blend.ts';
import { KindShares } from './kind-shares.ts';
import { largestOfSingles } from './largest.ts';
import { filesByVectors, LIKELY_FILES, makeLikelyExact } from './near-files.ts';
import type { ParsedQuery } from './query-terms.ts';
import { ReusedArrays } from './reused-arrays.ts';
import { statisticsOf } from './statistics.ts';
import { WEIGHTS } from './weights.ts';
import { WordEvidence } from './word-evidence.ts';

export interface Scores {
  /** By file id; 0 for a file that nothing matches. Those of files that cannot be shown may be too low. */
  files: Float64Array;
  /** Compares the chunks of one file that can be shown. */
  chunk: (id: number) => number;
  /** By file id; only if they were asked for. */
  parts?: (file: number) => ScoreParts;
}

/** Below so many postings, looking up candidates takes longer than adding up all. */
const PRUNING: Pruning = { least: 20_000, lookUp: 16 };
/** With more hits than this, too many files come into question. */
const MOST_PRUNED_HITS = 100;

export function scores(
  query: ParsedQuery,
  source: PostingSource,
  layout: FileLayout,
  options: SearchOptions,
): Scores {
  const { mode, queryVector, explain = false } = options;
  const near = mode === 'bm25' || queryVector === undefined ? undefined : source.vectors?.scores(queryVector);
  const kinds = new KindShares(query.wantedKinds);
  const arrays = source.arrays ?? new ReusedArrays();
  const meaning =
    near === undefined
      ? undefined
      : filesByVectors(near, source, arrays.doubles('meaning', source.fileLimit));
  if (near !== undefined && meaning !== undefined && mode === 'semantic')
    return byMeaning(near, meaning, source, layout, kinds, options);
  const counted = options.statistics ?? statisticsOf(query, source);
  const canPrune = !explain && options.accepts === undefined && options.limit <= MOST_PRUNED_HITS;
  // Beside vectors the bounds are too wide, and settling three scales takes longer than it saves.
  const usual = near === undefined ? PRUNING : undefined;
  const pruning = canPrune ? (options.pruning ?? usual) : undefined;
  const words = new WordEvidence(query, source, counted, layout, arrays, pruning);
  const share = near === undefined ? 0 : vectorShare(query);
  const told = options.history?.scores(query.terms);
  const { fileFlags } = source;
  const blend = new Blend({ words, told, meaning, share, kinds, fileFlags, arrays });
  if (near !== undefined && meaning !== undefined && source.vectors?.refine !== undefined) {
    makeLikelyExact(blend.scores(LIKELY_FILES), meaning, near, source, layout, queryVector);
    blend.rescaleMeaning();
  }
  const files = blend.scores(options.limit);
  const { ofWordChunks } = blend;
  const ofNearChunks = near === undefined ? 0 : share / (largestOfSingles(near) || 1);
  const chunk =
    near === undefined
      ? (id: number) => words.chunks[id] ?? 0
      : (id: number) => ofWordChunks * (words.chunks[id] ?? 0) + ofNearChunks * Math.max(0, near[id] ?? 0);
  return { files, chunk, ...(explain ? { parts: (file: number) => blend.parts(file) } : {}) };
}

function byMeaning(
  near: Float32Array,
  meaning: Float64Array,
  source: PostingSource,
  layout: FileLayout,
  kinds: KindShares,
  { queryVector, explain = false }: SearchOptions,
): Scores {
  if (source.vectors?.refine !== undefined) {
    const estimated = meaning.slice();
    kinds.weigh(estimated, source.fileFlags);
    makeLikelyExact(estimated, meaning, near, source, layout, queryVector);
  }
  const files = meaning.slice();
  kinds.weigh(files, source.fileFlags);
  const parts = (file: number): ScoreParts => ({
    ...NO_PARTS,
    meaning: meaning[file] ?? 0,
    kind: kinds.of(source.fileFlags[file] ?? 0),
  });
  return { files, chunk: (id) => near[id] ?? 0, ...(explain ? { parts } : {}) };
}

const NO_PARTS: ScoreParts = { lines: 0, file: 0, path: 0, history: 0, meaning: 0, kind: 1 };

function vectorShare({ isName, isLong }: ParsedQuery): number {
  const { share, besideName, besideText } = WEIGHTS.vectors;
  return isName ? besideName : isLong ? besideText : share;
}
