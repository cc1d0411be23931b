/**
 * Eight hex digits that change when a file of the directory does: over the sorted names and content hashes of its
 * own files. A clone, a checkout or a `touch` leaves it as it is. The document itself, and files that our own
 * set-up writes, do not count, so that writing them makes nothing stale.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../core/text/index.ts';
import { type FileFacts, isRefusal, type Workspace } from '../../core/workspace/index.ts';

const LENGTH = 8;
/** Larger files count by name and size: no document describes what is in them. */
const LARGEST_READ = 32 * 1024 * 1024;
/** In lower case. All of them stand at the root of a project. */
const WRITTEN_BY_SET_UP = new Set(['agents.md', '.mcp.json', 'opencode.json', 'opencode.jsonc']);
const DOCUMENT = '.context.yaml';

/** Content hashes by path, valid while size and time are the same: a check costs a stat, not a read. */
export interface HashCache {
  get(path: string): CachedHash | undefined;
  set(path: string, hash: CachedHash): void;
}

export interface CachedHash {
  size: number;
  mtimeMs: number;
  hash: string;
}

export async function fingerprint(
  workspace: Workspace,
  files: readonly FileFacts[],
  cache: HashCache,
): Promise<string> {
  const rows: string[] = [];
  for (const file of files) {
    const name = nameOf(file.path);
    if (!counts(file.path)) continue;
    rows.push(`${name}\0${await hashOf(workspace, file, cache)}`);
  }
  return digest(rows.sort(byCodeUnit).join('\n'));
}

/** The older rule, for documents made by it: name, time and size of every file but the document. */
export function olderFingerprint(files: readonly FileFacts[]): string {
  const rows = files
    .filter(({ path }) => nameOf(path) !== DOCUMENT)
    .map(({ path, mtimeMs, size }) => `${nameOf(path)}:${Math.floor(mtimeMs)}:${size}`);
  return digest(rows.sort(byCodeUnit).join('\n'));
}

function counts(path: string): boolean {
  const name = nameOf(path);
  return name !== DOCUMENT && !(name === path && WRITTEN_BY_SET_UP.has(name.toLowerCase()));
}

async function hashOf(workspace: Workspace, file: FileFacts, cache: HashCache): Promise<string> {
  const known = cache.get(file.path);
  if (known && known.size === file.size && known.mtimeMs === file.mtimeMs) return known.hash;
  const read =
    file.size > LARGEST_READ ? undefined : await workspace.readBytes(file.path, { maxBytes: LARGEST_READ });
  const hash =
    read === undefined || isRefusal(read)
      ? `size ${file.size}`
      : createHash('sha256').update(read.bytes).digest('hex');
  cache.set(file.path, { size: file.size, mtimeMs: file.mtimeMs, hash });
  return hash;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, LENGTH);
}
