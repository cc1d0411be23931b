/**
 * Languages: text in, facts out. Declarations, imports, comments and chunk borders of a source text, by one adapter for each
 * language. Reads the grammar files of the package and nothing else on disk; does not know where a text came from, and never
 * runs it.
 */

import type { ImportReference, LineRange, OutlineSymbol } from './adapter.ts';
import { ADAPTERS, adapterFor } from './adapters.ts';
import { type CommentSyntax, commentSpans } from './comment-syntax.ts';
import { COMMENTS } from './comment-table.ts';
import type { FlatTree } from './flat-tree.ts';
import { languageOf } from './language-names.ts';
import { chunksByDeclaration } from './outline-chunks.ts';
import { Unparsed } from './parser.ts';

export {
  enclosingSymbol,
  type ImportReference,
  type LineRange,
  type OutlineSymbol,
} from './adapter.ts';
export { type FlatTree, NONE } from './flat-tree.ts';
export { languageOf } from './language-names.ts';
export { parserFailed, type Stop, Unparsed } from './parser.ts';

/** Of processor time. A megabyte takes about a tenth of it; a text that takes longer was not written by people. */
const DEFAULT_TIMEOUT_MS = 2000;

export interface ParseOptions {
  timeoutMs?: number;
}

/**
 * Sorted by start, end, name, kind. Empty for a language without an adapter, and for a text that its adapter refuses. Throws
 * Unparsed for a text that cannot be parsed within the limits.
 */
export async function outline(
  path: string,
  text: string,
  options: ParseOptions = {},
): Promise<OutlineSymbol[]> {
  return (await adapterFor(path)?.outline(path, text, options.timeoutMs ?? DEFAULT_TIMEOUT_MS)) ?? [];
}

/** In the order of the text, as written; core/imports finds the files that are meant. Throws like `outline`. */
export async function imports(
  path: string,
  text: string,
  options: ParseOptions = {},
): Promise<ImportReference[]> {
  return (await adapterFor(path)?.imports?.(path, text, options.timeoutMs ?? DEFAULT_TIMEOUT_MS)) ?? [];
}

/** The first line with a syntax error; undefined if there is none, or no adapter looks for one. Throws like `outline`. */
export async function errorLine(
  path: string,
  text: string,
  options: ParseOptions = {},
): Promise<number | undefined> {
  return adapterFor(path)?.errorLine?.(path, text, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
}

/** The syntax tree of a text; undefined for a language without grammar. Throws as `outline`. */
export async function flatTree(
  path: string,
  text: string,
  options: ParseOptions = {},
): Promise<FlatTree | undefined> {
  return await adapterFor(path)?.flatTree?.(path, text, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
}

/** The name of the language that reads files of this name; undefined if none does. */
export function adapterName(path: string): string | undefined {
  return adapterFor(path)?.name;
}

/** The result of `parse`, or `otherwise` for a text that cannot be parsed within the limits. */
export async function parsedOr<T>(otherwise: T, parse: Promise<T>): Promise<T> {
  try {
    return await parse;
  } catch (error) {
    if (error instanceof Unparsed) return otherwise;
    throw error;
  }
}

/** Pieces that cover the text and begin at declarations; empty if no declaration is known. */
export async function smartChunks(path: string, text: string): Promise<LineRange[]> {
  const adapter = adapterFor(path);
  if (adapter?.smartChunks) return adapter.smartChunks(path, text);
  return chunksByDeclaration(text, await parsedOr([], outline(path, text)));
}

export function adapters(): readonly { name: string; extensions: readonly string[] }[] {
  return ADAPTERS.map(({ name, extensions }) => ({ name, extensions }));
}

// Comments, also of languages without an adapter: only their comment syntax must be known.

export interface Comment {
  startLine: number;
  endLine: number;
  /** As written, with its marks. */
  text: string;
}

/** False: the comment syntax is not known, and `comments` gives none. */
export function knowsComments(path: string): boolean {
  return syntaxOf(path) !== undefined;
}

export function comments(path: string, text: string): Comment[] {
  const syntax = syntaxOf(path);
  if (syntax === undefined) return [];
  const found: Comment[] = [];
  let line = 1;
  let counted = 0;
  const lineAt = (index: number) => {
    for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
      line++;
      counted = at + 1;
    }
    return line;
  };
  for (const { start, end } of commentSpans(text, syntax)) {
    const startLine = lineAt(start);
    found.push({ startLine, endLine: lineAt(end), text: text.slice(start, end) });
  }
  return found;
}

function syntaxOf(path: string): CommentSyntax | undefined {
  const language = adapterFor(path)?.name ?? languageOf(path);
  return language === undefined ? undefined : COMMENTS.get(language);
}
