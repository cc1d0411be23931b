/** The files that a file imports, one level deep. */
import { AppError } from '../../core/errors.ts';
import { isRefusal } from '../../core/workspace/index.ts';
import type { ImportReader } from './import-reader.ts';
import type { RecallDeps } from './ports.ts';
import { type FileView, resolverFor } from './resolve-imports/index.ts';

export interface Dependency {
  path: string;
  type: 'import';
  level: 1;
  content?: string;
}

export interface ParseError {
  error: 'Failed to parse imports';
  path: string;
  details: string;
}

export interface Dependencies {
  found: Dependency[];
  /** The imports could not be read; the file itself is still good. */
  parseError?: ParseError;
}

/** A package of Go or Java may have hundreds of files. */
const MOST_DEPENDENCIES = 100;

export async function dependenciesOf(
  importsOf: ImportReader,
  listed: () => Promise<FileView>,
  from: string,
  text: string,
): Promise<Dependencies> {
  const resolve = resolverFor(from);
  if (resolve === undefined) return { found: [] };
  const read = await importsOf(from, text);
  if (read.problem !== undefined)
    return { found: [], parseError: { error: 'Failed to parse imports', path: from, details: read.problem } };
  if (read.references.length === 0) return { found: [] };
  const view = await listed();
  const found = new Map<string, Dependency>();
  for (const reference of read.references)
    for (const path of await resolve({ from, reference, view }))
      if (path !== from && !found.has(path) && found.size < MOST_DEPENDENCIES)
        found.set(path, { path, type: 'import', level: 1 });
  return { found: [...found.values()] };
}

/** Adds the content of each, in order, as long as it fits into `bytes`. Gives the number that did not fit. */
export async function addContents(
  { workspace }: Pick<RecallDeps, 'workspace'>,
  dependencies: Dependency[],
  bytes: number,
  signal: AbortSignal,
): Promise<number> {
  let left = bytes;
  let without = 0;
  for (const dependency of dependencies) {
    signal.throwIfAborted();
    const path = workspace.resolve(dependency.path);
    if (isRefusal(path))
      throw new AppError('internal', 'internal_error', 'A listed file has a path that is refused.');
    const read = await workspace.readText(path);
    if (isRefusal(read)) continue;
    // As it will be in the answer, escapes included.
    const size = Buffer.byteLength(JSON.stringify(read.text));
    if (size > left) {
      without++;
      continue;
    }
    left -= size;
    dependency.content = read.text;
  }
  return without;
}
