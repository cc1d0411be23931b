/** One project's documents: which there are, whether they are fresh, and what they say. */
import type { FileFacts, Workspace } from '../../core/workspace/index.ts';
import { type DocumentRead, readDocument } from './document.ts';
import { fingerprint, type HashCache, olderFingerprint } from './fingerprint.ts';
import { readProjectConfig } from './project-config.ts';
import { type Scan, scanDirectories } from './scan.ts';
import { parentScope } from './scope.ts';

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
}

export interface Listing {
  directories: ListedDirectory[];
  skipped: number;
  warnings: readonly string[];
}

export interface Project {
  workspace: Workspace;
  hashes: HashCache;
}

export async function scanProject(
  { workspace }: Project,
  signal: AbortSignal,
): Promise<Scan & { warnings: readonly string[] }> {
  const config = await readProjectConfig(workspace);
  const files = await workspace.files({ includeHidden: true, signal });
  return { ...scanDirectories(files, config), warnings: config.warnings };
}

export async function listDirectories(project: Project, signal: AbortSignal): Promise<Listing> {
  const { eligible, skipped, warnings } = await scanProject(project, signal);
  const directories: ListedDirectory[] = [];
  for (const { scope, files } of eligible) {
    signal.throwIfAborted();
    const read = await readDocument(project.workspace, scope);
    if (read.state !== 'found') {
      directories.push({ scope, state: 'missing', lastUpdated: undefined, summary: undefined });
      continue;
    }
    const { state } = await freshness(project, read.document.fingerprint, files);
    directories.push({
      scope,
      state,
      lastUpdated: read.document.last_updated,
      summary: read.document.summary,
    });
  }
  return { directories, skipped, warnings };
}

export async function checkScope(
  project: Project,
  scope: string,
  signal: AbortSignal,
): Promise<{ read: DocumentRead; freshness: Freshness | undefined }> {
  const read = await readDocument(project.workspace, scope);
  if (read.state !== 'found') return { read, freshness: undefined };
  return {
    read,
    freshness: await freshness(project, read.document.fingerprint, await ownFiles(project, scope, signal)),
  };
}

/** Fresh by today's rule, or by the one that older documents were made with. */
export async function freshness(
  { workspace, hashes }: Project,
  stored: string,
  files: readonly FileFacts[],
): Promise<Freshness> {
  const computed = await fingerprint(workspace, files, hashes);
  if (stored === computed) return { state: 'fresh', stored, computed };
  if (stored === olderFingerprint(files)) return { state: 'fresh', stored, computed: stored };
  return { state: 'stale', stored, computed };
}

export async function ownFiles(
  { workspace }: Project,
  scope: string,
  signal: AbortSignal,
): Promise<FileFacts[]> {
  const files = await workspace.files({ includeHidden: true, signal });
  return files.filter(({ path }) => (parentScope(path) ?? '.') === scope);
}
