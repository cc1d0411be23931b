/** Code that left its file: which other files to read and to outline for it, and which existed together with its own file. */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { mark, packMarks, unpackMarks } from './fingerprint.ts';
import type { Page } from './page.ts';
import { heldLines } from './sketch.ts';
import { lastName } from './symbol-index.ts';

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** With the slash; empty for a file at the top. */
export function directory(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** `tide.test` of `src/tide.test.ts`. */
export function stem(path: string): string {
  const name = baseName(path);
  return name.slice(0, name.lastIndexOf('.') + 1) || name;
}

/** `ts` of `src/tide.test.ts`; all of a name without a dot. */
export function ending(path: string): string {
  const name = baseName(path);
  return name.slice(name.lastIndexOf('.') + 1);
}

/** How many directories both begin with. */
export function sharedDirectories(a: string, b: string): number {
  return sharedRun(a.split('/').slice(0, -1), b.split('/').slice(0, -1));
}

/** How many names both end with: 0 for different base names, 1 for the same, 2 if their directories have the same name, too. */
export function sharedEnd(a: string, b: string): number {
  return sharedRun(a.split('/').toReversed(), b.split('/').toReversed());
}

/** The thing whose path has most names in common with this one; undefined if several have as many. */
export function nearestTo<T>(
  path: string,
  things: readonly T[],
  pathOf: (thing: T) => string,
): T | undefined {
  const names = new Set(path.split('/'));
  const shared = things.map(
    (thing) =>
      new Set(
        pathOf(thing)
          .split('/')
          .filter((name) => names.has(name)),
      ).size,
  );
  const most = Math.max(...shared);
  const nearest = things.filter((_, at) => shared[at] === most);
  return nearest.length === 1 ? nearest[0] : undefined;
}

function sharedRun(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** Enough for files that are easily confused with it; an anchor should stay short. */
const KEPT_FILES = 32;

/** Marks of the paths: same name first, then same directory, then the most similar names. */
export function besideOf(path: string, files: readonly string[]): string {
  const alike = files
    .filter((file) => file !== path && ending(file) === ending(path))
    .map((file) => ({
      file,
      sameName: Number(baseName(file) === baseName(path)),
      sameDirectory: Number(directory(file) === directory(path)),
      shared: sharedEnds(baseName(file), baseName(path)),
    }))
    .sort(
      (a, b) =>
        b.sameName - a.sameName ||
        b.sameDirectory - a.sameDirectory ||
        b.shared - a.shared ||
        byCodeUnit(a.file, b.file),
    );
  return packMarks(alike.slice(0, KEPT_FILES).map(({ file }) => mark(file)));
}

/** Whether this path existed when the anchor was made; false if the anchor does not know. */
export function existedThen({ beside = '' }: Anchor): (path: string) => boolean {
  const marks = new Set(unpackMarks(beside));
  return (path) => marks.has(mark(path));
}

/** How many letters at the beginning and at the end of both are the same. */
function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let first = 0;
  while (first < most && a[first] === b[first]) first++;
  let last = 0;
  while (last < most - first && a.at(-1 - last) === b.at(-1 - last)) last++;
  return first + last;
}

/** All files of the same family, if there are no more; else the nearest. So many are read and marked in a few tenths of a second. */
const MOST_FILES = 2000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Endings that files are renamed between. */
const FAMILIES = [
  'js cjs mjs jsx ts cts mts tsx vue svelte',
  'c h cc cpp cxx hh hpp hxx m mm',
  'py pyi pyx',
  'kt kts java scala groovy',
  'yml yaml',
  'md mdx markdown',
].map((family) => family.split(' '));

export function likelyHomes<F extends { path: string; size: number }>(
  anchor: Anchor,
  files: readonly F[],
): readonly F[] {
  const own = ending(anchor.path);
  const family = FAMILIES.find((endings) => endings.includes(own)) ?? [own];
  const alike = files.filter(({ path }) => path !== anchor.path && family.includes(ending(path)));
  return alike.length <= MOST_FILES && bytesOf(alike) <= MOST_BYTES ? alike : nearest(anchor.path, alike);
}

/** Same name first, then by the number of directories in common, as many as can be read. */
function nearest<F extends { path: string; size: number }>(path: string, files: readonly F[]): F[] {
  const ranked = files
    .map((file) => ({
      file,
      sameName: Number(stem(file.path) === stem(path)),
      shared: sharedDirectories(file.path, path),
    }))
    .sort((a, b) => b.sameName - a.sameName || b.shared - a.shared || byCodeUnit(a.file.path, b.file.path));
  const kept: F[] = [];
  let bytes = 0;
  for (const { file } of ranked) {
    if (kept.length === MOST_FILES) break;
    if (bytes + file.size > MOST_BYTES) continue;
    bytes += file.size;
    kept.push(file);
  }
  return kept;
}

function bytesOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** A file with so much of the old one may be the old one under a new name. */
const RELATED = 0.25;

/**
 * Whether the declarations of this other file matter for the anchor. Outlines are expensive, so a caller reads many files as
 * plain text and outlines only those that name the declaration or resemble the file it was in.
 */
export function worthOutlining(anchor: Anchor, page: Page): boolean {
  if (anchor.symbol === undefined) return false;
  const name = lastName(anchor.symbol.name);
  return page.lines.some((line) => line.includes(name)) || heldLines(anchor.fileLines, page) >= RELATED;
}
