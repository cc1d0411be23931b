/** Which places are inside the root after links are followed, and which of those are closed to readers. */
import { win32 } from 'node:path';
import { AppError } from '../errors.ts';
import { denyTest } from './deny-list.ts';
import { foldedName, foldsNames, type HostNames, hostNames, spelledPath } from './host-names.ts';
import { isRefusal, type Refusal, refusalOf, refuse, systemCode } from './refusal.ts';
import { lexicalPath, nativePath, type RepoPath } from './repo-path.ts';

export interface BoundaryOptions {
  root: string;
  /** Another form of the root that an absolute path may begin with. */
  rootInShell?: string | undefined;
  /** Globs that extend the deny list. */
  extraDeny?: readonly string[];
  /** Absolute; closed if it lies in the root. */
  dataDir?: string;
  /** Its files are written once and never changed; see `fileStat`. */
  frozen?: boolean;
}

export interface Boundary {
  /** Real path, no trailing separator (except when it is the top of the file system). */
  readonly root: string;
  resolve(path: string): RepoPath | Refusal;
  isDenied(path: string): boolean;
  /** An absolute path without links, as a path of the workspace if it is inside and open to readers. */
  admit(realPath: string): RepoPath | Refusal;
  hostPath(path: RepoPath): string;
  readonly frozen: boolean;
  /** Relative paths of what is closed beside the deny list. */
  readonly closedDirectories: readonly string[];
  /** A directory that no link leads to. */
  isPlainDirectory(path: RepoPath): boolean;
}

/** A short name or a stream: it may lead to a file whose own name looks otherwise. */
const ALIAS = /~[0-9]|:/;

export function createBoundary(options: BoundaryOptions, names: HostNames = hostNames): Boundary {
  const { sep } = names.path;
  const root = realRoot(names, options.root);
  const roots = [root, options.root, ...(options.rootInShell === undefined ? [] : [options.rootInShell])];
  let byLinks: string[] | undefined;
  const prefix = root.endsWith(sep) ? root : root + sep;
  const onDenyList = denyTest(options.extraDeny ?? []);
  const dataDirs = dataDirsInside(names, root, options);
  const inDataDir = below(dataDirs);
  let known: boolean | undefined;
  // If no name can show it, assume that they fold: more is closed then.
  const folds = (): boolean => {
    known ??= foldsNames(names, root);
    return known ?? true;
  };

  const isDeniedName = (path: string): boolean =>
    onDenyList(path) ||
    (inDataDir(path) && (dataDirs.some((dir) => path === dir || path.startsWith(`${dir}/`)) || folds()));
  const isDenied = (path: string): boolean => {
    const slashed = path.replaceAll('\\', '/');
    if (isDeniedName(slashed)) return true;
    if (!ALIAS.test(slashed) || slashed.split('/').includes('..') || !folds()) return false;
    const spelled = spelledPath(names, root, slashed);
    return spelled === undefined || isDeniedName(spelled);
  };
  const hostPath = (path: RepoPath): string => (path === '.' ? root : prefix + nativePath(path, sep));
  const admit = (realPath: string): RepoPath | Refusal => {
    const head = realPath.slice(0, prefix.length);
    if (realPath !== root && head !== prefix && !(foldedName(head) === foldedName(prefix) && folds()))
      return refuse('outside');
    const path = realPath.slice(prefix.length).replaceAll(sep, '/');
    if (isDenied(path)) return refuse('denied');
    // Cut off a real path: no empty, `.` or `..` segment can be in it.
    return (path || '.') as RepoPath;
  };
  const askedPath = (input: string): RepoPath | Refusal => {
    const asked = lexicalPath(input, roots, names.path === win32, folds);
    if (!isRefusal(asked) || asked.refused !== 'absolute') return asked;
    byLinks ??= rootsByLinks(names, root);
    return lexicalPath(input, byLinks, names.path === win32, folds);
  };
  const resolve = (input: string): RepoPath | Refusal => {
    const asked = askedPath(input);
    if (isRefusal(asked)) return asked;
    if (isDenied(asked)) return refuse('denied');
    const path = folds() && asked !== '.' ? spelledPath(names, root, asked) : asked;
    if (path === undefined) return refuse('unreadable');
    if (path !== asked && isDenied(path)) return refuse('denied');
    // A name that a directory lists is as well formed as one that was asked for, or cannot be asked for again.
    if (path !== asked && lexicalPath(path, [], names.path === win32) !== path) return refuse('malformed');
    const real = realPlace(names, hostPath(path as RepoPath));
    if (isRefusal(real)) return real;
    const admitted = admit(real);
    return isRefusal(admitted) ? admitted : (path as RepoPath);
  };
  const isPlainDirectory = (path: RepoPath): boolean => {
    const place = hostPath(path);
    if (names.lstat(place)?.isDirectory() !== true) return false;
    const real = realPlace(names, place);
    return real === place || (!isRefusal(real) && foldedName(real) === foldedName(place) && folds());
  };
  return {
    root,
    resolve,
    isDenied,
    admit,
    hostPath,
    frozen: options.frozen === true,
    closedDirectories: dataDirs,
    isPlainDirectory,
  };
}

/** In whatever spelling some file system takes for that of one of the directories. */
function below(directories: readonly string[]): (path: string) => boolean {
  if (directories.length === 0) return () => false;
  const spelled = directories.map((directory) =>
    foldedName(directory)
      .replace(/[\^$.*+?()[\]{}|]/g, '\\$&')
      .replaceAll('/', '[. ]*/'),
  );
  const pattern = new RegExp(`^(?:${spelled.join('|')})[. ]*(?:/|$)`);
  return (path) => pattern.test(foldedName(path));
}

function realRoot(names: HostNames, root: string): string {
  try {
    const real = names.realPath(root);
    if (names.lstat(real)?.isDirectory()) return real;
  } catch (cause) {
    throw new AppError('invalid', 'root_missing', 'The repository root does not exist.', { cause });
  }
  throw new AppError('invalid', 'root_not_a_directory', 'The repository root is not a directory.');
}

/**
 * The root as it is reached through links at the top of the file system, such as `/tmp` of macOS or `/home` of some Linux.
 * A path from outside is never looked up to find that out: looking alone can make a system go to the network.
 */
function rootsByLinks(names: HostNames, root: string): string[] {
  const { join, parse, sep } = names.path;
  const { root: top } = parse(root);
  const links = (names.list(top) ?? [])
    .map((name) => join(top, name))
    .filter((place) => names.lstat(place)?.isSymbolicLink());
  return links.flatMap((link) => {
    const real = realPlace(names, link);
    return !isRefusal(real) && `${root}${sep}`.startsWith(`${real}${sep}`)
      ? [link + root.slice(real.length)]
      : [];
  });
}

/** The data directory in the form it was given and in its real form, both relative to the root. */
function dataDirsInside(names: HostNames, root: string, options: BoundaryOptions): string[] {
  if (options.dataDir === undefined) return [];
  const { relative, sep } = names.path;
  const real = realPlace(names, options.dataDir);
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
    if (path !== '..' && !path.startsWith('../') && lexicalPath(path, [], names.path === win32) === path)
      inside.add(path);
  }
  return [...inside];
}

/**
 * The path with all links followed as far as it exists. A link that leads nowhere counts as missing: what is not
 * there yet could be put outside later.
 */
function realPlace(names: HostNames, absolute: string): string | Refusal {
  const { dirname, join } = names.path;
  let rest = '';
  for (let at = absolute; ; ) {
    try {
      return join(names.realPath(at), rest);
    } catch (thrown) {
      const code = systemCode(thrown);
      const parent = dirname(at);
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === at) return refusalOf(thrown);
      if (names.lstat(at)?.isSymbolicLink()) return refuse('missing');
      rest = join(at.slice(parent.length), rest);
      at = parent;
    }
  }
}
