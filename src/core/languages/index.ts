/**
 * Languages: text in, facts out. Declarations, imports, comments and chunk borders of a source text, by one
 * adapter a language. Owns the grammar files of the installation and nothing else on disk; refuses to know
 * where a text came from, and never runs it.
 */
import { adapterFor } from './registry.ts';
import type { OutlineSymbol } from './symbol.ts';

export { enclosingSymbol, type ImportReference, type LineRange, type OutlineSymbol } from './symbol.ts';

const DEFAULT_TIMEOUT_MS = 1000;

export async function outline(
  path: string,
  text: string,
  options: { timeoutMs?: number } = {},
): Promise<OutlineSymbol[]> {
  const adapter = adapterFor(path);
  return adapter === undefined ? [] : adapter.outline(path, text, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
}
