/**
 * The terms of a question, looked for in lines. One for a whole search: its test is compiled once, and what a word of the code means to
 * the question is found out once, however often the places repeat it.
 */
import { runs } from '../../text/index.ts';
import { termsOfRun } from '../analyse/terms.ts';

const MOST_TESTED = 4;
const NONE: readonly string[] = [];

export class AskedTerms {
  /** What each term is worth. */
  readonly worth: ReadonlyMap<string, number>;
  readonly #test: RegExp | undefined;
  /** By run of identifier characters: which of the terms it gives. */
  readonly #known = new Map<string, readonly string[]>();

  constructor(worth: ReadonlyMap<string, number>) {
    this.worth = worth;
    // Parts of a compound may be written apart, as in `client_session`; then the line has them as terms of their own.
    const beginnings = [...worth.keys()].map((term) =>
      term.slice(0, Math.max(1, Math.min(term.length - 1, MOST_TESTED))),
    );
    if (beginnings.length > 0) this.#test = new RegExp([...new Set(beginnings)].map(escaped).join('|'), 'i');
  }

  /**
   * Whether a line may hold one of the terms: most lines hold none, and this is far cheaper than taking them apart. A stem is the beginning of
   * its words, but for the last letter.
   */
  mayBeIn(line: string): boolean {
    return this.#test?.test(line) ?? false;
  }

  /** Those in the text, as often as they occur. */
  in(text: string): string[] {
    const found: string[] = [];
    for (const run of runs(text)) for (const term of this.#of(run)) found.push(term);
    return found;
  }

  #of(run: string): readonly string[] {
    const known = this.#known.get(run);
    if (known !== undefined) return known;
    const found = this.mayBeIn(run) ? termsOfRun(run).filter((term) => this.worth.has(term)) : NONE;
    this.#known.set(run, found);
    return found;
  }
}

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
