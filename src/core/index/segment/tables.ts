/**
 * The files of a segment, in order: what they are, and where their chunks lie. Two parts, because the second
 * (size, times and number on disk) may change while the rest stays: a file that was touched keeps its content.
 */
import { ByteReader, ByteWriter, DamagedIndex } from './bytes.ts';

/** Of the SHA-256 of the text. */
export const HASH_BYTES = 16;

/** A flag of storage's own, above those of analysis: the file is known, but it is no text. */
export const UNREADABLE = 0x8000;

export interface FileEntry {
  path: string;
  flags: number;
  lineCount: number;
  hash: Uint8Array;
  chunkCount: number;
}

/** As in FileFacts. */
export interface FileStat {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

/** Of no file. */
export const NO_STAT: FileStat = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

export function sameStat(a: FileStat, b: FileStat): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** Columns over all chunks of a segment. */
export interface ChunkColumns {
  startLines: Uint32Array;
  endLines: Uint32Array;
  lengths: Uint16Array;
}

export function encodeFiles(files: readonly FileEntry[]): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.varint(files.length);
  let last = '';
  for (const file of files) {
    const shared = sharedUnits(last, file.path);
    writer.varint(shared);
    writer.text(file.path.slice(shared));
    writer.varint(file.flags);
    writer.varint(file.lineCount);
    writer.varint(file.chunkCount);
    writer.raw(file.hash);
    last = file.path;
  }
  return writer.take();
}

/** Smallest entry: five numbers of a byte and the hash. */
const LEAST_FILE = 5 + HASH_BYTES;

export function decodeFiles(bytes: Uint8Array): FileEntry[] {
  const reader = new ByteReader(bytes);
  const count = reader.count(LEAST_FILE);
  const files: FileEntry[] = [];
  // One array for all: tens of thousands of small ones take several times the memory.
  const hashes = new Uint8Array(count * HASH_BYTES);
  let last = '';
  for (let i = 0; i < count; i++) {
    const shared = reader.varint();
    if (shared > last.length) throw new DamagedIndex('a path shares more than there is');
    const path = last.slice(0, shared) + reader.text();
    const flags = reader.varint();
    const lineCount = reader.varint();
    const chunkCount = reader.varint();
    const hash = hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
    hash.set(reader.raw(HASH_BYTES));
    files.push({ path, flags, lineCount, chunkCount, hash });
    last = path;
  }
  return files;
}

/** Never between the halves of a pair: each part must be text by itself. */
function sharedUnits(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const before = a.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}

/** Numbers of a FileStat, of eight bytes each. */
const STAT_NUMBERS = 4;
const STAT_BYTES = STAT_NUMBERS * 8;

export function encodeStats(stats: readonly FileStat[]): Uint8Array<ArrayBuffer> {
  const numbers = new Float64Array(stats.length * STAT_NUMBERS);
  for (const [i, { size, mtimeMs, ctimeMs, ino }] of stats.entries())
    numbers.set([size, mtimeMs, ctimeMs, ino], i * STAT_NUMBERS);
  return new Uint8Array(numbers.buffer);
}

export function decodeStats(bytes: Uint8Array, fileCount: number): FileStat[] {
  if (bytes.length !== fileCount * STAT_BYTES)
    throw new DamagedIndex('the sizes and times do not fit the files');
  const numbers = new Float64Array(bytes.slice().buffer);
  const number = (file: number, at: number) => numbers[file * STAT_NUMBERS + at] ?? 0;
  return Array.from({ length: fileCount }, (_, i) => ({
    size: number(i, 0),
    mtimeMs: number(i, 1),
    ctimeMs: number(i, 2),
    ino: number(i, 3),
  }));
}

export class ChunkWriter {
  readonly #writer = new ByteWriter();
  count = 0;

  add(startLine: number, endLine: number, length: number): void {
    this.#writer.varint(startLine);
    this.#writer.varint(Math.max(0, endLine - startLine));
    this.#writer.varint(length);
    this.count++;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#writer.take();
  }
}

const LEAST_CHUNK = 3;

export function decodeChunks(bytes: Uint8Array, count: number): ChunkColumns {
  if (count * LEAST_CHUNK > bytes.length) throw new DamagedIndex('there are fewer chunks than the files say');
  const startLines = new Uint32Array(count);
  const endLines = new Uint32Array(count);
  const lengths = new Uint16Array(count);
  const reader = new ByteReader(bytes);
  for (let i = 0; i < count; i++) {
    const startLine = reader.varint();
    startLines[i] = startLine;
    endLines[i] = startLine + reader.varint();
    lengths[i] = reader.varint();
  }
  if (reader.left > 0) throw new DamagedIndex('there are more chunks than the files say');
  return { startLines, endLines, lengths };
}
