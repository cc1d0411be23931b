/** How a brief names a place that was anchored. */
import type { Anchor, Resolution } from '../../core/anchors/index.ts';

/** Where the code stands now; where it stood, if that cannot be told. */
export function placeNow(anchor: Anchor, { path = anchor.path, startLine, endLine }: Resolution): string {
  return `${path}:${startLine ?? anchor.startLine}-${endLine ?? anchor.endLine}`;
}

/** A move within the file says nothing; one to another file does. */
export function cameFrom(anchor: Anchor, { path = anchor.path }: Resolution): string {
  return path === anchor.path ? '' : ` (moved from ${anchor.path}:${anchor.startLine}-${anchor.endLine})`;
}

export function isIn(
  paths: ReadonlySet<string>,
  anchor: Anchor,
  { path = anchor.path }: Resolution,
): boolean {
  return paths.has(anchor.path) || paths.has(path);
}
