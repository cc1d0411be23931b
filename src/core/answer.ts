/**
 * An answer as text, the same for a client and for a person. A tool says what stands in it: lines of our own, made of
 * pieces, and excerpts of files. Our lines begin at the margin; text of the repository never does: it is numbered, indented,
 * or stands behind words of ours on one line. docs/design/answers.md shows the layout.
 */
import { before } from './cursor.ts';
import type { ShownNote } from './knowledge-note.ts';

/** What a terminal paints. */
export type Role = 'bold' | 'dim' | 'good' | 'bad' | 'warn';

/** Plain text, text with a role, or a path of the repository and what follows it, such as `:3-9`. */
export type Piece = string | { text: string; role: Role } | { path: string; after: string };

export interface Line {
  pieces: readonly Piece[];
  /** A remark on the answer, such as what was left out: a command writes it to stderr. */
  aside: boolean;
}

/** Lines of a file that follow each other, as they are now. */
export interface Excerpt {
  path: string;
  startLine: number;
  code: readonly string[];
}

export type AnswerText = readonly (Line | Excerpt)[];

/** What a tool is told when its value is shown. */
export interface TextView {
  /** The arguments, with their defaults. */
  input: Readonly<Record<string, unknown>>;
  /** An argument as the reader writes it: `limit`, or `--limit` at a terminal; undefined if a command cannot set it. */
  argument(name: string): string | undefined;
}

export function line(...pieces: Piece[]): Line {
  return { pieces, aside: false };
}

export function aside(...pieces: Piece[]): Line {
  return { pieces, aside: true };
}

export const bold = (text: string): Piece => ({ text, role: 'bold' });
export const dim = (text: string): Piece => ({ text, role: 'dim' });
export const good = (text: string): Piece => ({ text, role: 'good' });
export const bad = (text: string): Piece => ({ text, role: 'bad' });
export const warn = (text: string): Piece => ({ text, role: 'warn' });

/** `path`, `path:3` or `path:3-9`. */
export function place(path: string, first?: number, last: number | undefined = first): Piece {
  if (first === undefined) return { path, after: '' };
  return { path, after: first === last ? `:${first}` : `:${first}-${last}` };
}

/** `path:3` or `path:3-9` as it was written into a value, with what may follow behind a blank. */
export function written(text: string): Piece[] {
  const [, path, after = '', rest = ''] = /^(\S.*?)(:\d+(?:-\d+)?)( .*)?$/s.exec(text) ?? [];
  return path === undefined ? [text] : [{ path, after }, rest];
}

/** The line above code: where it is, and what it is. */
export function head(where: Piece, name: string | null | undefined, ...more: Piece[]): Line {
  return line(where, ...(name ? ['  ', bold(name)] : []), ...more);
}

export function excerpt(path: string, startLine: number, text: string): Excerpt {
  return { path, startLine, code: text.split('\n') };
}

/** Text of the repository that is not the lines of a file. */
export function indented(text: string): Line[] {
  const lines = text.replace(/\n+$/, '').split('\n');
  return lines.map((each) => line(each === '' ? '' : `    ${each}`));
}

/** `50 of 63 files shown; continue with cursor 50.x, or …` */
export function pageNote(
  { shown, total, next }: { shown: number; total: number; next: string | undefined },
  what: string,
  view: TextView,
  otherwise?: string,
): Line[] {
  const from = before(view.input.cursor);
  const cursor = view.argument('cursor');
  const ways = [
    ...(next === undefined || cursor === undefined ? [] : [`continue with ${cursor} ${next}`]),
    ...(otherwise === undefined ? [] : [otherwise]),
  ];
  if (shown >= total) return [];
  const part = from === 0 ? `${shown} of ${total}` : `${from + 1}-${from + shown} of ${total}`;
  return [aside(dim(`${part} ${what} shown${next === undefined ? '' : `; ${ways.join(', or ')}`}.`))];
}

/** `50 of 63 …; raise limit to see more.` */
export function shownOf(shown: number, total: number, what: string, how: string): Line[] {
  return shown >= total ? [] : [aside(dim(`${shown} of ${total} ${what} shown; ${how}.`))];
}

/** People call an entry a note. */
const KINDS: Readonly<Record<string, string>> = { entry: 'note' };

/** The notes that govern what is above them, one line each. */
export function governing(notes: readonly Omit<ShownNote, 'via'>[] | undefined): Line[] {
  return (notes ?? []).map(({ kind, id, title, says = '', state }) =>
    line(
      '  ',
      warn(KINDS[kind] ?? kind),
      ` ${id}  ${title}${says === '' ? '' : `: ${says}`}`,
      ...(state === undefined ? [] : [dim(`  [${state}]`)]),
    ),
  );
}

/** `1 match`, `3 matches`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** ` 99: code`, as wide as the last number needs: a blank more on each line of an answer adds up. */
export function excerptLines({ startLine, code }: Excerpt): string[] {
  const width = String(startLine + code.length - 1).length + 1;
  return code.map((each, at) => `${String(startLine + at).padStart(width)}: ${each}`);
}

export function isExcerpt(part: Line | Excerpt): part is Excerpt {
  return 'code' in part;
}

export function plainPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return 'path' in piece ? piece.path + piece.after : piece.text;
}

/** A line whose pieces have line ends goes on below, indented: what follows may be text of the repository. */
export function joined(pieces: readonly string[]): string {
  return pieces.join('').replaceAll('\n', '\n    ');
}

/** Without colours, paths relative to the root. */
export function plainLines(text: AnswerText): string[] {
  return text.flatMap((part) =>
    isExcerpt(part) ? excerptLines(part) : [joined(part.pieces.map(plainPiece))],
  );
}
