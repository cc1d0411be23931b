/** Watching a tree: at which paths something changed since the last call, or that this is not known. */
export { canBeWatched } from './file-system.ts';
export { Freshness, LIST_AGAIN_MS, type TreeState } from './freshness.ts';
export { type OpenWatch, sharedWatch, type Watch } from './watch.ts';
export type { MarkerPlace } from './watch-markers.ts';
export { type WatchSystem, watchOfSystem } from './watch-tree.ts';
