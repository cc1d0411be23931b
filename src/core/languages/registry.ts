/** Which adapter reads which file. One row a language: the bundle is put together ahead of time, so no folder is scanned. */
import type { LanguageAdapter } from './adapter.ts';
import { python } from './python/index.ts';

export const ADAPTERS: readonly LanguageAdapter[] = [python];

export function adapterFor(path: string): LanguageAdapter | undefined {
  return ADAPTERS.find((adapter) => adapter.supportsPath(path));
}
