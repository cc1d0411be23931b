/** Locks that nobody holds any more. The next holder takes them over by himself; here they are found and cleared away. */
import type { Folder } from './folder.ts';
import { hasGone, LONGEST_TAKE_OVER_MS, type LockOptions, withLock } from './lock.ts';
import { readChain } from './lock-chain.ts';

/** A lock, or one of the links behind it. */
const LOCK_FILE = /^(.+\.lock)(?:\.[A-Za-z0-9_-]{8,64})?$/;

type Who = Pick<LockOptions, 'owner' | 'clock'>;

/** Names of locks whose last holder is gone, or of which only links are left. */
export async function orphanedLocks(folder: Folder, who: Who): Promise<string[]> {
  const names = new Set((await folder.list()).flatMap((file) => LOCK_FILE.exec(file)?.[1] ?? []));
  const found: string[] = [];
  for (const name of names) {
    const last = (await readChain(folder, name)).at(-1);
    if (last === undefined || (await hasGone(last, who))) found.push(name);
  }
  return found;
}

/** Takes the lock as a next holder would, so that a living one is never robbed, and leaves nothing of it. */
export async function clearLock(folder: Folder, name: string, who: Who): Promise<void> {
  await withLock(folder, name, { ...who, waitMs: LONGEST_TAKE_OVER_MS }, async () => {
    const mine = new Set((await readChain(folder, name)).map(({ file }) => file));
    for (const file of await folder.list())
      if (LOCK_FILE.exec(file)?.[1] === name && !mine.has(file)) await folder.remove(file);
  });
}
