/** Python: `a.b`, `.sibling`, `..` with names. A name may be a module of the package or something declared in it. */

import { directoryOf, type FileView, inDirectory, type Resolver, upwards } from './file-view.ts';

const PACKAGE = '__init__.py';

export const resolvePython: Resolver = async ({ from, reference, view }) => {
  const [, dots = '', dotted = ''] = /^(\.*)(.*)$/.exec(reference.specifier) ?? [];
  const path = dotted.split('.').join('/');
  for (const root of dots === '' ? roots(view, from) : [climb(from, dots.length)]) {
    if (root === undefined) continue;
    const target = path === '' ? root : inDirectory(root, path);
    const found = modules(view, target, reference.names ?? []);
    if (found.length > 0) return found.filter((each) => each !== from);
  }
  return [];
};

/** One dot is the file's own package, each further dot the package above. */
function climb(from: string, dots: number): string | undefined {
  let directory: string | undefined = directoryOf(from);
  for (let n = 1; n < dots; n++) {
    if (directory === undefined || directory === '') return undefined;
    directory = directoryOf(directory);
  }
  return directory;
}

/** The submodules that are named; also the module itself, if a name is no submodule or there are no names. */
function modules(view: FileView, target: string, names: readonly string[]): string[] {
  const submodules = names.map((name) => moduleAt(view, inDirectory(target, name)));
  const found = submodules.filter((path) => path !== undefined);
  const itself = moduleAt(view, target);
  if (itself !== undefined && (names.length === 0 || found.length < names.length)) found.unshift(itself);
  return [...new Set(found)];
}

function moduleAt(view: FileView, path: string): string | undefined {
  return [`${path}.py`, `${path}.pyi`, inDirectory(path, PACKAGE), inDirectory(path, `${PACKAGE}i`)].find(
    (candidate) => view.has(candidate),
  );
}

/**
 * Directories that absolute names may be relative to: the one above the outermost package of the file, each directory above
 * that, the usual source directories, and last the file's own directory, which only scripts use.
 */
function roots(view: FileView, from: string): string[] {
  const own = directoryOf(from);
  const above = [...upwards(own)].filter((directory) => !view.has(inDirectory(directory, PACKAGE)));
  return [...new Set([...above.filter((directory) => directory !== own), 'src', 'lib', 'python', own])];
}
