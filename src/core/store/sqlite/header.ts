/**
 * Looks at a database file before SQLite does: opening a stranger's file could already change it (a journal
 * beside it is played back). The first 100 bytes say whose it is.
 */
import { constants } from 'node:fs/promises';
import { openPlain } from '../plain-file.ts';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';
const APPLICATION_ID_AT = 68;

export type FileVerdict = 'missing' | 'empty' | 'ours' | 'foreign';

export async function judgeFile(path: string, name: string, applicationId: number): Promise<FileVerdict> {
  const handle = await openPlain(path, name, constants.O_RDONLY);
  if (handle === 'missing') return 'missing';
  if (handle === 'not_a_file') return 'foreign';
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead === 0) return 'empty';
    if (bytesRead < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'foreign';
    return header.readUInt32BE(APPLICATION_ID_AT) === applicationId ? 'ours' : 'foreign';
  } finally {
    await handle.close();
  }
}
