/** The walker: every file below a directory that no ignore file excludes, as git would list them. */
import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type IgnoreScope, isIgnored, parseIgnoreRules } from './gitignore.ts';
import { NOISE_DIRECTORIES } from './noise.ts';
import { type Repository, readSmallFile, repositoryAt } from './repository.ts';

export interface WalkOptions {
  /** Directories for which it is true are not entered. Paths are relative to the root of the workspace. */
  skip(path: string): boolean;
  /** Leave out what is installed or generated; for trees without a repository. */
  withoutNoise: boolean;
  signal: AbortSignal | undefined;
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

/** True if an ignore file above the directory excludes it: then the repository is not about this directory. */
export function isIgnoredBy(repository: Repository, directory: string): boolean {
  let scope = excludeScope(repository, undefined);
  let base = '';
  for (const name of namesBelow(repository.top, directory)) {
    scope = fileScope(join(repository.top, base), base, scope);
    if (isIgnored(scope, base + name, true)) return true;
    base += `${name}/`;
  }
  return false;
}

function startingPoint(root: string, { path, repository }: WalkStart): Directory {
  if (repository === undefined) return { path, inRepository: '', scope: undefined };
  let scope = excludeScope(repository, undefined);
  let base = '';
  for (const name of namesBelow(repository.top, join(root, path))) {
    scope = fileScope(join(repository.top, base), base, scope);
    base += `${name}/`;
  }
  return { path, inRepository: base, scope };
}

/** A repository inside the repository starts over: the ignore files outside of it do not reach in. */
function enter(root: string, directory: Directory, entries: readonly Dirent[]): Directory {
  let { inRepository, scope } = directory;
  const place = join(root, directory.path);
  const nested = inRepository !== '' && entries.some((entry) => entry.name === '.git') && repositoryAt(place);
  if (nested && nested !== 'none') {
    inRepository = '';
    scope = nested === 'unsafe' ? undefined : excludeScope(nested, undefined);
  }
  if (entries.some((entry) => entry.name === '.gitignore')) scope = fileScope(place, inRepository, scope);
  return { path: directory.path, inRepository, scope };
}

function excludeScope(repository: Repository, outer: IgnoreScope | undefined): IgnoreScope | undefined {
  return scopeOf(join(repository.commonDir, 'info', 'exclude'), '', outer);
}

function fileScope(place: string, base: string, outer: IgnoreScope | undefined): IgnoreScope | undefined {
  return scopeOf(join(place, '.gitignore'), base, outer);
}

function scopeOf(file: string, base: string, outer: IgnoreScope | undefined): IgnoreScope | undefined {
  const text = readSmallFile(file);
  const rules = text === undefined ? [] : parseIgnoreRules(text);
  return rules.length === 0 ? outer : { base, rules, outer };
}

function entriesOf(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or closed to us: it holds nothing that a reader may open.
    return [];
  }
}

function namesBelow(top: string, place: string): string[] {
  return relative(top, place)
    .split(sep)
    .filter((name) => name !== '');
}
