/**
 * Where that is kept which can be made again from the files: the index and the facts of symbols. With git in the directory that all work
 * trees of a repository share, so that each costs what differs; else, and if a person named a data directory, there.
 */
import { join } from 'node:path';
import { AppError } from '../core/errors.ts';
import { workTreeAt } from '../core/git/index.ts';
import type { DerivedData } from '../core/index/index.ts';
import type { Logger } from '../core/logger.ts';
import { type Folder, openPrivateFolder } from '../core/store/index.ts';

const FOLDER = 'pilotbook';

export interface DerivedDataOptions {
  root: string;
  /** Whether the work trees of the repository share it. */
  isShared: boolean;
  openData(): Promise<Folder>;
  log: Logger;
}

/** Asked each time it is opened: another repository may have taken the place of the one that was there. */
export function derivedData({
  root,
  isShared,
  openData,
  log,
}: DerivedDataOptions): () => Promise<DerivedData> {
  return async () => {
    const tree = isShared ? workTreeAt(root) : undefined;
    const folder = tree && (await sharedFolder(tree.commonDir, log));
    if (tree === undefined || folder === undefined)
      return { folder: await openData(), name: 'main', isGone: () => false, isShared: false };
    return { folder, name: tree.name, isGone: tree.isGone, isShared: true };
  };
}

/** Undefined: nothing can be written there, or what is there is not ours. */
async function sharedFolder(commonDir: string, log: Logger): Promise<Folder | undefined> {
  try {
    return await openPrivateFolder(join(commonDir, FOLDER), { within: commonDir });
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'disk_full') throw cause;
    log.warn('The index is kept in the data directory, not with the repository.', { cause });
    return undefined;
  }
}
