/**
 * Words, history and meaning of each file, added up to one score. Words and meaning are each scaled to their best file, history to the best by words.
 *
 * If words were left out (word-evidence.ts), every score is a lower bound at first, and what the words left out can add at most gives an upper one. Files
 * whose upper bound reaches what decides are made exact: the highest score by words and by chunk, which scale all others, then the lowest score that
 * is still shown. What stays inexact is below all that is shown, so the answer is the same as without leaving out anything.
 */
import type { ScoreParts } from '../contract.ts';
import type { KindShares } from './kind-shares.ts';
import { largest } from './largest.ts';
import { lowestOfBest } from './lowest-of-best.ts';
import type { ReusedArrays } from './reused-arrays.ts';
import { WEIGHTS } from './weights.ts';
import type { WordEvidence } from './word-evidence.ts';

export interface BlendParts {
  words: WordEvidence;
  /** By past commits; undefined if there is none. */
  told: Float64Array | undefined;
  /** By file, and what it counts beside the words; undefined without vectors. */
  meaning: Float64Array | undefined;
  share: number;
  kinds: KindShares;
  fileFlags: Uint16Array;
  arrays: ReusedArrays;
}

/** Sums that were added in another order may differ by rounding. */
const ROUNDING = 1 + 1e-9;

export class Blend {
  readonly #of: BlendParts;
  readonly #ofTold: number = 0;
  /** From words to their share; 1 where there is no meaning beside them. */
  readonly #ofWords: number = 1;
  #ofMeaning = 0;
  /** From the score of a chunk by words to its share. */
  readonly ofWordChunks: number = 1;

  constructor(of: BlendParts) {
    this.#of = of;
    const { told, meaning } = of;
    if (told !== undefined) this.#ofTold = (WEIGHTS.history * this.#most('files')) / (largest(told) || 1);
    if (meaning === undefined) return;
    this.#ofWords = 1 / (this.#mostTold() || 1);
    this.ofWordChunks = 1 / (this.#most('best') || 1);
    this.rescaleMeaning();
  }

  /** To be called when the meaning of files was made exact. */
  rescaleMeaning(): void {
    const { meaning, share } = this.#of;
    if (meaning !== undefined) this.#ofMeaning = share / (largest(meaning) || 1);
  }

  /** Of every file; exact for the `count` best. */
  scores(count: number): Float64Array {
    const { words, told, meaning, kinds, fileFlags, arrays } = this.#of;
    const { files } = words;
    const scores = arrays.doubles('scores', files.length);
    const [ofTold, ofWords, ofMeaning] = [this.#ofTold, this.#ofWords, this.#ofMeaning];
    // As `#scoreOf`, in one loop: this is what every search does for every file.
    for (let file = 0; file < scores.length; file++) {
      let score = files[file] ?? 0;
      if (told !== undefined && score > 0) score += ofTold * (told[file] ?? 0);
      if (meaning !== undefined) score = ofWords * score + ofMeaning * Math.max(0, meaning[file] ?? 0);
      scores[file] = score;
    }
    kinds.weigh(scores, fileFlags);
    const least = words.isExact ? 0 : lowestOfBest(scores, count);
    const settled = this.#settle((file) => this.#scoreOf(file, this.#toldAtMost(file)) * ROUNDING >= least);
    for (const file of settled) scores[file] = this.#scoreOf(file, this.#told(file));
    return scores;
  }

  parts(file: number): ScoreParts {
    const { words, meaning, kinds, fileFlags } = this.#of;
    const { chunk, file: ofFile, path } = WEIGHTS;
    const ofWords = this.#ofWords;
    const score = words.files[file] ?? 0;
    return {
      lines: ofWords * chunk.share * (words.best[file] ?? 0),
      file: ofWords * ofFile.share * (words.texts[file] ?? 0),
      path: ofWords * path.share * (words.paths[file] ?? 0),
      history: ofWords * (this.#told(file) - score),
      meaning: this.#ofMeaning * Math.max(0, meaning?.[file] ?? 0),
      kind: kinds.of(fileFlags[file] ?? 0),
    };
  }

  /** By words and by history, which lifts what holds words of the question; it is no reason by itself to show a file. */
  #told(file: number): number {
    const { words, told } = this.#of;
    const score = words.files[file] ?? 0;
    return told === undefined || score <= 0 ? score : score + this.#ofTold * (told[file] ?? 0);
  }

  #toldAtMost(file: number): number {
    const { words, told } = this.#of;
    return (words.files[file] ?? 0) + words.restOfFiles + this.#ofTold * (told?.[file] ?? 0);
  }

  #scoreOf(file: number, told: number): number {
    const { meaning, kinds, fileFlags } = this.#of;
    const score =
      meaning === undefined ? told : this.#ofWords * told + this.#ofMeaning * Math.max(0, meaning[file] ?? 0);
    return score * kinds.of(fileFlags[file] ?? 0);
  }

  /** The highest score by words of a file, or of the best chunk of a file. */
  #most(of: 'files' | 'best'): number {
    const { words } = this.#of;
    const values = words[of];
    if (words.isExact) return largest(values);
    const rest = of === 'files' ? words.restOfFiles : words.restOfChunks;
    const least = largest(values);
    this.#settle((file) => ((values[file] ?? 0) + rest) * ROUNDING >= least);
    return largest(values);
  }

  #mostTold(): number {
    const { words, told } = this.#of;
    if (told === undefined) return this.#most('files');
    const most = () => {
      let highest = 0;
      for (let file = 0; file < words.files.length; file++) highest = Math.max(highest, this.#told(file));
      return highest;
    };
    const least = most();
    if (words.isExact) return least;
    this.#settle((file) => this.#toldAtMost(file) * ROUNDING >= least);
    return most();
  }

  /** Makes exact what may count. Gives the files whose words may have changed. */
  #settle(mayCount: (file: number) => boolean): Iterable<number> {
    const { words } = this.#of;
    if (words.isExact) return [];
    const files: number[] = [];
    for (let file = 0; file < words.files.length; file++) if (mayCount(file)) files.push(file);
    return words.makeExact(files) === 'all' ? words.files.keys() : files;
  }
}
