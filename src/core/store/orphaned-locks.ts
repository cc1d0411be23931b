/** Locks that nobody holds any more. The next holder takes them over by himself; here they are found and cleared away. */
import type { Folder } from './folder.ts';
import { hasGone, LONGEST_TAKE_OVER_MS, type LockOptions, withLock } from './lock.ts';
import { readChain, readLink } from './lock-chain.ts';

/** A lock, or one of the links behind it. A `yarn.lock` is called so too: only what is written as we write counts. */
const LOCK_FILE = /^(.+\.lock)(?:\.[A-Za-z0-9_-]{8,64})?$/;

type Who = Pick<LockOptions, 'owner' | 'clock'>;

/** Names of locks whose last holder is gone, or of which only links are left. */
export async function orphanedLocks(folder: Folder, who: Who): Promise<string[]> {
  const names = new Set((await ourFiles(folder)).map(({ name }) => name));
  const found: string[] = [];
  for (const name of names) {
    const last = (await readChain(folder, name)).at(-1);
    if (last === undefined || (last.readable && (await hasGone(last, who)))) found.push(name);
  }
  return found;
}

async function ourFiles(folder: Folder): Promise<{ file: string; name: string }[]> {
  const found: { file: string; name: string }[] = [];
  for (const file of await folder.list()) {
    const name = LOCK_FILE.exec(file)?.[1];
    if (name !== undefined && (await readLink(folder, file))?.readable === true) found.push({ file, name });
  }
  return found;
}

/** Takes the lock as a next holder would, so that a living one is never robbed, and leaves nothing of it. */
export async function clearLock(folder: Folder, name: string, who: Who): Promise<void> {
  await withLock(folder, name, { ...who, waitMs: LONGEST_TAKE_OVER_MS }, async () => {
    const mine = new Set((await readChain(folder, name)).map(({ file }) => file));
    for (const link of await ourFiles(folder))
      if (link.name === name && !mine.has(link.file)) await folder.remove(link.file);
  });
}
