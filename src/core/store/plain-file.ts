/** Opening and reading plain files: no link, pipe or device in their place is followed. */
import { access, constants, type FileHandle, lstat } from 'node:fs/promises';
import { open } from './held-file.ts';
import { ioOr, systemCode } from './io-error.ts';

export type FileText =
  | { found: true; text: string }
  | { found: false; why: 'missing' | 'not_a_file' | 'too_large' | 'not_text' };

/** A pipe of that name must not keep us waiting for whoever writes into it. Windows has neither of the flags. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const NO_FOLLOW: number | undefined = constants.O_NOFOLLOW;

/** `not_a_file`: a link, a directory, a pipe or a device is in its place. */
export async function openPlain(
  path: string,
  name: string,
  flags: number,
  mode?: number,
): Promise<FileHandle | 'missing' | 'not_a_file'> {
  const expected = {
    ENOENT: 'missing',
    ENOTDIR: 'missing',
    ELOOP: 'not_a_file',
    EISDIR: 'not_a_file',
    ENXIO: 'not_a_file',
  } as const;
  const handle = await ioOr(name, expected, () => openNotFollowing(path, flags | NO_WAIT, mode));
  if (typeof handle === 'string') return handle;
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return 'not_a_file';
}

async function openNotFollowing(
  path: string,
  flags: number,
  mode: number | undefined,
): Promise<FileHandle | 'not_a_file'> {
  if (NO_FOLLOW !== undefined) return await open(path, flags | NO_FOLLOW, mode);
  for (let tries = 1; ; tries++) {
    const opened = await openUnlessSwapped(path, flags, mode);
    if (opened !== 'swapped') return opened;
    if (tries === MAX_TRIES) return 'not_a_file';
  }
}

/** A log is put aside by another process once in a while; after so many swaps we give up. */
const MAX_TRIES = 5;

/** Checks the name before and after opening: it must be a plain file, and the one that was opened. */
async function openUnlessSwapped(
  path: string,
  flags: number,
  mode: number | undefined,
): Promise<FileHandle | 'not_a_file' | 'swapped'> {
  const look = () =>
    lstat(path, { bigint: true }).catch((thrown) => {
      if (systemCode(thrown) === 'ENOENT') return undefined;
      throw thrown;
    });
  const before = await look();
  if (before !== undefined && !before.isFile()) return 'not_a_file';
  let handle: FileHandle;
  try {
    // A missing file is created exclusively; one that was seen is opened without creating.
    const creates = (flags & constants.O_CREAT) !== 0 && before === undefined;
    handle = await open(path, creates ? flags | constants.O_EXCL : flags & ~constants.O_CREAT, mode);
  } catch (thrown) {
    if (systemCode(thrown) === (before === undefined ? 'EEXIST' : 'ENOENT')) return 'swapped';
    throw thrown;
  }
  const after = await look();
  // By number alone: some releases of Node for Windows report another device by name than by descriptor.
  const { ino } = await handle.stat({ bigint: true });
  if (after?.isFile() && after.ino === ino && (before === undefined || before.dev === after.dev))
    return handle;
  await handle.close();
  return after === undefined || after.isFile() ? 'swapped' : 'not_a_file';
}

export async function readPlain(path: string, name: string, maxBytes: number): Promise<FileText> {
  const handle = await openPlain(path, name, constants.O_RDONLY);
  if (typeof handle === 'string') return { found: false, why: handle };
  try {
    if ((await handle.stat()).size > maxBytes) return { found: false, why: 'too_large' };
    const bytes = await handle.readFile();
    // It may have grown since it was measured.
    if (bytes.length > maxBytes) return { found: false, why: 'too_large' };
    return { found: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (thrown) {
    if (thrown instanceof TypeError) return { found: false, why: 'not_text' };
    throw thrown;
  } finally {
    await handle.close();
  }
}

export function isThere(path: string): Promise<boolean> {
  return allows(path, constants.F_OK);
}

export function isWritable(path: string): Promise<boolean> {
  return allows(path, constants.W_OK);
}

async function allows(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}
