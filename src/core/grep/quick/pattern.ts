/**
 * As much of ripgrep's syntax as is needed to know what surely is in a match. Whatever is rare or could mean something
 * else (flags, nested classes, numbered characters) makes the whole pattern unreadable.
 */

/** `gap`: some text; `place`: an anchor or a boundary, which takes no text. */
export type PatternNode =
  | 'gap'
  | 'place'
  | { character: string }
  | { branches: PatternNode[][] }
  | { repeated: PatternNode; least: number };

const GROUP_HEAD = /\((?:\?:|\?P?<[A-Za-z_]\w*>)?/y;
const COUNT = /\{(\d{1,4})(?:,\d{0,4})?\}/y;
/** Without classes inside and operations between classes. A bracket in the first place is a character. */
const CLASS = /\[\^?\]?(?:\\[^\r\n]|(?!&&|--|~~)[^\\[\]\r\n])*\]/y;
const CLASS_ESCAPES = 'dDwWsS';
const PLACE_ESCAPES = 'bBAz';
/** What may stand behind a backslash and means itself. */
const ESCAPED_SIGN = /[!-/:;=?@[-`{-~]/;
const DEEPEST = 30;

/** Undefined: not understood. */
export function parsePattern(pattern: string): PatternNode[] | undefined {
  const parser = new Parser(pattern);
  const branches = parser.branches(0);
  return branches === undefined || !parser.isAtEnd ? undefined : [{ branches }];
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  branches(depth: number): PatternNode[][] | undefined {
    if (depth > DEEPEST) return undefined;
    let branch: PatternNode[] = [];
    const branches = [branch];
    while (!this.isAtEnd && this.#next !== ')') {
      if (this.#next === '|') {
        this.#at++;
        branch = [];
        branches.push(branch);
        continue;
      }
      const atom = this.#atom(depth);
      const node = atom && this.#repetition(atom);
      if (node === undefined) return undefined;
      branch.push(node);
    }
    return branches;
  }

  get #next(): string {
    return this.#text.charAt(this.#at);
  }

  #atom(depth: number): PatternNode | undefined {
    const next = this.#next;
    if (next === '(') return this.#group(depth);
    if (next === '[') return this.#match(CLASS) === undefined ? undefined : 'gap';
    if (next === '\\') return this.#escape();
    if ('*+?{\r\n'.includes(next)) return undefined;
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    if (character === '.') return 'gap';
    return character === '^' || character === '$' ? 'place' : { character };
  }

  #group(depth: number): PatternNode | undefined {
    this.#match(GROUP_HEAD);
    if (this.#next === '?') return undefined;
    const branches = this.branches(depth + 1);
    if (branches === undefined || this.#next !== ')') return undefined;
    this.#at++;
    return { branches };
  }

  #escape(): PatternNode | undefined {
    const escaped = this.#text.charAt(this.#at + 1);
    const behind = this.#text.charAt(this.#at + 2);
    this.#at += 2;
    if (escaped === '') return undefined;
    if (CLASS_ESCAPES.includes(escaped)) return 'gap';
    // `\b{start}` is a boundary of another kind.
    if (PLACE_ESCAPES.includes(escaped)) return behind === '{' ? undefined : 'place';
    if (escaped === 't') return { character: '\t' };
    return ESCAPED_SIGN.test(escaped) ? { character: escaped } : undefined;
  }

  /** Several signs in a row each repeat what the ones before them made. */
  #repetition(atom: PatternNode): PatternNode | undefined {
    let node = atom;
    for (;;) {
      const next = this.#next;
      let least = next === '+' ? 1 : 0;
      if (next === '{') {
        const count = this.#match(COUNT)?.[1];
        if (count === undefined) return undefined;
        least = Number(count);
      } else if (next !== '' && '*+?'.includes(next)) this.#at++;
      else return node;
      if (this.#next === '?') this.#at++;
      node = { repeated: node, least };
    }
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = expression.lastIndex;
    return found;
  }
}
