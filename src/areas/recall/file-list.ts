/** The files of the workspace for import resolution, listed at most every few seconds. */
import type { Clock } from '../../core/clock.ts';
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';
import { isBlocked } from './place.ts';
import { createFileView, type FileView } from './resolve-imports/index.ts';

/** A file made within this time after a read may be missing from the dependencies; a listing takes longer than a read. */
const FRESH_MS = 3_000;

export function createFileList(workspace: Workspace, clock: Clock): () => Promise<FileView> {
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

  return () => {
    const now = clock.elapsed();
    if (view === undefined || now - listedAt > FRESH_MS) {
      listedAt = now;
      const listing = list();
      view = listing;
      listing.catch(() => {
        if (view === listing) view = undefined;
      });
    }
    return view;
  };
}
