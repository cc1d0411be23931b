/**
 * Files that appear whole or not at all: the text goes to a temporary file in the same folder, to the disk,
 * and only then under its name. A reader or a kill at any moment sees the old state or the new one.
 */
import { type FileHandle, link, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IS_WINDOWS } from '../system.ts';
import { open, rename, unlink } from './held-file.ts';
import { ioOr, systemCode } from './io-error.ts';
import { TEMPORARY_PREFIX } from './names.ts';
import type { Place } from './real-folder.ts';

export interface WholeFileOptions {
  /** Permission bits of the new file. */
  mode?: number;
  /** False for files that mean nothing after a power cut, such as locks: no fsync. */
  durable?: boolean;
}

/** File systems without hard links answer with one of these, and Windows if another program holds the new file. */
const NO_LINKS = new Set(['EBUSY', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** A temporary file this much older than a new one belongs to a process that was killed. */
const LEFTOVER_MS = 3_600_000;

const PERMISSION_BITS = 0o777;

let counter = 0;

export async function createWhole(
  place: Place,
  name: string,
  text: string,
  options: WholeFileOptions,
): Promise<'created' | 'exists'> {
  const target = join(place.path, name);
  const temporary = await writeTemporary(place, text, options);
  try {
    await link(temporary, target);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === 'EEXIST') return 'exists';
    if (code === undefined || !NO_LINKS.has(code)) throw thrown;
    return await reserveAndReplace(place, temporary, name, options);
  } finally {
    await discard(temporary);
  }
  await place.verify();
  try {
    if (options.durable !== false) await syncFolder(place.path);
  } catch (thrown) {
    // What may not outlive a power cut was not created: the caller gets the error and can try again.
    await takeBack(place, target);
    throw thrown;
  }
  return 'created';
}

/** Without a mode of its own the new file gets that of the old one. */
export async function replaceWhole(
  place: Place,
  name: string,
  text: string,
  options: Pick<WholeFileOptions, 'mode'> = {},
): Promise<void> {
  const target = join(place.path, name);
  const before = await ioOr(name, { ENOENT: undefined }, () => lstat(target));
  // A script stays one that can be run, a private file private.
  const kept = before?.isFile() ? { mode: before.mode & PERMISSION_BITS } : {};
  const temporary = await writeTemporary(place, text, { ...kept, ...options });
  try {
    await rename(temporary, target);
  } catch (thrown) {
    await discard(temporary);
    throw thrown;
  }
  await syncFolder(place.path);
}

/** Without links a name is first taken with an empty file, which only its creator then replaces. */
async function reserveAndReplace(
  place: Place,
  temporary: string,
  name: string,
  options: WholeFileOptions,
): Promise<'created' | 'exists'> {
  const target = join(place.path, name);
  const reserved = await ioOr(name, { EEXIST: undefined }, () => open(target, 'wx', options.mode));
  if (reserved === undefined) return 'exists';
  try {
    await reserved.close();
    await rename(temporary, target);
  } catch (thrown) {
    await takeBack(place, target);
    throw thrown;
  }
  return 'created';
}

/** In a folder that was swapped meanwhile the name may be that of a file which is not ours. */
async function takeBack(place: Place, target: string): Promise<void> {
  await place.verify();
  await discard(target);
}

async function writeTemporary(place: Place, text: string, options: WholeFileOptions): Promise<string> {
  const { path, handle } = await openTemporary(place.path, options.mode);
  try {
    try {
      await place.verify();
      await handle.writeFile(text);
      if (options.mode !== undefined) await handle.chmod(options.mode);
      if (options.durable !== false) await handle.sync();
    } finally {
      // Closing fails, too, where a quota or the network is only asked then.
      await handle.close();
    }
  } catch (thrown) {
    await discard(path);
    throw thrown;
  }
  return path;
}

/** After a failure the first error is reported; a temporary file that stays is removed an hour later. */
async function discard(path: string): Promise<void> {
  await unlink(path).catch(() => {});
}

/** Exclusive opening makes the name ours, even if another process has the same number. */
async function openTemporary(folder: string, mode?: number): Promise<{ path: string; handle: FileHandle }> {
  for (;;) {
    const path = join(folder, `${TEMPORARY_PREFIX}${process.pid}-${counter++}`);
    try {
      return { path, handle: await open(path, 'wx', mode) };
    } catch (thrown) {
      if (systemCode(thrown) !== 'EEXIST') throw thrown;
    }
  }
}

/** Windows has no handle of a directory to sync. */
async function syncFolder(folder: string): Promise<void> {
  if (IS_WINDOWS) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what killed processes left; ages are compared on the file system's own clock. */
export async function sweepTemporaries(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(TEMPORARY_PREFIX));
  if (names.length === 0) return;
  const { path, handle } = await openTemporary(folder);
  const now = (await handle.stat()).mtimeMs;
  await handle.close();
  await unlink(path);
  for (const name of names) {
    await ioOr(name, { ENOENT: undefined }, async () => {
      const leftover = join(folder, name);
      if (now - (await lstat(leftover)).mtimeMs > LEFTOVER_MS) await unlink(leftover);
    });
  }
}
