/** A declaration that answers a question, and which of several is meant most likely. */
import { isGenerated, isTest } from '../file-kind/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { DeclarationRef } from './meaning.ts';

/** A declaration that was found, with all that tells it from others. */
export interface SymbolMatch extends DeclarationRef {
  name: string;
  /** With the names around it, joined by dots. */
  qualifiedName: string;
  kind: string;
  startLine: number;
  endLine: number;
  /** Where its name is. */
  line: number;
}

/** The last of its names are these. */
export function isQualifiedBy(qualifiedName: string, names: readonly string[]): boolean {
  const parts = qualifiedName.split('.');
  return names.every((name, at) => parts[parts.length - names.length + at] === name);
}

/** Best first: source before tests and generated files. */
export function byRelevance(a: SymbolMatch, b: SymbolMatch): number {
  return (
    rank(a) - rank(b) ||
    // What is declared inside of a function is seldom meant.
    a.qualifiedName.split('.').length - b.qualifiedName.split('.').length ||
    byCodeUnit(a.path, b.path) ||
    a.startLine - b.startLine ||
    byCodeUnit(a.qualifiedName, b.qualifiedName)
  );
}

/** Source first, then tests, then what tools wrote; types and functions before fields and variables. */
function rank({ path, kind }: SymbolMatch): number {
  const file = isGenerated(path, '') ? 4 : isTest(path) ? 2 : 0;
  return file + (/field|variable|constant|parameter/.test(kind) ? 1 : 0);
}
