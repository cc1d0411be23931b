import { isAbsolute, relative, sep } from 'node:path';

/** As a path of the repository; undefined if it does not lie in it. */
export function folderBelow(root: string, path: string): string | undefined {
  const way = relative(root, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.replaceAll(sep, '/');
}
