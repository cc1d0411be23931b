/** Which adapter reads which file. One row a language: the bundle is put together ahead of time, so no folder is scanned. */
import type { LanguageAdapter } from './adapter.ts';
import { javascript } from './javascript/index.ts';
import { python } from './python/index.ts';
import { typescript } from './typescript/index.ts';

export const ADAPTERS: readonly LanguageAdapter[] = [python, typescript, javascript];

export function adapterFor(path: string): LanguageAdapter | undefined {
  return ADAPTERS.find((adapter) => adapter.supportsPath(path));
}
