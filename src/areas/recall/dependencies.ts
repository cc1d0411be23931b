/**
 * Finds the files that a file imports, one level deep: reads its imports, resolves them against a listing of the workspace, and
 * keeps those that exist.
 */

import type { Clock } from '../../core/clock.ts';
import { asAppError } from '../../core/errors.ts';
import { createFileView, type FileView, resolverFor } from '../../core/imports/index.ts';
import type { ImportReference } from '../../core/languages/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { isBlocked } from './place.ts';
import type { RecallDeps } from './recall-deps.ts';

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
  /** Set when not all imports could be read. */
  parseError?: ParseError;
}

/** A Go or Java package may have hundreds of files. */
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
  signal: AbortSignal,
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

/** True for a file of the repository, false for a package. */
function namesFile({ specifier, kind }: ImportReference): boolean {
  return specifier.startsWith('.') || kind === 'mod';
}

/** Checks the disk, because the listing may be older. */
async function existing(workspace: Workspace, paths: readonly string[]): Promise<Dependency[]> {
  const found: Dependency[] = [];
  for (const path of paths) {
    const resolved = workspace.resolve(path);
    if (isRefusal(resolved) || isRefusal(await workspace.facts(resolved))) continue;
    found.push({ path, type: 'import', level: 1 });
  }
  return found;
}

/** Adds the content of each, in order, while it fits into `bytes`. Returns how many did not fit. */
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
    // The size in the answer, with escapes.
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

interface ImportsRead {
  references: readonly ImportReference[];
  /** Why imports may be missing. */
  problem: string | undefined;
}

/** Parsing is loaded with the first file that needs it. */
async function readImports(
  path: string,
  text: string,
  options: { signal: AbortSignal },
): Promise<ImportsRead> {
  const { imports, stopReason } = await import('../../core/parsing/index.ts');
  try {
    const outcome = await imports(path, text, options);
    if (outcome.stopped !== undefined)
      return { references: [], problem: `Not parsed: ${stopReason(outcome.stopped)}` };
    const { references, errorLine } = outcome.value;
    return { references, problem: problemOf(path, errorLine) };
  } catch (thrown) {
    return { references: [], problem: asAppError(thrown).message };
  }
}

/** The parser does not expand macros, so its errors mean nothing in C and related languages. */
const MACROS = /\.([ch]|cc|cpp|cxx|hh|hpp|hxx|inl|mm?)$/i;

function problemOf(path: string, line: number | undefined): string | undefined {
  if (line === undefined) return undefined;
  return MACROS.test(path) ? undefined : `Syntax error at line ${line}`;
}

const KEPT_MS = 60_000;
/** An import of a file that does not exist must not cause a new listing for each read. */
const KEPT_AFTER_MISS_MS = 10_000;

/** A cached listing: listing takes longer than reading a file. It is renewed sooner if a file is missing in it. */
interface FileList {
  current(): Promise<FileView>;
  /** A newer view than `current` returned, or undefined if that one is new enough. */
  afterMiss(): Promise<FileView | undefined>;
}

function createFileList(workspace: Workspace, clock: Clock): FileList {
  let view: Promise<FileView> | undefined;
  let listedAt = 0;

  async function list(): Promise<FileView> {
    const files = await workspace.files({ includeHidden: true });
    const paths = files.map(({ path }) => path).filter((path) => !isBlocked(path));
    return createFileView(paths, async (path) => {
      const resolved = workspace.resolve(path);
      if (isRefusal(resolved)) return undefined;
      const read = await workspace.readText(resolved);
      return isRefusal(read) ? undefined : read.text;
    });
  }

  function relist(): Promise<FileView> {
    const listing = list();
    listedAt = clock.elapsed();
    view = listing;
    listing.catch(() => {
      if (view === listing) view = undefined;
    });
    return listing;
  }

  return {
    current: () => (view === undefined || clock.elapsed() - listedAt > KEPT_MS ? relist() : view),
    afterMiss: async () => (clock.elapsed() - listedAt > KEPT_AFTER_MISS_MS ? relist() : undefined),
  };
}
