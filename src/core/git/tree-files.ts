/**
 * The files of a commit as plain, read-only files in a directory that appears whole or not at all. They are written from git's objects as
 * they are: no filter, no attribute, no line ends changed. Files that another commit has too are links to the same content on disk.
 */
import {
  closeSync,
  existsSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { AppError } from '../errors.ts';
import { listedPath } from '../sandbox/index.ts';
import type { Mirror, MirrorFile } from './mirror.ts';

export interface TreeLimits {
  files: number;
  bytes: number;
}

/** So many links are made between two turns of the event loop. */
const FILES_A_TURN = 500;

/** How many files there are. */
export async function writeTree(
  mirror: Mirror,
  commit: string,
  {
    into,
    before,
    limits,
    token,
    signal,
  }: {
    /** Holds one directory for each commit, named by it. */
    into: string;
    /** A commit whose files are there. */
    before: string | undefined;
    limits: TreeLimits;
    /** A word no other process uses. */
    token: string;
    signal?: AbortSignal | undefined;
  },
): Promise<number> {
  const files = (await mirror.files(commit, signal)).filter(({ path }) => isSafe(path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > limits.files || bytes > limits.bytes) throw tooLarge(files.length, bytes, limits);
  const target = join(into, commit);
  if (existsSync(target)) return files.length;
  const making = join(into, `making-${token}`);
  try {
    mkdirSync(making, { recursive: true });
    const known =
      before === undefined ? new Map<string, string>() : await knownContents(mirror, into, before);
    const made = new Set<string>([making]);
    const placeOf = (path: string) => {
      const place = join(making, path);
      const directory = dirname(place);
      if (!made.has(directory)) {
        mkdirSync(directory, { recursive: true });
        made.add(directory);
      }
      return place;
    };
    const toRead: MirrorFile[] = [];
    for (const [at, file] of files.entries()) {
      if (at % FILES_A_TURN === 0) {
        await new Promise((turn) => setImmediate(turn));
        signal?.throwIfAborted();
      }
      const same = known.get(file.blob);
      if (same === undefined || !linked(same, placeOf(file.path))) toRead.push(file);
    }
    await mirror.readBlobs(
      toRead.map(({ blob }) => blob),
      (at, content) => {
        const file = toRead[at];
        if (file !== undefined) writeBlob(placeOf(file.path), content, file.blob);
      },
      signal,
    );
    renameSync(making, target);
    return files.length;
  } catch (thrown) {
    rmSync(making, { recursive: true, force: true });
    // Somebody else was first.
    if (existsSync(target)) return files.length;
    throw thrown;
  }
}

/** The path that it names stays inside, on every system, and is no part of a repository's own data. */
function isSafe(path: string): boolean {
  return (
    listedPath(path) !== undefined &&
    !path.includes('\\') &&
    path.split('/').every((name) => !/^\.git$/i.test(name) && name !== '..')
  );
}

async function knownContents(mirror: Mirror, into: string, commit: string): Promise<Map<string, string>> {
  const root = join(into, commit);
  if (!existsSync(root)) return new Map();
  const files = await mirror.files(commit).catch(() => []);
  return new Map(files.map(({ blob, path }) => [blob, join(root, path)]));
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    // It was removed meanwhile, or has as many links as the file system allows.
    return false;
  }
}

const READ_ONLY = 0o444;

function writeBlob(place: string, content: Buffer, blob: string): void {
  const file = openSync(place, 'wx', READ_ONLY);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    const seconds = timeOf(blob);
    futimesSync(file, seconds, seconds);
  } finally {
    closeSync(file);
  }
}

/** A time of writing that stands for the content, the same on every machine, and long past: 30 bits in whole seconds. */
function timeOf(blob: string): number {
  return Number.parseInt(blob.slice(0, 8), 16) >>> 2;
}

function tooLarge(files: number, bytes: number, limits: TreeLimits): AppError {
  const megabytes = (count: number) => `${Math.ceil(count / 1e6).toLocaleString('en-US')} MB`;
  return new AppError(
    'blocked',
    'repository_too_large',
    `The commit has ${files.toLocaleString('en-US')} files and ${megabytes(bytes)}; allowed are ${limits.files.toLocaleString('en-US')} files and ${megabytes(limits.bytes)}.`,
    { hint: 'Raise max_files or max_megabytes in hub.toml if the machine has room for it.' },
  );
}

/** A directory with some files of a commit that may be written to; it is gone when the work is done. */
export async function writeScratch<T>(
  mirror: Mirror,
  files: readonly MirrorFile[],
  { into, token }: { into: string; token: string },
  /** `added`: the files below a directory that were not there before. */
  work: (root: string, added: (directory: string) => { path: string; text: string }[]) => Promise<T>,
): Promise<T> {
  const root = join(into, token);
  const safe = files.filter(({ path }) => isSafe(path));
  try {
    mkdirSync(root, { recursive: true });
    await mirror.readBlobs(
      safe.map(({ blob }) => blob),
      (at, content) => {
        const place = join(root, safe[at]?.path ?? '');
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, content, { flag: 'wx' });
      },
    );
    const before = new Set(safe.map(({ path }) => path));
    return await work(root, (directory) =>
      readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((path) => !before.has(path))
        .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
