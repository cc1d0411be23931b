/** Checks the documents of a project, for people: fresh, stale, invalid or of another version. Writes nothing. */

import type { Clock } from '../../../core/clock.ts';
import { type FileFacts, isRefusal, type RepoPath, type Workspace } from '../../../core/workspace/index.ts';
import { locatedStaleClaims, type StaleClaim, staleClaims } from '../claims/stale-claims.ts';
import { CONTEXT_FILE, type DocumentProblem, readDocument } from '../document/document.ts';
import { baseName, scopeOf } from '../document/scope.ts';
import { documentOf, type Freshness, freshness, listDirectories, type Project } from './freshness.ts';
import { memoryCache } from './stat-cache.ts';

export type SurveyedContext = { path: RepoPath; scope: string } & (
  | (Freshness & {
      /** Each with its line in the document. */
      claims: readonly (StaleClaim & { line: number })[];
    })
  | { state: 'invalid'; problems: readonly DocumentProblem[]; isConflict: boolean }
  | { state: 'unknown_version'; version: number }
);

/** For `pilotbook check`: every document, by path. */
export async function surveyContexts(
  workspace: Workspace,
  clock: Clock,
  signal: AbortSignal,
): Promise<SurveyedContext[]> {
  const files = await workspace.files({ includeHidden: true, signal });
  const documents = files.filter(({ path }) => baseName(path) === CONTEXT_FILE);
  const own = new Map<string, FileFacts[]>(documents.map(({ path }) => [scopeOf(path), []]));
  for (const file of files) own.get(scopeOf(file.path))?.push(file);
  const project = { workspace, cache: memoryCache(clock) };
  const found: SurveyedContext[] = [];
  for (const { path } of documents) {
    signal.throwIfAborted();
    const scope = scopeOf(path);
    const directory = workspace.resolve(scope);
    const read = isRefusal(directory) ? undefined : await readDocument(workspace, scope);
    if (read === undefined || read.state === 'missing') continue;
    if (read.state === 'unsupported')
      found.push({ path, scope, state: 'unknown_version', version: read.version });
    else if (read.state === 'corrupt')
      found.push({
        path,
        scope,
        state: 'invalid',
        problems: read.problems,
        isConflict: read.conflict !== undefined,
      });
    else {
      const state = await freshness(project, read.document.fingerprint, {
        scope,
        files: own.get(scope) ?? [],
      });
      const claims = (await locatedStaleClaims(workspace, read.document, signal)).map(
        ({ path: at, ...claim }) => ({ ...claim, line: read.yaml.lineAt(at.slice(0, -1)) }),
      );
      found.push({ path, scope, ...state, claims });
    }
  }
  return found;
}

export interface CheckedDocument {
  scope: string;
  state: 'fresh' | 'stale' | 'invalid';
  /** The problem of an invalid document. */
  problem?: DocumentProblem;
  /** Absent if no claim cites a place. */
  claims?: StaleClaim[];
}

/** For `contexts check`: uses one listing, reads code only if a claim cites it, skips directories without a document. */
export async function checkAll(project: Project, signal: AbortSignal): Promise<CheckedDocument[]> {
  const checked: CheckedDocument[] = [];
  for (const { scope, state, cites } of (await listDirectories(project, signal)).directories) {
    if (state === 'missing') {
      for (const { problem } of await unreadableDocuments(project, [scope], signal))
        checked.push({ scope, state: 'invalid', problem });
      continue;
    }
    const read = cites ? await readDocument(project.workspace, scope) : undefined;
    const claims =
      read?.state === 'found' ? await staleClaims(project.workspace, read.document, signal) : undefined;
    checked.push({ scope, state, ...(claims === undefined ? {} : { claims }) });
  }
  return checked;
}

export interface UnreadableDocument {
  scope: string;
  /** The first problem. */
  problem: DocumentProblem;
}

/**
 * Documents that exist but cannot be read. The tools call them missing (specs/contexts); people see the problem. Costs one stat
 * for each document that is readable and unchanged.
 */
export async function unreadableDocuments(
  project: Project,
  scopes: readonly string[],
  signal: AbortSignal,
): Promise<UnreadableDocument[]> {
  const found: UnreadableDocument[] = [];
  for (const scope of scopes) {
    signal.throwIfAborted();
    if ((await documentOf(project, scope)) !== null) continue;
    const read = await readDocument(project.workspace, scope);
    if (read.state !== 'corrupt') continue;
    const [problem = { line: 1, message: 'unreadable' }] = read.problems;
    found.push({ scope, problem });
  }
  return found;
}
