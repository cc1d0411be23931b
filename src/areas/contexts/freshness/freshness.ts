/** Which directories have a document, and whether it is fresh: whether its fingerprint still matches the files. */

import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../../core/text/index.ts';
import { type FileFacts, isRefusal, type RepoPath, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE, contextFile, type DocumentRead, readDocument } from '../document/document.ts';
import { baseName, scopeOf } from '../document/scope.ts';
import { scanProject } from './scan.ts';
import { type KnownDocument, knownDocument, type StatCache } from './stat-cache.ts';

export interface Freshness {
  state: 'fresh' | 'stale';
  stored: string;
  computed: string;
}

interface ListedDirectory {
  scope: string;
  state: 'fresh' | 'stale' | 'missing';
  lastUpdated: string | undefined;
  summary: string | undefined;
  /** Whether a claim cites a place in code. */
  cites: boolean;
}

interface Listing {
  directories: ListedDirectory[];
  skipped: number;
  warnings: readonly string[];
}

export interface Project {
  workspace: Workspace;
  cache: StatCache;
}

export async function listDirectories(project: Project, signal: AbortSignal): Promise<Listing> {
  const { eligible, small, config, paths } = await scanProject(project.workspace, signal);
  const directories: ListedDirectory[] = [];
  for (const directory of eligible) {
    signal.throwIfAborted();
    const known = await documentOf(project, directory.scope);
    const { scope } = directory;
    if (known === null) {
      directories.push({ scope, state: 'missing', lastUpdated: undefined, summary: undefined, cites: false });
      continue;
    }
    const { state } = await freshness(project, known.fingerprint, directory);
    const { lastUpdated, summary, cites } = known;
    directories.push({ scope, state, lastUpdated, summary, cites });
  }
  project.cache.keepOnly(paths);
  await project.cache.save();
  return { directories, skipped: small.length, warnings: config.warnings };
}

/** Null if there is none, or none that this version can read. */
export async function documentOf(
  { workspace, cache }: Project,
  scope: string,
): Promise<KnownDocument | null> {
  const path = workspace.resolve(contextFile(scope));
  const file = isRefusal(path) ? path : await workspace.facts(path);
  if (isRefusal(file)) return null;
  const before = cache.document(file);
  if (before !== undefined) return before;
  const read = await readDocument(workspace, scope);
  const known = read.state === 'found' ? knownDocument(read.document) : null;
  cache.setDocument(file, known);
  return known;
}

export async function checkScope(
  project: Project,
  scope: RepoPath,
  signal: AbortSignal,
): Promise<{ read: DocumentRead; freshness: Freshness | undefined }> {
  const read = await readDocument(project.workspace, scope);
  if (read.state !== 'found') return { read, freshness: undefined };
  const files = await project.workspace.files({ includeHidden: true, directory: scope, signal });
  return { read, freshness: await freshness(project, read.document.fingerprint, { scope, files }) };
}

/** Fresh by the current rule, or by the older rule that some documents were made with. */
export async function freshness(
  { workspace, cache }: Project,
  stored: string,
  { scope, files }: { scope: string; files: readonly FileFacts[] },
): Promise<Freshness> {
  const computed = await fingerprint(workspace, files, cache);
  if (stored === computed) return { state: 'fresh', stored, computed };
  if (stored === olderFingerprint(workspace, scope)) return { state: 'fresh', stored, computed: stored };
  return { state: 'stale', stored, computed };
}

/** Directories that have a document, in order. */
export async function documentScopes(workspace: Workspace, signal: AbortSignal): Promise<string[]> {
  const files = await workspace.files({ includeHidden: true, signal });
  return files
    .filter(({ path }) => baseName(path) === CONTEXT_FILE)
    .map(({ path }) => scopeOf(path))
    .sort(byCodeUnit);
}

const LENGTH = 8;
/** Larger files count by name and size only: no document describes their content. */
const LARGEST_READ = 32 * 1024 * 1024;
/** In lower case; all at the root of a project. */
const WRITTEN_BY_SET_UP = new Set(['agents.md', '.mcp.json', 'opencode.json', 'opencode.jsonc']);
/** The number of bytes that git reads to distinguish text from binary. */
const HEAD_BYTES = 8000;

/**
 * Eight hex digits that change when a file of the directory changes: a hash of the sorted names and content hashes of its own
 * files. A clone, a checkout or a `touch` does not change it. The document itself and the files that our set-up writes do not
 * count, so that writing them makes nothing stale.
 */
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
 * The older rule, for documents that were made with it: name, time and size of every regular file except the document, ignored
 * files included.
 */
function olderFingerprint(workspace: Workspace, scope: string): string {
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

/** Git may check text out with other line ends; that is not a change. */
function withPlainLineEnds(bytes: Buffer): Buffer {
  if (bytes.subarray(0, HEAD_BYTES).includes(0) || !bytes.includes('\r\n')) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

function digest(rows: readonly string[]): string {
  return createHash('sha256').update(rows.toSorted(byCodeUnit).join('\n')).digest('hex').slice(0, LENGTH);
}
