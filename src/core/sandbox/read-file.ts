/** Bytes and text of a file behind the sandbox. Synchronous: indexing reads tens of thousands in a worker. */
import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import { type Boundary, type BoundaryOptions, createBoundary } from './boundary.ts';
import { openFile } from './open-file.ts';
import { isRefusal, type Refusal, refusalOf, refuse } from './refusal.ts';
import type { RepoPath } from './repo-path.ts';

export interface FileFacts {
  path: RepoPath;
  size: number;
  /** Milliseconds since the epoch, with the fraction the file system keeps. */
  mtimeMs: number;
  /** When the file was last written or described anew; other than `mtimeMs`, no program can set it. */
  ctimeMs: number;
  /** Another number: another file was put in its place. */
  ino: number;
}

export interface FileText extends FileFacts {
  /** Without a byte order mark. */
  text: string;
}

export interface FileBytes extends FileFacts {
  bytes: Buffer;
}

/** As much as git looks at to tell text from binary. */
const HEAD_BYTES = 8000;
const LONGEST_CHARACTER = 4;
const BYTE_ORDER_MARK = 0xfeff;

export function fileFacts(boundary: Boundary, path: RepoPath): FileFacts | Refusal {
  const opened = openFile(boundary, path);
  if (isRefusal(opened)) return opened;
  const { fd, ...facts } = opened;
  closeSync(fd);
  return { path, ...facts };
}

export function readFileBytes(boundary: Boundary, path: RepoPath, maxBytes: number): FileBytes | Refusal {
  return readInto(Buffer.allocUnsafe, boundary, path, maxBytes);
}

function readInto(
  roomFor: (size: number) => Buffer,
  boundary: Boundary,
  path: RepoPath,
  maxBytes: number,
): FileBytes | Refusal {
  const opened = openFile(boundary, path);
  if (isRefusal(opened)) return opened;
  try {
    if (opened.size > maxBytes) return refuse('too_large');
    const bytes = readAll(opened.fd, roomFor(opened.size), opened.size);
    const { mtimeMs, ctimeMs, ino } = opened;
    return { path, size: bytes.length, mtimeMs, ctimeMs, ino, bytes };
  } catch (thrown) {
    return refusalOf(thrown);
  } finally {
    closeSync(opened.fd);
  }
}

export function readFileText(boundary: Boundary, path: RepoPath, maxBytes: number): FileText | Refusal {
  const file = readInto(reusedRoom, boundary, path, maxBytes);
  if (isRefusal(file)) return file;
  const { bytes, ...facts } = file;
  const text = decodeText(bytes);
  return text === undefined ? refuse('binary') : { ...facts, text };
}

/** Fresh memory for every file costs more than reading it; a text is decoded before the next file is read. */
const MOST_REUSED = 2 ** 20;
let reused = Buffer.alloc(0);

function reusedRoom(size: number): Buffer {
  if (size > MOST_REUSED) return Buffer.allocUnsafe(size);
  if (size > reused.length) reused = Buffer.allocUnsafeSlow(Math.min(MOST_REUSED, 2 * size));
  return reused;
}

/** Up to the size the file had when it was opened; less if it shrank meanwhile. */
function readAll(fd: number, buffer: Buffer, size: number): Buffer {
  let filled = 0;
  while (filled < size) {
    const got = readSync(fd, buffer, filled, size - filled, filled);
    if (got === 0) break;
    filled += got;
  }
  return buffer.subarray(0, filled);
}

/**
 * Undefined if the head holds a NUL or is not UTF-8; UTF-16 is therefore binary. Wrong bytes further down become
 * U+FFFD: one odd byte in a long file must not hide the file.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (head.includes(0)) return undefined;
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes) && !isUtf8(wholeCharacters(head, bytes.length))) return undefined;
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

/** The head without a character that is cut at its end. */
function wholeCharacters(head: Buffer, total: number): Buffer {
  if (head.length === total) return head;
  let end = head.length;
  const least = Math.max(0, end - LONGEST_CHARACTER);
  while (end > least && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  if (end > least && (head[end - 1] ?? 0) >= 0xc0) end--;
  return head.subarray(0, end);
}

/** Only reads, behind the same boundary as the workspace: for indexing threads, which should load no more than they use. */
export interface FileReader {
  readTextSync(path: RepoPath): FileText | Refusal;
}

export function openReader(options: BoundaryOptions & { maxFileBytes: number }): FileReader {
  const boundary = createBoundary(options);
  return { readTextSync: (path) => readFileText(boundary, path, options.maxFileBytes) };
}
