/** The workspace as import resolution sees it: which files there are, and the text of a manifest. */
import { posix } from 'node:path';
import { byCodeUnit } from '../text/index.ts';

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
  /** What was made of a manifest is kept as long as the view. */
  remember<T>(key: string, make: () => Promise<T>): Promise<T>;
}

export function createFileView(
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
): FileView {
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
      // A key is made up by one resolver only, which always makes the same type of it.
      if (before !== undefined) return before as Promise<T>;
      const made = make();
      kept.set(key, made);
      return made;
    },
  };
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

/** Joins and folds `.` and `..`; what would leave the root is undefined. */
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
