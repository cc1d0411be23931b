/** The files that a file imports, one level deep. */

import { resolverFor } from '../../core/imports/index.ts';
import type { ImportReference } from '../../core/languages/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { createFileList, type FileList } from './file-list.ts';
import { readImports } from './import-reader.ts';
import type { RecallDeps } from './ports.ts';

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
  /** Not all imports could be read; the file itself is still good. */
  parseError?: ParseError;
}

/** A package of Go or Java may have hundreds of files. */
const MOST_DEPENDENCIES = 100;

export interface DependencyReader {
  workspace: Workspace;
  files: FileList;
}

export function createDependencyReader({
  workspace,
  clock,
}: Pick<RecallDeps, 'workspace' | 'clock'>): DependencyReader {
  return { workspace, files: createFileList(workspace, clock) };
}

export async function dependenciesOf(
  reader: DependencyReader,
  from: string,
  text: string,
  signal?: AbortSignal,
): Promise<Dependencies> {
  const resolve = resolverFor(from);
  if (resolve === undefined) return { found: [] };
  const { references, problem } = await readImports(from, text, { signal });
  const parseError =
    problem === undefined
      ? {}
      : { parseError: { error: 'Failed to parse imports' as const, path: from, details: problem } };
  if (references.length === 0) return { found: [], ...parseError };
  const found: string[] = [];
  let view = await reader.files.current();
  for (const reference of references) {
    let paths = await resolve({ from, reference, view });
    if (paths.length === 0 && namesFile(reference)) {
      const newer = await reader.files.afterMiss();
      if (newer !== undefined) {
        view = newer;
        paths = await resolve({ from, reference, view });
      }
    }
    found.push(...paths.filter((path) => path !== from));
  }
  const unique = [...new Set(found)].slice(0, MOST_DEPENDENCIES);
  return { found: await existing(reader.workspace, unique), ...parseError };
}

/** Not a package: a file that must be somewhere, or nobody has built it. */
function namesFile({ specifier, kind }: ImportReference): boolean {
  return specifier.startsWith('.') || kind === 'mod';
}

/** The listing may be older than the disk. */
async function existing(workspace: Workspace, paths: readonly string[]): Promise<Dependency[]> {
  const found: Dependency[] = [];
  for (const path of paths) {
    const resolved = workspace.resolve(path);
    if (isRefusal(resolved) || isRefusal(await workspace.facts(resolved))) continue;
    found.push({ path, type: 'import', level: 1 });
  }
  return found;
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
    const read = isRefusal(path) ? path : await workspace.readText(path);
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
