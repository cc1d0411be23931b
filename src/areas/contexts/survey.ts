/** Every document of a project, as it is: fresh, stale, not valid, or of another version. Nothing is written. */
import type { Clock } from '../../core/clock.ts';
import { type FileFacts, isRefusal, type RepoPath, type Workspace } from '../../core/workspace/index.ts';
import { locatedStaleClaims, type StaleClaim } from './claims/check.ts';
import { CONTEXT_FILE, type DocumentProblem, readDocument } from './document.ts';
import { type Freshness, freshness } from './project.ts';
import { baseName, scopeOf } from './scope.ts';
import { memoryCache } from './stat-cache.ts';

export type SurveyedContext = { path: RepoPath; scope: string } & (
  | (Freshness & {
      /** With the lines they stand in. */
      claims: readonly (StaleClaim & { line: number })[];
    })
  | { state: 'invalid'; problems: readonly DocumentProblem[]; isConflict: boolean }
  | { state: 'unknown_version'; version: number }
);

/** By path. */
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
