/** The wall: which places lie inside the root once links are followed, and which of them are closed all the same. */
import { realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { AppError } from '../errors.ts';
import { denyTest } from './deny-list.ts';
import { lookAt } from './look.ts';
import { isRefusal, type Refusal, refusalOf, refuse, systemCode } from './refusal.ts';
import { IS_WINDOWS, lexicalPath, nativePath, type RepoPath } from './repo-path.ts';

export interface BoundaryOptions {
  root: string;
  /** Globs that extend the deny list. */
  extraDeny?: readonly string[];
  /** Absolute; closed if it lies in the root. */
  dataDir?: string;
}

export interface Boundary {
  /** Real path, no trailing separator (except when it is the top of the file system). */
  readonly root: string;
  resolve(path: string): RepoPath | Refusal;
  isDenied(path: string): boolean;
  /** An absolute path without links, as a path of the workspace if it is inside and open to readers. */
  admit(realPath: string): RepoPath | Refusal;
  hostPath(path: RepoPath): string;
  /** Relative paths of what is closed beside the deny list. */
  readonly closedDirectories: readonly string[];
  /** A directory that no link leads to. */
  isPlainDirectory(path: RepoPath): boolean;
}

export function createBoundary(options: BoundaryOptions): Boundary {
  const root = realRoot(options.root);
  const roots = [root, options.root];
  const prefix = root.endsWith(sep) ? root : root + sep;
  const onDenyList = denyTest(options.extraDeny ?? []);
  const dataDirs = dataDirsInside(root, options);

  const isDenied = (path: string): boolean => {
    const slashed = path.replaceAll('\\', '/');
    return onDenyList(slashed) || dataDirs.some((dir) => slashed === dir || slashed.startsWith(`${dir}/`));
  };
  const hostPath = (path: RepoPath): string => (path === '.' ? root : prefix + nativePath(path));
  const admit = (realPath: string): RepoPath | Refusal => {
    if (realPath !== root && !startsWith(realPath, prefix)) return refuse('outside');
    const path = realPath.slice(prefix.length).replaceAll(sep, '/');
    if (isDenied(path)) return refuse('denied');
    // Cut off a real path: no empty, `.` or `..` segment can be in it.
    return (path || '.') as RepoPath;
  };
  const resolve = (input: string): RepoPath | Refusal => {
    const path = lexicalPath(input, roots);
    if (isRefusal(path)) return path;
    if (isDenied(path)) return refuse('denied');
    const real = realPlace(hostPath(path));
    if (isRefusal(real)) return real;
    const admitted = admit(real);
    return isRefusal(admitted) ? admitted : path;
  };
  const isPlainDirectory = (path: RepoPath): boolean => {
    const place = hostPath(path);
    return lookAt(place)?.isDirectory() === true && realPlace(place) === place;
  };
  return { root, resolve, isDenied, admit, hostPath, closedDirectories: dataDirs, isPlainDirectory };
}

function realRoot(root: string): string {
  try {
    const real = realpathSync.native(root);
    if (lookAt(real)?.isDirectory()) return real;
  } catch (cause) {
    throw new AppError('invalid', 'root_missing', 'The repository root does not exist.', { cause });
  }
  throw new AppError('invalid', 'root_not_a_directory', 'The repository root is not a directory.');
}

/** The data directory in the form it was given and in its real form, both relative to the root. */
function dataDirsInside(root: string, options: BoundaryOptions): string[] {
  if (options.dataDir === undefined) return [];
  const real = realPlace(options.dataDir);
  const inside = new Set<string>();
  for (const [from, to] of [
    [root, options.dataDir],
    [options.root, options.dataDir],
    [root, isRefusal(real) ? options.dataDir : real],
  ] as const) {
    const path = relative(from, to).replaceAll(sep, '/');
    if (path === '')
      throw new AppError('invalid', 'data_dir_is_root', 'The data directory is the repository root itself.', {
        hint: 'Choose a directory below the root, or one outside of it.',
      });
    if (path !== '..' && !path.startsWith('../') && lexicalPath(path, []) === path) inside.add(path);
  }
  return [...inside];
}

/**
 * The path with all links followed as far as it exists. A link that leads nowhere counts as missing: what is not
 * there yet could be put outside later.
 */
function realPlace(absolute: string): string | Refusal {
  let rest = '';
  for (let at = absolute; ; ) {
    try {
      return join(realpathSync.native(at), rest);
    } catch (thrown) {
      const code = systemCode(thrown);
      const parent = dirname(at);
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === at) return refusalOf(thrown);
      if (lookAt(at)?.isSymbolicLink()) return refuse('missing');
      rest = join(at.slice(parent.length), rest);
      at = parent;
    }
  }
}

function startsWith(path: string, prefix: string): boolean {
  return IS_WINDOWS ? path.toLowerCase().startsWith(prefix.toLowerCase()) : path.startsWith(prefix);
}
