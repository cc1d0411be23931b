/** Which directories have a document, and whether it is fresh. */
import { byCodeUnit } from '../../../core/text/index.ts';
import { type FileFacts, isRefusal, type RepoPath, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE, contextFile, type DocumentRead, readDocument } from '../document/document.ts';
import { baseName, scopeOf } from '../document/scope.ts';
import { fingerprint, olderFingerprint } from './fingerprint.ts';
import { scanProject } from './scan.ts';
import { type KnownDocument, knownDocument, type StatCache } from './stat-cache.ts';

export interface Freshness {
  state: 'fresh' | 'stale';
  stored: string;
  computed: string;
}

export interface ListedDirectory {
  scope: string;
  state: 'fresh' | 'stale' | 'missing';
  lastUpdated: string | undefined;
  summary: string | undefined;
  /** Whether a claim cites a place in code. */
  cites: boolean;
}

export interface Listing {
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

/** Null: none, or none that this version can read. */
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
