/** Which files are worth reading for code that left its own. */
import type { Anchor } from './anchor.ts';

/** All files of the same family, if they are no more than this; else those of the same name. */
const MOST_FILES = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/** Endings between which code is renamed. */
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
  if (isFew(alike)) return alike;
  const namesakes = alike.filter(({ path }) => stem(path) === stem(anchor.path));
  return isFew(namesakes) ? namesakes : [];
}

function isFew(files: readonly { size: number }[]): boolean {
  return files.length <= MOST_FILES && files.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `tide.test` of `src/tide.test.ts`. */
function stem(path: string): string {
  const name = baseName(path);
  return name.slice(0, name.lastIndexOf('.') + 1) || name;
}

/** `ts` of `src/tide.test.ts`; a name without a dot stands for itself. */
export function ending(path: string): string {
  const name = baseName(path);
  return name.slice(name.lastIndexOf('.') + 1);
}
