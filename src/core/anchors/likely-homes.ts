/** Which files are worth reading for code that left its own. */
import type { Anchor } from './anchor.ts';

/** All files of the same ending, if they are no more than this; else those of the same name. */
const MOST_FILES = 500;
const MOST_BYTES = 8 * 1024 * 1024;

export function likelyHomes<F extends { path: string; size: number }>(
  anchor: Anchor,
  files: readonly F[],
): readonly F[] {
  const alike = files.filter(({ path }) => path !== anchor.path && ending(path) === ending(anchor.path));
  if (isFew(alike)) return alike;
  const namesakes = alike.filter(({ path }) => baseName(path) === baseName(anchor.path));
  return isFew(namesakes) ? namesakes : [];
}

function isFew(files: readonly { size: number }[]): boolean {
  return files.length <= MOST_FILES && files.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function ending(path: string): string {
  const name = baseName(path);
  return name.includes('.') ? name.slice(name.lastIndexOf('.')) : name;
}
