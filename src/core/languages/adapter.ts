/** What a language is to the rest of the program. */
import type { Node } from 'web-tree-sitter';
import { COMMENTS } from './comment-table.ts';
import { withTree } from './parser.ts';
import { SourceText } from './source-text.ts';
import { bySymbolOrder, type ImportReference, type LineRange, type OutlineSymbol } from './symbol.ts';

export interface LanguageAdapter {
  readonly name: string;
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  supportsPath(path: string): boolean;
  /** This and the next two throw Unparsed for a text that has no tree within the limits. */
  outline(path: string, text: string, timeoutMs: number): Promise<OutlineSymbol[]>;
  imports?(path: string, text: string, timeoutMs: number): Promise<ImportReference[]>;
  /** The first line that cannot be read; undefined if all can. */
  errorLine?(path: string, text: string, timeoutMs: number): Promise<number | undefined>;
  /** Where to cut the file; without it, chunks follow the outline. */
  smartChunks?(path: string, text: string): Promise<LineRange[]>;
}

/** What the module of a language in `readers/` exports: how to read the syntax trees of its grammar. */
export interface TreeReader {
  /** Rewrites what the grammar cannot read, without moving a line. Where no character moves, the text as written is shown. */
  prepare?(text: string): string;
  symbols(root: Node, source: SourceText): OutlineSymbol[];
  imports?(root: Node, source: SourceText): ImportReference[];
}

export interface TreeLanguage {
  name: string;
  extensions: readonly string[];
  grammar: string | ((path: string) => string);
  reader(): Promise<TreeReader>;
}

export function treeSitterAdapter({ name, extensions, grammar, reader }: TreeLanguage): LanguageAdapter {
  const grammarOf = typeof grammar === 'string' ? () => grammar : grammar;
  const comments = COMMENTS.get(name) ?? [];
  const read = async <T>(
    path: string,
    text: string,
    timeoutMs: number,
    use: (root: Node, source: SourceText, reader: TreeReader) => T,
  ): Promise<T> => {
    const loaded = await reader();
    const written = withoutMark(text);
    const parsed = loaded.prepare?.(written) ?? written;
    const source = new SourceText(parsed.length === written.length ? written : parsed, comments);
    return await withTree(grammarOf(path), parsed, timeoutMs, (root) => use(root, source, loaded));
  };
  return {
    name,
    extensions,
    supportsPath: (path) => extensions.some((extension) => path.toLowerCase().endsWith(extension)),
    outline: (path, text, timeoutMs) =>
      read(path, text, timeoutMs, (root, source, { symbols }) => symbols(root, source).sort(bySymbolOrder)),
    imports: (path, text, timeoutMs) =>
      read(path, text, timeoutMs, (root, source, { imports }) => imports?.(root, source) ?? []),
    errorLine: (path, text, timeoutMs) => read(path, text, timeoutMs, firstErrorLine),
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

/** The grammars take a byte order mark for an error. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
