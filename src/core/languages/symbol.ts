/** What every adapter gives: declarations as syntactic facts, and the names a file imports; and how to find a symbol by line or question. */
import { byCodeUnit } from '../text/index.ts';

export interface OutlineSymbol {
  kind: string;
  /** Fully qualified, with dots, the enclosing functions included. */
  name: string;
  /** Parameters or bases in parentheses; empty where a declaration has none. */
  signature: string;
  /** The line of the declaration itself: decorators and attributes above it are left out. */
  startLine: number;
  endLine: number;
  /** The first line of the documentation. */
  doc?: string;
  parentSymbol: string | null;
  scopeKind: 'module' | 'class' | 'function' | null;
  /** True below control flow; whether a branch is taken is never judged. */
  isConditional: boolean | null;
  /** The control flow above it, outermost first: `if>try`. */
  declContext: string | null;
}

export type ImportKind = 'import' | 'require' | 'include' | 'use' | 'mod' | 'export-from' | 'dynamic';

export interface ImportReference {
  specifier: string;
  line: number;
  kind: ImportKind;
  /** What is taken from it, by the name it has there; absent where the language does not say. */
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

/** The innermost declaration that holds the line; of two equal ranges the later one, which is the inner one. */
export function enclosingSymbol(symbols: readonly OutlineSymbol[], line: number): OutlineSymbol | undefined {
  let found: OutlineSymbol | undefined;
  for (const symbol of symbols) {
    if (line < symbol.startLine || line > symbol.endLine) continue;
    const size = symbol.endLine - symbol.startLine;
    if (found === undefined || size <= found.endLine - found.startLine) found = symbol;
  }
  return found;
}

const MARKED = /`([^`\n]+)`/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
/** Two parts at least: an underscore or a change of case inside, or a path. */
const CODE_SHAPE = /\p{L}\p{N}*_+\p{L}|\p{Ll}\p{N}*\p{Lu}|\p{Lu}{2,}\p{Ll}|::|->|#|\p{L}\.\p{L}|^_|\$/u;
const FILE_NAME =
  /\.(?:md|txt|json|ya?ml|toml|ini|cfg|lock|html?|css|xml|csv|sh|py|[cm]?[jt]sx?|go|rs|java|rb|php|cc?|cpp|hp*|cs|kt|swift)$/i;

/**
 * Names of symbols in a question asked in plain words: what is written like code, or marked as code. In the order
 * of the question, marked names first, each once.
 */
export function symbolHints(prompt: string): string[] {
  const hints = new Set<string>();
  for (const [, marked = ''] of prompt.matchAll(MARKED))
    for (const [name] of marked.matchAll(NAME)) hints.add(name);
  const words = prompt.replace(MARKED, ' ');
  for (const { 0: name, index } of words.matchAll(NAME)) {
    const isCalled = words[index + name.length] === '(';
    if (isCalled || (CODE_SHAPE.test(name) && !FILE_NAME.test(name))) hints.add(name);
  }
  return [...hints];
}
