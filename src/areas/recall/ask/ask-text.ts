/** What `ask` says, as text: places with their code, the symbols around them, and what is written. */
import {
  type AnswerText,
  aside,
  bold,
  dim,
  excerpt,
  governing,
  head,
  indented,
  line,
  type Piece,
  place,
  plainLines,
  warn,
} from '../../../core/answer.ts';
import type { ShownNote } from '../../../core/knowledge-note.ts';
import { showControls } from '../../../core/text/index.ts';

/** The lines of one file that are shown. */
export interface FileBlock {
  path: string;
  /** The declaration that is meant most likely. */
  symbol?: string;
  excerpts: readonly { startLine: number; content: string }[];
  knowledge?: readonly ShownNote[];
  around?: readonly Around[];
  /** Declarations elsewhere with nearly the same lines. */
  alike?: readonly OtherPlace[];
}

/** A declaration that is named, not shown. */
export interface OtherPlace {
  path: string;
  startLine: number;
  endLine?: number;
  /** Empty between declarations. */
  symbol: string;
}

/** Who calls a declaration, or what it calls. */
export interface Around {
  symbol: string;
  relation: 'called by' | 'uses';
  others: readonly { symbol: string; path: string; line: number }[];
  /** How many more there are. */
  more: number;
}

/** Something written that answers the question. */
export interface Written {
  id: string;
  kind: string;
  title?: string;
  date?: string;
  supersededBy?: string;
  /** Whether the code it is about is as it was. */
  state?: string;
  content: string;
}

export function fileBlockText({
  path,
  symbol,
  excerpts,
  knowledge,
  around = [],
  alike = [],
}: FileBlock): AnswerText {
  const [first, last] = [excerpts[0], excerpts.at(-1)];
  const from = first?.startLine ?? 1;
  const to = last === undefined ? from : last.startLine + last.content.split('\n').length - 1;
  return [
    head(place(path, from, to), symbol),
    ...governing(knowledge),
    ...excerpts.map(({ startLine, content }) => excerpt(path, startLine, content)),
    ...around.map(aroundText),
    ...alike.map(({ path: other, startLine, endLine, symbol: name }) =>
      line(
        '  ',
        dim('nearly the same: '),
        ...(name === '' ? [] : [`${name} `]),
        place(other, startLine, endLine),
      ),
    ),
  ];
}

/** What is said about the code of a file, without the code. */
export function notesText({ knowledge, around = [] }: Pick<FileBlock, 'knowledge' | 'around'>): AnswerText {
  return [...governing(knowledge), ...around.map(aroundText)];
}

/** A further file that was found, with its best declaration. */
export function furtherText({ path, startLine, symbol }: OtherPlace): AnswerText {
  return [line(dim('also '), place(path, startLine), ...(symbol === '' ? [] : ['  ', bold(symbol)]))];
}

/** One line for each relation. */
function aroundText({ symbol, relation, others, more }: Around): AnswerText[number] {
  const named = others.flatMap<Piece>(({ symbol: other, path, line: at }, index) => [
    `${index === 0 ? ' ' : ', '}${other} `,
    place(path, at),
  ]);
  return line('  ', dim(`${symbol} ${relation}`), ...named, ...(more > 0 ? [`, and ${more} more`] : []));
}

export function writtenText({ id, kind, title, date, supersededBy, state, content }: Written): AnswerText {
  return [
    head(id, title, dim(`  ${[kind, date, state && `[${state}]`].filter(Boolean).join('  ')}`)),
    ...(supersededBy === undefined ? [] : [line(warn(`  superseded by ${supersededBy}`))]),
    ...indented(content),
  ];
}

/** What an answer costs whoever reads it, with the ends of its lines. */
export function charactersOf(text: AnswerText): number {
  return plainLines(text).reduce((sum, each) => sum + showControls(each).length + 1, 0);
}

export interface Asked {
  files: readonly FileBlock[];
  /** Further files, without code. */
  further: readonly OtherPlace[];
  written: readonly Written[];
  /** Places and written pieces that there was no room for. */
  leftOut: number;
}

export function askText({ files, further, written, leftOut }: Asked, more: string): AnswerText {
  if (files.length + further.length + written.length + leftOut === 0) return [aside('Nothing found.')];
  return [
    ...files.flatMap(fileBlockText),
    ...further.flatMap(furtherText),
    ...written.flatMap(writtenText),
    ...(leftOut > 0 ? [aside(dim(`${leftOut} more left out; raise ${more}, or ask for one of them.`))] : []),
  ];
}
