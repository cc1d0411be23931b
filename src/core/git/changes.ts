/**
 * What differs between a commit and the work tree. We compare ourselves: git would run the filters that the repository
 * configured, diff-index too if a file is as young as the index. A file whose stat data is that of the index has the
 * content of the index; the others are hashed here.
 */
import { createHash } from 'node:crypto';
import { type FileFacts, listedPath, type RepoPath } from '../sandbox/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { GitCall, GitCommand } from './command.ts';
import type { TreeFile } from './commit-tree.ts';

export interface ChangedPath {
  path: RepoPath;
  change: 'added' | 'modified' | 'deleted';
}

/** Undefined: it cannot be read. */
export type ReadForHash = (path: RepoPath) => Buffer | undefined;

export interface WorkTree {
  files: readonly FileFacts[];
  index: ReadonlyMap<string, IndexEntry>;
  /** When the index was written. A file as young as that may have been changed again without looking different. */
  indexTimeMs: number;
  read: ReadForHash;
}

/** What git's index remembers of a tracked file: its content, and the stat data it had then. */
export interface IndexEntry {
  blob: string;
  size: number;
  mtimeMs: number;
}

/** The form of --debug is not promised; entries that look otherwise are left out, and their files get hashed. */
const INDEX_ENTRY =
  /\d{6} ([0-9a-f]+) 0\t([^\0]+)\0 +ctime: .*\n +mtime: (\d+):(\d+)\n +dev: .*\n +uid: .*\n +size: (\d+)\tflags: .*\n/g;

export async function indexEntries(git: GitCommand, call: GitCall): Promise<Map<string, IndexEntry>> {
  const entries = new Map<string, IndexEntry>();
  const output = (await git(['ls-files', '-z', '--stage', '--debug'], call))?.toString('utf8') ?? '';
  for (const [, blob = '', path = '', seconds = '', nanoseconds = '', size = ''] of output.matchAll(
    INDEX_ENTRY,
  ))
    entries.set(path, {
      blob,
      size: Number(size),
      mtimeMs: Number(seconds) * 1000 + Number(nanoseconds) / 1e6,
    });
  return entries;
}

const SHA1_DIGITS = 40;
/** Times go through floating point; this is far below what file systems tell apart. */
const SAME_TIME_MS = 0.001;

export function changes(before: readonly TreeFile[], now: WorkTree): ChangedPath[] {
  const old = new Map<string, TreeFile>(before.map((file) => [file.path, file]));
  const found: ChangedPath[] = [];
  for (const file of now.files) {
    const { path } = file;
    const was = old.get(path);
    old.delete(path);
    if (was === undefined) found.push({ path, change: 'added' });
    else if (contentOf(file, was, now) !== was.blob) found.push({ path, change: 'modified' });
  }
  for (const { path } of old.values()) found.push({ path, change: 'deleted' });
  return found.sort((a, b) => byCodeUnit(a.path, b.path));
}

/** What was added to the index but not yet committed. */
export function staged(
  before: readonly TreeFile[],
  index: ReadonlyMap<string, Pick<IndexEntry, 'blob'>>,
): ChangedPath[] {
  const old = new Map<string, string>(before.map(({ path, blob }) => [path, blob]));
  const found: ChangedPath[] = before
    .filter(({ path }) => !index.has(path))
    .map(({ path }) => ({ path, change: 'deleted' }));
  for (const [name, { blob }] of index) {
    const path = listedPath(name);
    if (path === undefined || old.get(path) === blob) continue;
    found.push({ path, change: old.has(path) ? 'modified' : 'added' });
  }
  return found.sort((a, b) => byCodeUnit(a.path, b.path));
}

/** The id of the content; undefined if the file cannot be read or has another size. */
function contentOf(file: FileFacts, was: TreeFile, now: WorkTree): string | undefined {
  const entry = now.index.get(file.path);
  if (entry !== undefined && isUntouched(file, entry, now.indexTimeMs)) return entry.blob;
  const bytes = file.size === was.size ? now.read(file.path) : undefined;
  return bytes && blobId(bytes, was.blob.length);
}

function isUntouched(file: FileFacts, entry: IndexEntry, indexTimeMs: number): boolean {
  const sameStat = file.size === entry.size && Math.abs(file.mtimeMs - entry.mtimeMs) < SAME_TIME_MS;
  return sameStat && entry.mtimeMs < indexTimeMs - SAME_TIME_MS;
}

function blobId(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
