/** Python: `a.b`, `.sibling`, `..` with names. A name may be a module of the package or something inside of it. */
import { directoryOf, type FileView, inDirectory, upwards } from './file-view.ts';
import type { Resolver } from './resolver.ts';

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

/** One dot is the file's own package, each further dot one above. */
function climb(from: string, dots: number): string | undefined {
  let directory: string | undefined = directoryOf(from);
  for (let n = 1; n < dots; n++) {
    if (directory === undefined || directory === '') return undefined;
    directory = directoryOf(directory);
  }
  return directory;
}

/** Submodules that are named; the module itself if a name is not one of them, or none is given. */
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
 * Where absolute names may start: above the outermost package that holds the file, then each directory above
 * that, then the usual source directories. The file's own directory is last: it counts for scripts only.
 */
function roots(view: FileView, from: string): string[] {
  const own = directoryOf(from);
  const above = [...upwards(own)].filter((directory) => !view.has(inDirectory(directory, PACKAGE)));
  return [...new Set([...above.filter((directory) => directory !== own), 'src', 'lib', 'python', own])];
}
