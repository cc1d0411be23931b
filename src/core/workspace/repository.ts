/**
 * Where the repository around a directory keeps its data, found without running git. A `.git` that came with the
 * files may point to any other repository on the machine, and git would read that one's objects for us; so one that
 * leads out of its work tree is used only if the other side names this work tree.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lookAt } from './look.ts';

export interface Repository {
  /** The work tree. */
  top: string;
  gitDir: string;
  /** Shared by all work trees of a repository; the same as gitDir in most. */
  commonDir: string;
}

/** Pointer files, configuration and ignore files; none is ever near it. */
const MAX_SMALL_FILE_BYTES = 1 << 20;

/** The repository whose work tree holds the directory. Undefined: none, or one that is not to be trusted. */
export function findRepository(directory: string): Repository | undefined {
  for (let top = directory; ; top = dirname(top)) {
    const found = repositoryAt(top);
    if (found !== 'none') return found === 'unsafe' ? undefined : found;
    if (dirname(top) === top) return undefined;
  }
}

/** Why `findRepository` finds none. */
export function lackOfRepository(directory: string): 'no-repository' | 'borrowed-objects' | 'not-trusted' {
  for (let top = directory; ; top = dirname(top)) {
    const found = repositoryAt(top);
    if (found === 'unsafe')
      return lookAt(alternatesOf(join(top, '.git'))) ? 'borrowed-objects' : 'not-trusted';
    if (found !== 'none' || dirname(top) === top) return 'no-repository';
  }
}

export function repositoryAt(top: string): Repository | 'none' | 'unsafe' {
  const place = join(top, '.git');
  const gitDir = gitDirOf(top, place);
  if (gitDir === 'none' || gitDir === 'unsafe') return gitDir;
  const pointer = readSmallFile(join(gitDir, 'commondir'));
  const commonDir = pointer === undefined ? gitDir : realDirectory(resolve(gitDir, pointer.trim()));
  if (commonDir === undefined || !looksLikeRepository(gitDir, commonDir))
    return gitDir === place ? 'none' : 'unsafe';
  const repository = { top, gitDir, commonDir };
  const trusted = isInside(top, gitDir) ? isSelfContained(repository) : pointsBack(repository);
  return trusted ? repository : 'unsafe';
}

/** A small regular file, not through a link; undefined if it is anything else. */
export function readSmallFile(place: string): string | undefined {
  let fd: number;
  try {
    fd = openSync(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > MAX_SMALL_FILE_BYTES) return undefined;
    return readFileSync(fd, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function gitDirOf(top: string, place: string): string | 'none' | 'unsafe' {
  const stat = lookAt(place);
  if (stat === undefined) return 'none';
  if (stat.isDirectory()) return place;
  if (stat.isSymbolicLink()) return realDirectory(place) ?? 'unsafe';
  const pointer = readSmallFile(place)?.match(/^gitdir: (.+)/)?.[1];
  if (pointer === undefined) return 'unsafe';
  return realDirectory(resolve(top, pointer.trim())) ?? 'unsafe';
}

function looksLikeRepository(gitDir: string, commonDir: string): boolean {
  const kind = (place: string) => lookAt(place);
  return (
    kind(join(gitDir, 'HEAD')) !== undefined &&
    kind(join(commonDir, 'objects')) !== undefined &&
    kind(join(commonDir, 'refs')) !== undefined
  );
}

/** Nothing that git reads may be a link, and no borrowed objects: both could open another repository. */
function isSelfContained({ top, gitDir, commonDir }: Repository): boolean {
  if (!isInside(top, commonDir)) return false;
  if (lookAt(alternatesOf(commonDir)) !== undefined) return false;
  return [gitDir, commonDir, join(commonDir, 'objects'), join(commonDir, 'objects', 'pack')].every(
    (directory) => !holdsLinks(directory),
  );
}

function alternatesOf(commonDir: string): string {
  return join(commonDir, 'objects', 'info', 'alternates');
}

function holdsLinks(directory: string): boolean {
  try {
    return readdirSync(directory, { withFileTypes: true }).some((entry) => entry.isSymbolicLink());
  } catch {
    return lookAt(directory) !== undefined;
  }
}

/** A linked work tree is named in `gitdir`, a submodule in `core.worktree`. */
function pointsBack({ top, gitDir }: Repository): boolean {
  const workTree = readSmallFile(join(gitDir, 'gitdir'))?.trim();
  if (workTree !== undefined && realDirectory(dirname(resolve(gitDir, workTree))) === top) return true;
  const config = readSmallFile(join(gitDir, 'config')) ?? '';
  const submodule = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(config)?.[1];
  return submodule !== undefined && realDirectory(resolve(gitDir, submodule)) === top;
}

function realDirectory(place: string): string | undefined {
  try {
    return realpathSync.native(place);
  } catch {
    return undefined;
  }
}

function isInside(top: string, place: string): boolean {
  const path = relative(top, place);
  return path !== '..' && !path.startsWith(`..${sep}`) && resolve(top, path) === place;
}
