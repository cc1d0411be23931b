/** Modules: the directories in which the parts of a project live. */
import { posix } from 'node:path';
import { byCodeUnit } from '../../../core/text/index.ts';
import { moduleOf, type Role, roleOf } from '../place.ts';

export interface KeyFile {
  path: string;
  role: Role;
}

export interface Module {
  name: string;
  directory: string;
  files: readonly string[];
  keyFiles: readonly KeyFile[];
}

/** Where modules lie, one directory each. */
const HOMES = [
  'src',
  'app',
  'lib',
  'packages',
  'crates',
  'cmd',
  'internal',
  'pkg',
  'apps',
  'services',
  'modules',
];
const MOST_KEY_FILES = 5;

/** The directories below the usual homes; without any, the directories of the root. */
export function modulesOf(paths: readonly string[]): Module[] {
  const byDirectory = new Map<string, string[]>();
  const add = (directory: string, path: string) => {
    const files = byDirectory.get(directory) ?? [];
    byDirectory.set(directory, files);
    files.push(path);
  };
  for (const path of paths) {
    const segments = path.split('/');
    if (HOMES.includes(segments[0] ?? '') && segments.length > 2) add(segments.slice(0, 2).join('/'), path);
  }
  if (byDirectory.size === 0)
    for (const path of paths) if (path.includes('/')) add(path.slice(0, path.indexOf('/')), path);
  return [...byDirectory]
    .map(([directory, files]) => ({
      name: posix.basename(directory),
      directory,
      files,
      keyFiles: keyFilesOf(files),
    }))
    .sort((a, b) => byCodeUnit(a.directory, b.directory));
}

function keyFilesOf(files: readonly string[]): KeyFile[] {
  const order: readonly Role[] = ['entry', 'config', 'core', 'test'];
  return files
    .map((path) => ({ path, role: roleOf(path) }))
    .sort(
      (a, b) =>
        a.path.split('/').length - b.path.split('/').length ||
        order.indexOf(a.role) - order.indexOf(b.role) ||
        byCodeUnit(a.path, b.path),
    )
    .slice(0, MOST_KEY_FILES);
}

/** A module of the overview, or any directory of that name. */
export function findModule(
  modules: readonly Module[],
  paths: readonly string[],
  name: string,
): Module | undefined {
  const wanted = name.toLowerCase();
  const known = modules.find((each) => each.name.toLowerCase() === wanted);
  if (known !== undefined) return known;
  const files = paths.filter((path) => moduleOf(path).toLowerCase() === wanted);
  const [first] = files;
  if (first === undefined) return undefined;
  return { name: moduleOf(first), directory: posix.dirname(first), files, keyFiles: keyFilesOf(files) };
}
