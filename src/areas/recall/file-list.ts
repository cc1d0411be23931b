/**
 * The files of the workspace for import resolution. A listing takes longer than reading a file, so it is kept
 * for a while; whoever misses a file in it may have it made anew sooner.
 */
import type { Clock } from '../../core/clock.ts';
import { createFileView, type FileView } from '../../core/imports/index.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { isBlocked } from './place.ts';

const KEPT_MS = 60_000;
/** Files that were built and are not there are missed for ever; they must not cause a listing for each read. */
const KEPT_AFTER_MISS_MS = 10_000;

export interface FileList {
  current(): Promise<FileView>;
  /** A newer view than `current` gave, or undefined if that was new enough. */
  afterMiss(): Promise<FileView | undefined>;
}

export function createFileList(workspace: Workspace, clock: Clock): FileList {
  let view: Promise<FileView> | undefined;
  let listedAt = 0;

  async function list(): Promise<FileView> {
    const files = await workspace.files({ includeHidden: true });
    const paths = files.map(({ path }) => path).filter((path) => !isBlocked(path));
    return createFileView(paths, async (path) => {
      const resolved = workspace.resolve(path);
      if (isRefusal(resolved)) return undefined;
      const read = await workspace.readText(resolved);
      return isRefusal(read) ? undefined : read.text;
    });
  }

  function relist(): Promise<FileView> {
    const listing = list();
    listedAt = clock.elapsed();
    view = listing;
    listing.catch(() => {
      if (view === listing) view = undefined;
    });
    return listing;
  }

  return {
    current: () => (view === undefined || clock.elapsed() - listedAt > KEPT_MS ? relist() : view),
    afterMiss: async () => (clock.elapsed() - listedAt > KEPT_AFTER_MISS_MS ? relist() : undefined),
  };
}
