/** Locks of processes that were killed. Nobody waits for them, but they lie about. */
import { clearLock, type Folder, orphanedLocks, processOwner } from '../../core/store/index.ts';
import type { Host } from '../host.ts';
import type { Services } from '../services.ts';
import { ok, type Verdict } from './diagnosis.ts';

export async function lockCheck(
  { ownFolders }: Services,
  { clock, token }: Pick<Host, 'clock' | 'token'>,
): Promise<Verdict> {
  const who = { owner: await processOwner(token), clock };
  const orphans: { folder: Folder; name: string }[] = [];
  for (const folder of [await ownFolders.data(), await ownFolders.packs()])
    if (folder) for (const name of await orphanedLocks(folder, who)) orphans.push({ folder, name });
  if (orphans.length === 0) return ok('no stale locks');
  return {
    state: 'warning',
    finding: `left by processes that have ended: ${orphans.map(({ name }) => name).join(', ')}`,
    fix: 'The next writer takes them over; --repair removes them now.',
    repair: async () => {
      for (const { folder, name } of orphans) await clearLock(folder, name, who);
      return `${orphans.length} removed`;
    },
  };
}
