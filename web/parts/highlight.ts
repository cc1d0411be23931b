/** Colours for code: comments, strings, numbers and keywords, line by line. Enough to read by; it does not know the grammar. */

export interface Piece {
  kind: 'plain' | 'comment' | 'string' | 'number' | 'keyword';
  text: string;
}

interface Language {
  line: RegExp | undefined;
  block: [open: string, close: string] | undefined;
  quotes: string;
  words: ReadonlySet<string>;
}

const words = (text: string) => new Set(text.split(' '));
const C_LIKE =
  'abstract as async await break case catch class const continue default defer delete do else enum export extends false final finally fn for from func function go if impl implements import in instanceof int interface let long map match mod module mut namespace new nil null number of override package private protected pub public range readonly return select self static string struct super switch this throw throws trait true try type typeof undefined union unsafe use using var void where while with yield bool boolean chan';
const SCRIPT =
  'and as assert async await begin break case class continue def defmodule del do elif else elsif end ensure except export false finally fn for from function global if import in is lambda local module next nil none None not null or pass raise require rescue return self then True true False try unless until when while with yield fi esac done echo';

const SLASHES: Language = { line: /\/\//y, block: ['/*', '*/'], quotes: `"'\``, words: words(C_LIKE) };
const HASH: Language = { line: /#/y, block: undefined, quotes: `"'`, words: words(SCRIPT) };
const DASHES: Language = { line: /--/y, block: undefined, quotes: `"'`, words: words(SCRIPT) };
const MARKUP: Language = { line: undefined, block: ['<!--', '-->'], quotes: `"'`, words: new Set() };
const PLAIN: Language = { line: undefined, block: undefined, quotes: '', words: new Set() };

const BY_ENDING: readonly [RegExp, Language][] = [
  [
    /\.(?:[cm]?[jt]sx?|go|rs|java|kt|kts|swift|scala|c|h|cc|cpp|hpp|cs|php|dart|proto|zig|groovy|gradle|jsonc?|s?css|less)$/i,
    SLASHES,
  ],
  [
    /(?:\.(?:py|rb|sh|bash|zsh|fish|ya?ml|toml|ex|exs|pl|r|jl|tf|ini|conf|nix)|(?:^|\/)(?:Dockerfile|Makefile|Gemfile|Rakefile))$/i,
    HASH,
  ],
  [/\.(?:lua|sql|hs|elm|ada)$/i, DASHES],
  [/\.(?:html?|xml|svg|vue)$/i, MARKUP],
];

function languageOf(path: string): Language {
  return BY_ENDING.find(([ending]) => ending.test(path))?.[1] ?? PLAIN;
}

/** Longer lines are data, and stay plain. */
const LONGEST_LINE = 1_000;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|0x[\da-f]+/iy;

/** Colours lines in order: a block comment may go on in the next. */
export function highlighter(path: string): (line: string) => Piece[] {
  const language = languageOf(path);
  let inBlock = false;
  return (line) => {
    if (language === PLAIN || line.length > LONGEST_LINE) return [{ kind: 'plain', text: line }];
    const pieces: Piece[] = [];
    const add = (kind: Piece['kind'], text: string) => {
      const last = pieces.at(-1);
      if (last?.kind === kind) last.text += text;
      else if (text !== '') pieces.push({ kind, text });
    };
    let at = 0;
    while (at < line.length) {
      const taken = inBlock ? undefined : nextPiece(line, at, language);
      if (inBlock || taken === 'block') {
        const from = inBlock ? at : at + (language.block?.[0].length ?? 0);
        const end = line.indexOf(language.block?.[1] ?? '', from);
        const to = end === -1 ? line.length : end + (language.block?.[1].length ?? 0);
        add('comment', line.slice(at, to));
        inBlock = end === -1;
        at = to;
      } else if (taken !== undefined) {
        add(taken.kind, taken.text);
        at += taken.text.length;
      }
    }
    return pieces.length === 0 ? [{ kind: 'plain', text: line }] : pieces;
  };
}

function nextPiece(
  line: string,
  at: number,
  { line: comment, block, quotes, words: known }: Language,
): Piece | 'block' {
  if (comment !== undefined && matches(comment, line, at) !== undefined)
    return { kind: 'comment', text: line.slice(at) };
  if (block !== undefined && line.startsWith(block[0], at)) return 'block';
  const character = line.charAt(at);
  if (quotes.includes(character)) return { kind: 'string', text: quoted(line, at, character) };
  const word = matches(WORD, line, at);
  if (word !== undefined) return { kind: known.has(word) ? 'keyword' : 'plain', text: word };
  const number = matches(NUMBER, line, at);
  if (number !== undefined) return { kind: 'number', text: number };
  return { kind: 'plain', text: character };
}

function matches(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

/** Up to the same quote, or to the end of the line. */
function quoted(line: string, start: number, quote: string): string {
  let at = start + 1;
  while (at < line.length && line[at] !== quote) at += line[at] === '\\' ? 2 : 1;
  return line.slice(start, at + 1);
}
