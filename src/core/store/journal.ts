/**
 * A log of JSON lines that several processes append to. Each line is one write at the end of the file, so lines
 * never mix; a full file becomes NAME.1, NAME.1 becomes NAME.2, and the oldest goes.
 */
import { constants, type FileHandle, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { parseJson } from '../text/index.ts';
import { type Folder, OWNER_ONLY_FILE } from './folder.ts';
import { rename } from './held-file.ts';
import { io, ioOr } from './io-error.ts';
import { withLock } from './lock.ts';
import type { LockOwner } from './lock-file.ts';
import { checkName } from './names.ts';
import { openPlain } from './plain-file.ts';
import type { Place } from './real-folder.ts';

export interface JournalOptions {
  /** A file of this size is put aside. */
  maxBytes: number;
  /** How many files that were put aside are kept. */
  keep: number;
  owner: LockOwner;
  clock: Clock;
}

export interface JournalLine {
  /** ISO 8601 in UTC, so that order of text is order of time. */
  timestamp: string;
  [field: string]: unknown;
}

export interface Journal {
  append(line: JournalLine): Promise<void>;
  /** The last `limit` lines of those at or after `since`, newest last. */
  read(query: { since?: string; limit: number }): Promise<JournalLine[]>;
}

const NEW_LINE = 0x0a;
/** Putting aside can wait for the next line; a call must not. */
const ROTATION_WAIT_MS = 200;

export function openJournal(folder: Folder, name: string, options: JournalOptions): Journal {
  checkName(name);
  const files = [name, ...Array.from({ length: options.keep }, (_, at) => `${name}.${at + 1}`)];
  return {
    append: async (line) => {
      const size = await io(name, () => appendLine(folder, name, line));
      if (size >= options.maxBytes) await rotate(folder, files, options);
    },
    read: async (query) =>
      (await folder.inside((place) => io(name, () => readLines(place, files, query)))) ?? [],
  };
}

async function appendLine(folder: Folder, name: string, line: JournalLine): Promise<number> {
  const size = await folder.inside((place) => appendIn(place, name, line));
  if (size === undefined) throw notAFile(name);
  return size;
}

async function appendIn(place: Place, name: string, line: JournalLine): Promise<number> {
  // Read access too: the last byte is looked at.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
  const handle = await openPlain(join(place.path, name), name, flags, OWNER_ONLY_FILE);
  if (typeof handle === 'string') throw notAFile(name);
  try {
    await place.verify();
    const { size } = await handle.stat();
    // After a torn line a new one starts on its own; a blank line more does no harm.
    const before = size > 0 && (await byteAt(handle, size - 1)) !== NEW_LINE ? '\n' : '';
    const bytes = Buffer.from(`${before}${JSON.stringify(line)}\n`);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length)
      throw new AppError('io', 'disk_full', `The disk is full: ${name}`, {
        hint: 'Free some space and try again.',
      });
    return size + bytes.length;
  } finally {
    await handle.close();
  }
}

async function byteAt(handle: FileHandle, position: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, position);
  return bytesRead === 1 ? buffer[0] : undefined;
}

async function rotate(folder: Folder, files: readonly string[], options: JournalOptions): Promise<void> {
  const [name = ''] = files;
  const lock = { owner: options.owner, clock: options.clock, waitMs: ROTATION_WAIT_MS };
  try {
    await withLock(folder, `${name}.lock`, lock, async () => {
      await folder.inside((place) => putAside(place, files, options.maxBytes));
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.code === 'locked')) throw thrown;
  }
}

async function putAside(place: Place, files: readonly string[], maxBytes: number): Promise<void> {
  const [name = ''] = files;
  const path = (file: string) => join(place.path, file);
  // Another process may have been faster.
  const current = await ioOr(name, { ENOENT: undefined }, () => lstat(path(name)));
  if (current === undefined || current.size < maxBytes) return;
  for (let at = files.length - 1; at > 0; at--) {
    const [from, to] = [files[at - 1] ?? name, files[at] ?? name];
    await ioOr(from, { ENOENT: undefined }, () => rename(path(from), path(to)));
  }
}

/**
 * Newest file first. If the files are put aside meanwhile, the next name leads to a file already seen; none is
 * missed, because a file only ever moves towards the names still to be opened.
 */
async function readLines(
  place: Place,
  files: readonly string[],
  query: { since?: string; limit: number },
): Promise<JournalLine[]> {
  const found: JournalLine[] = [];
  const seen = new Set<bigint>();
  for (const file of files) {
    if (found.length >= query.limit) break;
    const handle = await openPlain(join(place.path, file), file, constants.O_RDONLY);
    if (typeof handle === 'string') continue;
    try {
      // On Windows the numbers are larger than what a plain number tells apart.
      const { ino } = await handle.stat({ bigint: true });
      if (seen.has(ino)) continue;
      seen.add(ino);
      const lines = (await handle.readFile('utf8')).split('\n');
      for (let at = lines.length - 1; at >= 0 && found.length < query.limit; at--) {
        const line = parseLine(lines[at] ?? '');
        if (line !== undefined && line.timestamp >= (query.since ?? '')) found.push(line);
      }
    } finally {
      await handle.close();
    }
  }
  return found.reverse();
}

/** Undefined: a line torn by a kill or a full disk, or not ours. */
function parseLine(text: string): JournalLine | undefined {
  const json = parseJson(text);
  const value = json.ok ? json.value : undefined;
  if (typeof value !== 'object' || value === null || !('timestamp' in value)) return undefined;
  return typeof value.timestamp === 'string' ? { ...value, timestamp: value.timestamp } : undefined;
}

function notAFile(name: string): AppError {
  return new AppError('io', 'not_a_file', `Not a plain file: ${name}`, {
    hint: 'Move it away.',
  });
}
