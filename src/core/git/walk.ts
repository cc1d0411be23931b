/** The walker: every file below a directory that no ignore file excludes, as git would list them. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NOISE_DIRECTORIES } from '../sandbox/index.ts';
import { excludeScope, type IgnoreScope, isIgnored, ownScope, scopesAbove } from './ignore-files.ts';
import { type Repository, repositoryAt } from './repository.ts';

export interface WalkOptions {
  /** Directories for which it is true are not entered. Paths are relative to the root of the workspace. */
  skip(path: string): boolean;
  /** Leave out what is installed or generated; for trees without a repository. */
  withoutNoise: boolean;
  signal: AbortSignal | undefined;
  /** For each directory that is entered: `` or `a/b/`. */
  onDirectory?(path: string, holdsRepository: boolean): void;
}

export interface WalkStart {
  /** `` or `a/b/`, relative to the root of the workspace. */
  path: string;
  /** The repository whose ignore files hold there. */
  repository: Repository | undefined;
}

interface Directory {
  /** `` or `a/b/`, relative to the root of the workspace. */
  path: string;
  /** The same, relative to the top of the repository that the ignore files belong to. */
  inRepository: string;
  scope: IgnoreScope | undefined;
}

/** Other calls must get their turn while a large tree is read. */
const DIRECTORIES_A_TURN = 200;

/** Paths of regular files, relative to the root, in no particular order. */
export async function walk(root: string, start: WalkStart, options: WalkOptions): Promise<string[]> {
  const files: string[] = [];
  const open: Directory[] = [startingPoint(root, start)];
  let read = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (++read % DIRECTORIES_A_TURN === 0) {
      await nextTurn();
      options.signal?.throwIfAborted();
    }
    const entries = entriesOf(join(root, at.path));
    const directory = enter(root, at, entries);
    options.onDirectory?.(
      at.path,
      entries.some(({ name }) => name === '.git'),
    );
    for (const entry of entries) {
      const path = directory.path + entry.name;
      const inRepository = directory.inRepository + entry.name;
      if (entry.isFile()) {
        if (!isIgnored(directory.scope, inRepository, false)) files.push(path);
      } else if (entry.isDirectory() && entry.name !== '.git' && !options.skip(path)) {
        if (options.withoutNoise && NOISE_DIRECTORIES.has(entry.name)) continue;
        if (isIgnored(directory.scope, inRepository, true)) continue;
        open.push({ path: `${path}/`, inRepository: `${inRepository}/`, scope: directory.scope });
      }
    }
  }
  return files;
}

function startingPoint(root: string, { path, repository }: WalkStart): Directory {
  if (repository === undefined) return { path, inRepository: '', scope: undefined };
  const { base, scope } = scopesAbove(repository.top, repository, join(root, path));
  return { path, inRepository: base, scope };
}

/** A repository inside the repository starts over: ignore files outside of it do not apply. */
function enter(root: string, directory: Directory, entries: readonly Dirent[]): Directory {
  let { inRepository, scope } = directory;
  const place = join(root, directory.path);
  const nested = inRepository !== '' && entries.some((entry) => entry.name === '.git') && repositoryAt(place);
  if (nested && nested !== 'none') {
    inRepository = '';
    scope = nested === 'unsafe' ? undefined : excludeScope(nested);
  }
  if (entries.some((entry) => entry.name === '.gitignore')) scope = ownScope(place, inRepository, scope);
  return { path: directory.path, inRepository, scope };
}

function entriesOf(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    // Deleted meanwhile, or not readable: there is nothing that a reader may open.
    return [];
  }
}
