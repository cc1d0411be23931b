/** Java, Kotlin, Scala and Groovy: the package is a path, wherever the source directory begins. */
import { directoryOf, type FileView } from './file-view.ts';
import type { Resolver } from './resolver.ts';
import { endsWithPath, filesEndingWith, nearestTo } from './suffix.ts';

const ENDINGS = ['.java', '.kt', '.scala', '.groovy'];

export const resolveJvm: Resolver = async ({ from, reference, view }) => {
  const specifier = reference.specifier.replace(/\s/g, '');
  const wildcard = /\.[*_]$/.test(specifier);
  const segments = specifier.replace(/\.[*_]$/, '').split('.');
  const named = reference.names?.flatMap((name) => classFile(view, from, [...segments, name])) ?? [];
  if (named.length > 0) return [...new Set(named)];
  // A static or nested name ends inside of a class: the last segments may have to go.
  for (let count = segments.length; count >= Math.max(2, segments.length - 2); count--) {
    const found = classFile(view, from, segments.slice(0, count));
    if (found.length > 0) return found;
  }
  return wildcard ? packageFiles(view, from, segments) : [];
};

function classFile(view: FileView, from: string, segments: readonly string[]): string[] {
  for (const ending of ENDINGS) {
    const found = nearestTo(from, filesEndingWith(view, `${segments.join('/')}${ending}`));
    if (found !== undefined) return [found];
  }
  return [];
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
