/** Java, Kotlin, Scala and Groovy: a package is the end of a path, below any source directory. */

import {
  directoryOf,
  endsWithPath,
  type FileView,
  filesEndingWith,
  nearestTo,
  type Resolver,
} from './file-view.ts';

const MOST_FILES_READ = 60;
/** At the beginning of a line, after modifiers. A function may be an extension (`fun Type.name`). */
const DECLARATION =
  /^(?:[a-z]+ +)*(?:class|object|interface|trait|fun|def|va[lr]|typealias|type|enum)(?: +<[^>\n]*>)? +(?:[\w.<>?, *]*\.)?`?(\w+)/gm;
const ENDINGS = ['.java', '.kt', '.scala', '.groovy'];

export const resolveJvm: Resolver = async ({ from, reference, view }) => {
  const specifier = reference.specifier.replace(/\s/g, '');
  const wildcard = /\.[*_]$/.test(specifier);
  const segments = specifier.replace(/\.[*_]$/, '').split('.');
  const named = reference.names?.flatMap((name) => classFile(view, from, [...segments, name])) ?? [];
  if (named.length > 0) return [...new Set(named)];
  // A static or nested name is inside a class: leave out up to two of the last segments.
  for (let count = segments.length; count >= Math.max(2, segments.length - 2); count--) {
    // What remains must be a class then: `kotlin.jvm.JvmName` is not in a file `kotlin/jvm.kt`.
    if (count < segments.length && !/^\p{Lu}/u.test(segments[count - 1] ?? '')) continue;
    const found = classFile(view, from, segments.slice(0, count));
    if (found.length > 0) return found;
  }
  return wildcard ? packageFiles(view, from, segments) : declaring(view, from, segments);
};

function classFile(view: FileView, from: string, segments: readonly string[]): string[] {
  for (const ending of ENDINGS) {
    const found = nearestTo(from, filesEndingWith(view, `${segments.join('/')}${ending}`));
    if (found !== undefined) return [found];
  }
  return [];
}

/** Kotlin and Scala declare functions and several classes in a file of any name, so the package's files are read. */
async function declaring(view: FileView, from: string, segments: readonly string[]): Promise<string[]> {
  const name = segments.at(-1) ?? '';
  const files = packageFiles(view, from, segments.slice(0, -1)).slice(0, MOST_FILES_READ);
  for (const path of files) {
    const names = await view.remember(`names ${path}`, async () =>
      declaredNames((await view.text(path)) ?? ''),
    );
    if (names.has(name)) return [path];
  }
  return [];
}

function declaredNames(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(DECLARATION)].map(([, name = '']) => name));
}

function packageFiles(view: FileView, from: string, segments: readonly string[]): readonly string[] {
  const suffix = segments.join('/');
  const directories = view
    .directoriesNamed(segments.at(-1) ?? '')
    .filter((path) => endsWithPath(path, suffix));
  const files = directories.flatMap((directory) => view.filesIn(directory));
  const sources = files.filter((path) => ENDINGS.some((ending) => path.endsWith(ending)));
  const nearest = nearestTo(from, sources);
  return nearest === undefined ? [] : sources.filter((path) => directoryOf(path) === directoryOf(nearest));
}
