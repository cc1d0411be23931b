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
