/** The files that stood beside an anchored one: none of them is what became of it when it is gone. */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { mark, packMarks, unpackMarks } from './fingerprint.ts';
import { baseName, directory, ending } from './paths.ts';

/** Enough for those that are easily taken for it; an anchor is short. */
const KEPT_FILES = 32;

/** Those of the same name first, then those in the same directory, then those whose names are most alike. */
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

/** Whether this very path stood there when the anchor was made; false also where nobody knows. */
export function stoodBeside({ beside = '' }: Anchor): (path: string) => boolean {
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
