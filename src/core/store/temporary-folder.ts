import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Folder, openFolder } from './folder.ts';
import { io } from './io-error.ts';

const NAME = 'the directory for temporary files';

/** A directory for this work alone, that goes with all that is in it when the work ends, however it ends. */
export async function withTemporaryFolder<T>(work: (folder: Folder) => Promise<T>): Promise<T> {
  const path = await io(NAME, async () => await realpath(await mkdtemp(join(tmpdir(), 'pilotbook-'))));
  try {
    return await work(await openFolder(path, { create: true }));
  } finally {
    // A process that is just ending may write there once more.
    await io(NAME, () => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  }
}
