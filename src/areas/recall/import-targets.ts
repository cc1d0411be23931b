/** Which files of a listing an import means. */
import type { ImportReference } from '../../core/languages/index.ts';

export type ImportTargets = (from: string, reference: ImportReference) => Promise<readonly string[]>;

/** The resolvers are loaded with the first listing. */
export async function importTargets(
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
): Promise<ImportTargets> {
  const { createFileView, resolverFor } = await import('../../core/imports/index.ts');
  const view = createFileView(paths, readText);
  return async (from, reference) => (await resolverFor(from)?.({ from, reference, view })) ?? [];
}
