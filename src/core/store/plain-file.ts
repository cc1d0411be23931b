import { constants, type FileHandle, open } from 'node:fs/promises';
import { ioOr } from './io-error.ts';

export type FileText =
  | { found: true; text: string }
  | { found: false; why: 'missing' | 'not_a_file' | 'too_large' | 'not_text' };

/** Not through a link, and without waiting for whoever writes into a pipe of that name. */
const PLAIN = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `not_a_file`: a link, a directory, a pipe or a device stands there. */
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
  const handle = await ioOr(name, expected, () => open(path, flags | PLAIN, mode));
  if (typeof handle === 'string') return handle;
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return 'not_a_file';
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
