/** Which files are worth reading for code that left its own. */
import { byCodeUnit } from '../text/index.ts';
import type { Anchor } from './anchor.ts';
import { ending, sharedDirectories, stem } from './paths.ts';

/** All files of the same family, if they are no more than this; else the nearest. So many are marked in a few tenths of a second. */
const MOST_FILES = 2000;
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
  return alike.length <= MOST_FILES && bytesOf(alike) <= MOST_BYTES ? alike : nearest(anchor.path, alike);
}

/** Those of the same name first, then those that lie in more of the same directories, as many as can be read. */
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
