/** What a language is to the rest of the program. */
import type { Node } from 'web-tree-sitter';
import type { CommentSyntax } from './comment-syntax.ts';
import { withTree } from './parser.ts';
import { SourceText } from './source-text.ts';
import { bySymbolOrder, type ImportReference, type LineRange, type OutlineSymbol } from './symbol.ts';

export interface LanguageAdapter {
  readonly name: string;
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  readonly comments: CommentSyntax;
  supportsPath(path: string): boolean;
  /** This and the next two throw Unparsed for a text that has no tree within the limits. */
  outline(path: string, text: string, timeoutMs: number): Promise<OutlineSymbol[]>;
  imports?(path: string, text: string, timeoutMs: number): Promise<ImportReference[]>;
  /** The first line that cannot be read; undefined if all can. */
  errorLine?(path: string, text: string, timeoutMs: number): Promise<number | undefined>;
  /** Where to cut the file; without it, chunks follow the outline. */
  smartChunks?(path: string, text: string): Promise<LineRange[]>;
}

/** Reads a syntax tree; kept in a module of its own per language, loaded at the first use. */
export interface TreeReader {
  symbols(root: Node, source: SourceText): OutlineSymbol[];
  imports?(root: Node, source: SourceText): ImportReference[];
}

export interface TreeLanguage {
  name: string;
  extensions: readonly string[];
  comments: CommentSyntax;
  grammar: string | ((path: string) => string);
  /** Makes good what the grammar cannot read, without moving a line. Where no sign moves, the text as written is shown. */
  prepare?(text: string): string;
  reader(): Promise<TreeReader>;
}

export function treeSitterAdapter(language: TreeLanguage): LanguageAdapter {
  const { name, extensions, comments, grammar, reader, prepare = (text: string) => text } = language;
  const prepared = (text: string) => {
    const original = withoutMark(text);
    const parsed = prepare(original);
    const shown = parsed.length === original.length ? original : parsed;
    return { parsed, source: new SourceText(shown, comments) };
  };
  const grammarOf = typeof grammar === 'string' ? () => grammar : grammar;
  return {
    name,
    extensions,
    comments,
    supportsPath: (path) => extensions.some((extension) => path.toLowerCase().endsWith(extension)),
    async outline(path, text, timeoutMs) {
      const { symbols } = await reader();
      const { parsed, source } = prepared(text);
      const found = await withTree(grammarOf(path), parsed, timeoutMs, (root) => symbols(root, source));
      return found.sort(bySymbolOrder);
    },
    async imports(path, text, timeoutMs) {
      const { imports } = await reader();
      if (imports === undefined) return [];
      const { parsed, source } = prepared(text);
      return await withTree(grammarOf(path), parsed, timeoutMs, (root) => imports(root, source));
    },
    async errorLine(path, text, timeoutMs) {
      return await withTree(grammarOf(path), prepared(text).parsed, timeoutMs, firstErrorLine);
    },
  };
}

function firstErrorLine(root: Node): number | undefined {
  if (!root.hasError) return undefined;
  let node = root;
  while (!node.isError && !node.isMissing) {
    const child = node.children.find((each) => each.hasError || each.isMissing);
    if (child === undefined) break;
    node = child;
  }
  return node.startPosition.row + 1;
}

/** A byte order mark is no part of the program, and the grammars stumble over it. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
