/**
 * Eight hex digits that change when a file of the directory does: over the sorted names and content hashes of its
 * own files. A clone, a checkout or a `touch` leaves it as it is. The document itself, and files that our own
 * set-up writes, do not count, so that writing them makes nothing stale.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../../core/text/index.ts';
import { type FileFacts, isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE } from '../document/document.ts';
import { baseName } from '../document/scope.ts';
import type { StatCache } from './stat-cache.ts';

const LENGTH = 8;
/** Larger files count by name and size: no document describes what is in them. */
const LARGEST_READ = 32 * 1024 * 1024;
/** In lower case; all at the root of a project. */
const WRITTEN_BY_SET_UP = new Set(['agents.md', '.mcp.json', 'opencode.json', 'opencode.jsonc']);
/** As much as git reads to distinguish text from binary. */
const HEAD_BYTES = 8000;

export async function fingerprint(
  workspace: Workspace,
  files: readonly FileFacts[],
  cache: StatCache,
): Promise<string> {
  const rows: string[] = [];
  for (const file of files)
    if (counts(file.path)) rows.push(`${baseName(file.path)}\0${await hashOf(workspace, file, cache)}`);
  return digest(rows);
}

/**
 * The older rule, for documents made by it: name, time and size of every regular file but the document, ignored
 * files included.
 */
export function olderFingerprint(workspace: Workspace, scope: string): string {
  const directory = workspace.resolve(scope);
  const stats = isRefusal(directory) ? [] : workspace.directoryStats(directory);
  const files = stats.filter(({ name }) => name !== CONTEXT_FILE);
  return digest(files.map(({ name, mtimeMs, size }) => `${name}:${Math.floor(mtimeMs)}:${size}`));
}

function counts(path: string): boolean {
  const name = baseName(path);
  return name !== CONTEXT_FILE && !(name === path && WRITTEN_BY_SET_UP.has(name.toLowerCase()));
}

async function hashOf(workspace: Workspace, file: FileFacts, cache: StatCache): Promise<string> {
  const known = cache.hash(file);
  if (known !== undefined) return known;
  const read =
    file.size > LARGEST_READ ? undefined : await workspace.readBytes(file.path, { maxBytes: LARGEST_READ });
  if (read === undefined || isRefusal(read)) return `size ${file.size}`;
  const hash = createHash('sha256').update(withPlainLineEnds(read.bytes)).digest('hex');
  cache.setHash({ path: file.path, size: read.size, mtimeMs: read.mtimeMs }, hash);
  return hash;
}

/** git may give text other line ends on another machine; what it says is the same. */
function withPlainLineEnds(bytes: Buffer): Buffer {
  if (bytes.subarray(0, HEAD_BYTES).includes(0) || !bytes.includes('\r\n')) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

function digest(rows: readonly string[]): string {
  return createHash('sha256').update(rows.toSorted(byCodeUnit).join('\n')).digest('hex').slice(0, LENGTH);
}
