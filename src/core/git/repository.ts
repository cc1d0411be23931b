/**
 * Finds where the repository around a directory keeps its data, without running git. A `.git` that came with the files
 * may point to any other repository on the machine, whose objects git would then read; so one that leads out of its work
 * tree is used only if the other side names this work tree.
 */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isEndless, MAX_SMALL_FILE_BYTES } from '../processes/index.ts';
import { lstatOrUndefined } from '../sandbox/index.ts';

export interface Repository {
  /** The work tree. */
  top: string;
  gitDir: string;
  /** Shared by all work trees of a repository; the same as gitDir in most. */
  commonDir: string;
}

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
      return lstatOrUndefined(alternatesOf(join(top, '.git'))) ? 'borrowed-objects' : 'not-trusted';
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
  return trusted && canBeRead(repository) ? repository : 'unsafe';
}

/** A small regular file, not through a link; undefined if it is anything else. */
export function readSmallFile(place: string): string | undefined {
  const named = lstatOrUndefined(place);
  if (!named?.isFile()) return undefined;
  let fd: number;
  try {
    fd = openSync(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    // Windows has no flag against following: a link that was put there meanwhile leads to another file.
    if (!stat.isFile() || stat.ino !== named.ino || stat.size > MAX_SMALL_FILE_BYTES) return undefined;
    return readFileSync(fd, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function gitDirOf(top: string, place: string): string | 'none' | 'unsafe' {
  const stat = lstatOrUndefined(place);
  if (stat === undefined) return 'none';
  if (stat.isDirectory()) return place;
  if (stat.isSymbolicLink()) return realDirectory(place) ?? 'unsafe';
  const pointer = readSmallFile(place)?.match(/^gitdir: (.+)/)?.[1];
  if (pointer === undefined) return 'unsafe';
  return realDirectory(resolve(top, pointer.trim())) ?? 'unsafe';
}

function looksLikeRepository(gitDir: string, commonDir: string): boolean {
  const kind = (place: string) => lstatOrUndefined(place);
  return (
    kind(join(gitDir, 'HEAD')) !== undefined &&
    kind(join(commonDir, 'objects')) !== undefined &&
    kind(join(commonDir, 'refs')) !== undefined
  );
}

/** A million refs. */
const MAX_PACKED_REFS_BYTES = 1 << 26;
/** What git reads as a whole before it does anything. */
const SMALL_FILES = ['HEAD', 'config', 'config.worktree', 'shallow', join('info', 'exclude')];

/** git would wait for ever if one of its files is a pipe, and read without end if it is a device or too large. */
function canBeRead({ gitDir, commonDir }: Repository): boolean {
  const directories = [gitDir, commonDir, join(commonDir, 'info'), join(commonDir, 'objects', 'info')];
  if (directories.some((directory) => holds(directory, isEndless))) return false;
  const small = SMALL_FILES.flatMap((name) => [join(gitDir, name), join(commonDir, name)]);
  if (small.some((place) => (lstatOrUndefined(place)?.size ?? 0) > MAX_SMALL_FILE_BYTES)) return false;
  const branch = readSmallFile(join(gitDir, 'HEAD'))?.match(/^ref: (refs\/\S+)/)?.[1];
  const ref = branch === undefined ? undefined : lstatOrUndefined(join(commonDir, branch));
  if (ref !== undefined && (isEndless(ref) || ref.size > MAX_SMALL_FILE_BYTES)) return false;
  return (lstatOrUndefined(join(commonDir, 'packed-refs'))?.size ?? 0) <= MAX_PACKED_REFS_BYTES;
}

/** Nothing that git reads may be a link, and no borrowed objects: both could open another repository. */
function isSelfContained({ top, gitDir, commonDir }: Repository): boolean {
  if (!isInside(top, commonDir)) return false;
  if (lstatOrUndefined(alternatesOf(commonDir)) !== undefined) return false;
  return [gitDir, commonDir, join(commonDir, 'objects'), join(commonDir, 'objects', 'pack')].every(
    (directory) => !holds(directory, (entry) => entry.isSymbolicLink() || isEndless(entry)),
  );
}

function alternatesOf(commonDir: string): string {
  return join(commonDir, 'objects', 'info', 'alternates');
}

/** Also true if it exists and cannot be listed. */
function holds(directory: string, what: (entry: Dirent) => boolean): boolean {
  try {
    return readdirSync(directory, { withFileTypes: true }).some(what);
  } catch {
    return lstatOrUndefined(directory) !== undefined;
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
