/** A scope is a directory of the project: `.` or a relative path. */
import { isRefusal, type Workspace } from '../../core/workspace/index.ts';

export type ResolvedScope = { ok: true; scope: string } | { ok: false };

/** Backslashes are slashes; what leaves the root is refused, links included. */
export function resolveScope(workspace: Workspace, given: string): ResolvedScope {
  const plain = given
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '');
  if (plain === '' || plain === '.') return { ok: true, scope: '.' };
  const resolved = workspace.resolve(plain);
  return isRefusal(resolved) ? { ok: false } : { ok: true, scope: resolved };
}

export function parentScope(scope: string): string | undefined {
  if (scope === '.') return undefined;
  const slash = scope.lastIndexOf('/');
  return slash === -1 ? '.' : scope.slice(0, slash);
}
