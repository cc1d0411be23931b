/** Files by the end of their path, for languages in which a name does not say where its tree begins. */
import { posix } from 'node:path';
import { byCodeUnit } from '../text/index.ts';
import type { FileView } from './file-view.ts';

export function endsWithPath(path: string, suffix: string): boolean {
  return path === suffix || path.endsWith(`/${suffix}`);
}

export function filesEndingWith(view: FileView, suffix: string): readonly string[] {
  return view.named(posix.basename(suffix)).filter((path) => endsWithPath(path, suffix));
}

/** Of several files that could be meant, the one with the most directories in common, then the shortest path. */
export function nearestTo(from: string, candidates: readonly string[]): string | undefined {
  return [...candidates].sort(
    (a, b) => sharedDepth(from, b) - sharedDepth(from, a) || a.length - b.length || byCodeUnit(a, b),
  )[0];
}

function sharedDepth(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (depth < left.length - 1 && left[depth] === right[depth]) depth++;
  return depth;
}
