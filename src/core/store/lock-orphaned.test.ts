import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { systemClock } from '../clock.ts';
import { type Folder, openFolder } from './folder.ts';
import { clearLock, orphanedLocks } from './lock.ts';
import { processOwner, writeLink } from './lock-file.ts';

let folder: Folder;
let tokens = 0;

beforeEach(async () => {
  folder = await openFolder(temporaryDirectory(), { create: true });
});

const HOUR_MS = 3_600_000;

async function leave(file: string, text: string): Promise<void> {
  const then = new Date(Date.now() - HOUR_MS);
  await writeFile(join(folder.path, file), text);
  await utimes(join(folder.path, file), then, then);
}

test('files of others that are called locks are no locks, and stay', async () => {
  const who = {
    owner: await processOwner(() => `token${String(tokens++).padStart(6, '0')}`),
    clock: systemClock,
  };
  const others = ['Cargo.lock', 'a.lock.original', 'poetry.lock.original', 'yarn.lock'];
  for (const file of others) await leave(file, '# made by a package manager\n');
  // Of a process number that no system gives out.
  const link = writeLink({ ...who.owner, pid: 2 ** 30, startedAt: '' }, 'token-of-the-dead');
  await leave('b.lock', link);
  await leave('a.lock.token-of-another', link);
  expect(await orphanedLocks(folder, who)).toEqual(['a.lock', 'b.lock']);
  for (const name of ['a.lock', 'b.lock']) await clearLock(folder, name, who);
  expect((await readdir(folder.path)).sort()).toEqual(others);
});
