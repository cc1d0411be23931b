/**
 * What text a line must hold for a pattern to match it. Never more than that: a part of the
 * pattern that is not understood requires nothing. ripgrep judges the pattern; this only reads those that it accepts.
 */
import type { GrepQuery } from '../query.ts';
import { type PatternNode, parsePattern } from './pattern.ts';

export type Requirement = { literal: string } | { all: Requirement[] } | { any: Requirement[] };

type PatternQuery = Pick<GrepQuery, 'pattern' | 'fixedStrings' | 'caseSensitive'>;

/** Scripts without case: their characters match nothing but themselves. */
const CASELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LAST_ASCII = 0x7f;
const IGNORE_CASE = '(?i)';

/** Literals of fewer than `shortest` bytes are of no use to the caller and are left out. */
export function requirementOf(query: PatternQuery, shortest: number): Requirement | undefined {
  const { pattern, fixedStrings = false } = query;
  const ignoresCase = !fixedStrings && pattern.startsWith(IGNORE_CASE);
  const text = ignoresCase ? pattern.slice(IGNORE_CASE.length) : pattern;
  const nodes = fixedStrings ? plainText(pattern) : parsePattern(text);
  if (nodes === undefined) return undefined;
  return new Collector(query.caseSensitive && !ignoresCase, shortest).add(nodes).requirement();
}

function plainText(text: string): PatternNode[] | undefined {
  return /[\r\n]/.test(text) ? undefined : [...text].map((character) => ({ character }));
}

/** Follows a sequence and keeps the runs of characters that stand next to each other in every match. */
class Collector {
  readonly #caseSensitive: boolean;
  readonly #shortest: number;
  readonly #found: Requirement[] = [];
  #run = '';

  constructor(caseSensitive: boolean, shortest: number) {
    this.#caseSensitive = caseSensitive;
    this.#shortest = shortest;
  }

  add(nodes: readonly PatternNode[]): this {
    for (const node of nodes) {
      if (node === 'gap') this.#cut();
      else if (node === 'place') continue;
      else if ('character' in node) this.#character(node.character);
      else if ('branches' in node) this.#group(node.branches);
      else this.#repeated(node.repeated, node.least);
    }
    return this;
  }

  requirement(): Requirement | undefined {
    this.#cut();
    const [first, ...others] = this.#found;
    return first === undefined || others.length === 0 ? first : { all: this.#found };
  }

  #character(character: string): void {
    const plain = (character.codePointAt(0) ?? 0) <= LAST_ASCII;
    if (plain || this.#caseSensitive || CASELESS.test(character)) this.#run += character;
    else this.#cut();
  }

  #group(branches: readonly PatternNode[][]): void {
    const [only, ...others] = branches;
    if (only !== undefined && others.length === 0) {
      this.add(only);
      return;
    }
    this.#cut();
    const any = branches.map((branch) => this.#apart(branch));
    const known = any.filter((each) => each !== undefined);
    // A branch of which nothing is known matches anything.
    if (known.length === any.length) this.#found.push({ any: known });
  }

  #repeated(node: PatternNode, least: number): void {
    const character = typeof node === 'object' && 'character' in node ? node.character : undefined;
    if (least > 0 && character !== undefined) this.#character(character);
    this.#cut();
    if (least === 0) return;
    // The last of the repeated characters stands before what follows.
    if (character !== undefined) this.#character(character);
    else {
      const inner = this.#apart([node]);
      if (inner !== undefined) this.#found.push(inner);
    }
  }

  #apart(nodes: readonly PatternNode[]): Requirement | undefined {
    return new Collector(this.#caseSensitive, this.#shortest).add(nodes).requirement();
  }

  #cut(): void {
    if (Buffer.byteLength(this.#run) >= this.#shortest) this.#found.push({ literal: this.#run });
    this.#run = '';
  }
}
