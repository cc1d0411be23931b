/** What a resolver of imports gets: the import, the files of the workspace, and the texts of manifests. */
import { posix } from 'node:path';
import type { ImportReference } from '../languages/index.ts';
import { byCodeUnit } from '../text/index.ts';

/** The files of the workspace that an import names. Empty: it names no file of this workspace. */
export type Resolver = (asked: ImportAt) => Promise<readonly string[]>;

export interface ImportAt {
  /** The file that imports. */
  from: string;
  reference: ImportReference;
  view: FileView;
}

export interface FileView {
  has(path: string): boolean;
  hasDirectory(path: string): boolean;
  /** The files directly in a directory, in order; the root is ''. */
  filesIn(directory: string): readonly string[];
  /** All files with this last segment, in order. */
  named(name: string): readonly string[];
  /** All directories with this last segment, in order. */
  directoriesNamed(name: string): readonly string[];
  /** Undefined if it cannot be read. */
  text(path: string): Promise<string | undefined>;
  /** Calls `make` once for a key and keeps the result as long as the view: for what is read from manifests. */
  remember<T>(key: string, make: () => Promise<T>): Promise<T>;
}

export function createFileView(
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
): FileView {
  const { files, byDirectory, byName, directoriesByName } = treeOf(paths);
  const kept = new Map<string, Promise<unknown>>();
  return {
    has: (path) => files.has(path),
    hasDirectory: (path) => byDirectory.has(path),
    filesIn: (directory) => byDirectory.get(directory) ?? [],
    named: (name) => byName.get(name) ?? [],
    directoriesNamed: (name) => directoriesByName.get(name) ?? [],
    text: readText,
    remember: <T>(key: string, make: () => Promise<T>) => {
      const before = kept.get(key);
      // Each key belongs to one resolver, which always makes the same type for it.
      if (before !== undefined) return before as Promise<T>;
      const made = make();
      kept.set(key, made);
      return made;
    },
  };
}

interface FileTree {
  files: ReadonlySet<string>;
  byDirectory: ReadonlyMap<string, readonly string[]>;
  byName: ReadonlyMap<string, readonly string[]>;
  directoriesByName: ReadonlyMap<string, readonly string[]>;
}

const trees = new WeakMap<readonly string[], FileTree>();

/** Made once for a listing: a server has the same one for many questions. */
function treeOf(paths: readonly string[]): FileTree {
  const known = trees.get(paths);
  if (known !== undefined) return known;
  const files = new Set(paths);
  const byDirectory = new Map<string, string[]>([['', []]]);
  const byName = new Map<string, string[]>();
  for (const path of [...files].sort(byCodeUnit)) {
    addDirectories(byDirectory, directoryOf(path));
    byDirectory.get(directoryOf(path))?.push(path);
    push(byName, posix.basename(path), path);
  }
  const directoriesByName = new Map<string, string[]>();
  for (const directory of [...byDirectory.keys()].sort(byCodeUnit))
    push(directoriesByName, posix.basename(directory), directory);
  const tree = { files, byDirectory, byName, directoriesByName };
  trees.set(paths, tree);
  return tree;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function addDirectories(byDirectory: Map<string, string[]>, directory: string): void {
  for (let at = directory; !byDirectory.has(at); at = directoryOf(at)) byDirectory.set(at, []);
}

/** `''` for the root. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Joins, and resolves `.` and `..`; undefined for a path that would leave the root. */
export function within(directory: string, relative: string): string | undefined {
  const joined = posix.join('/', directory === '' ? '.' : directory, relative);
  const climbed = posix.normalize(posix.join(directory === '' ? '.' : directory, relative));
  if (climbed === '..' || climbed.startsWith('../')) return undefined;
  return joined.slice(1).replace(/\/$/, '');
}

/** The directory, its parent, and so on up to the root ''. */
export function* upwards(directory: string): Generator<string> {
  for (let at = directory; at !== ''; at = directoryOf(at)) yield at;
  yield '';
}

export const inDirectory = (directory: string, name: string) =>
  directory === '' ? name : `${directory}/${name}`;

// Files by the end of their path, for languages in which a name does not say in which directory its tree begins.

export function endsWithPath(path: string, suffix: string): boolean {
  return path === suffix || path.endsWith(`/${suffix}`);
}

export function filesEndingWith(view: FileView, suffix: string): readonly string[] {
  return view.named(posix.basename(suffix)).filter((path) => endsWithPath(path, suffix));
}

/** Of several files, the one that shares most directories with `from`; of those, the shortest path. */
export function nearestTo(from: string, candidates: readonly string[]): string | undefined {
  return [...candidates].sort(
    (a, b) => sharedDepth(from, b) - sharedDepth(from, a) || a.length - b.length || byCodeUnit(a, b),
  )[0];
}

function sharedDepth(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (depth < left.length - 1 && left[depth] === right[depth]) depth++;
  return depth;
}
