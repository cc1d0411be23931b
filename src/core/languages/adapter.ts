/** The facts that every language gives, and the adapter that gives them: how the reader of a language is run on a syntax tree. */
import type { Node } from 'web-tree-sitter';
import { byCodeUnit } from '../text/index.ts';
import { COMMENTS } from './comment-table.ts';
import { FlatTree } from './flat-tree.ts';
import { withTree } from './parser.ts';
import { SourceText } from './source-text.ts';

export interface OutlineSymbol {
  kind: string;
  /** Fully qualified, with dots, the enclosing functions included. */
  name: string;
  /** Parameters or bases in parentheses; empty where a declaration has none. */
  signature: string;
  /** The line of the declaration itself, without decorators and attributes above it. */
  startLine: number;
  endLine: number;
  /** The first line of the documentation. */
  doc?: string;
  parentSymbol: string | null;
  scopeKind: 'module' | 'class' | 'function' | null;
  /** True inside control flow; whether a branch is taken is not analysed. */
  isConditional: boolean | null;
  /** The control flow around it, outermost first: `if>try`. */
  declContext: string | null;
}

export type ImportKind = 'import' | 'require' | 'include' | 'use' | 'mod' | 'export-from' | 'dynamic';

export interface ImportReference {
  specifier: string;
  line: number;
  kind: ImportKind;
  /** The names that are imported, as the imported file declares them; absent where the statement lists none. */
  names?: string[];
}

export interface LineRange {
  startLine: number;
  endLine: number;
}

/** Start, end, name, kind: the order of the outline contract. */
export function bySymbolOrder(a: OutlineSymbol, b: OutlineSymbol): number {
  return (
    a.startLine - b.startLine ||
    a.endLine - b.endLine ||
    byCodeUnit(a.name, b.name) ||
    byCodeUnit(a.kind, b.kind)
  );
}

/** The innermost declaration that contains the line; of two equal ranges the later one, which is the inner one. */
export function enclosingSymbol(symbols: readonly OutlineSymbol[], line: number): OutlineSymbol | undefined {
  let found: OutlineSymbol | undefined;
  for (const symbol of symbols) {
    if (line < symbol.startLine || line > symbol.endLine) continue;
    const size = symbol.endLine - symbol.startLine;
    if (found === undefined || size <= found.endLine - found.startLine) found = symbol;
  }
  return found;
}

export interface LanguageAdapter {
  readonly name: string;
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  supportsPath(path: string): boolean;
  /** This and the next two throw Unparsed for a text that cannot be parsed within the limits. */
  outline(path: string, text: string, timeoutMs: number): Promise<OutlineSymbol[]>;
  imports?(path: string, text: string, timeoutMs: number): Promise<ImportReference[]>;
  /** The first line with a syntax error; undefined if there is none. */
  errorLine?(path: string, text: string, timeoutMs: number): Promise<number | undefined>;
  /** The whole tree, for whoever reads more from it than an outline. */
  flatTree?(path: string, text: string, timeoutMs: number): Promise<FlatTree>;
  /** Where to cut the file; without it, chunks follow the outline. */
  smartChunks?(path: string, text: string): Promise<LineRange[]>;
}

/** What a file in `readers/` exports: for each kind of facts a function that reads them from a syntax tree. */
export interface TreeReader {
  /** Rewrites what the grammar cannot read, without moving a line. If no character moves, names are taken from the text as written. */
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
    flatTree: (path, text, timeoutMs) =>
      read(path, text, timeoutMs, (root, source) => {
        const written = withoutMark(text);
        const place = source.text === written ? undefined : indentedLess(written, source.text);
        return new FlatTree(root, written, text.length - written.length, place);
      }),
  };
}

/** Where an offset of the text with further indented lines is in the text as written. */
function indentedLess(written: string, parsed: string): (offset: number) => number {
  const [lines, wider] = [written.split('\n'), parsed.split('\n')];
  const [starts, widerStarts]: [number[], number[]] = [[0], [0]];
  for (const [row, line] of wider.entries()) {
    starts.push((starts[row] as number) + (lines[row] ?? '').length + 1);
    widerStarts.push((widerStarts[row] as number) + line.length + 1);
  }
  return (offset) => {
    let low = 0;
    let high = widerStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((widerStarts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    const added = (wider[low] ?? '').length - (lines[low] ?? '').length;
    const column = Math.max(0, offset - (widerStarts[low] as number) - added);
    return Math.min(written.length, (starts[low] as number) + column);
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

/** To the grammars a byte order mark is an error. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
