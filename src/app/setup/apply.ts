/** Carries one planned change out. */
import { basename, dirname, relative } from 'node:path';
import { openFolder, removeEmptyFolder } from '../../core/store/index.ts';
import type { Change } from './config-file.ts';

export async function applyChange(change: Change, within: string): Promise<void> {
  if (change.kind === 'unchanged' || change.kind === 'left' || change.kind === 'failed') return;
  const name = basename(change.path);
  if (change.kind === 'delete') {
    await (await openFolder(dirname(change.path), { within }))?.remove(name);
    // The folders go too if nothing else is in them.
    for (let folder = dirname(change.path); relative(within, folder) !== ''; folder = dirname(folder))
      if ((await removeEmptyFolder(folder, { within })) === 'kept') break;
    return;
  }
  await (await openFolder(dirname(change.path), { within, create: true })).writeAtomic(name, change.after);
}
