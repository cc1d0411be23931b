/** A scope is a directory of the project: `.` or a relative path. */
import { isRefusal, type RefusalCode, type RepoPath, type Workspace } from '../../../core/workspace/index.ts';

export type ResolvedScope = { ok: true; scope: RepoPath } | { ok: false; why: 'outside' | 'absent' };

/** Refusals of paths that lead out of the project; all others count as absent. */
const OUTSIDE: ReadonlySet<RefusalCode> = new Set(['traversal', 'absolute', 'outside']);

/** Treats backslashes as slashes; refuses what leaves the root, also by a link. */
export function resolveScope(workspace: Workspace, given: string): ResolvedScope {
  const resolved = workspace.resolve(given.trim() === '' ? '.' : given);
  if (!isRefusal(resolved)) return { ok: true, scope: resolved };
  return { ok: false, why: OUTSIDE.has(resolved.refused) ? 'outside' : 'absent' };
}

export function parentScope(scope: string): string | undefined {
  if (scope === '.') return undefined;
  const slash = scope.lastIndexOf('/');
  return slash === -1 ? '.' : scope.slice(0, slash);
}

/** The directory of a file. */
export function scopeOf(path: string): string {
  return parentScope(path) ?? '.';
}

/** `name` in the directory, as a path from the root. */
export function inScope(scope: string, name: string): string {
  return scope === '.' ? name : `${scope}/${name}`;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The directory itself, or one below it. */
export function isWithin(scope: string, top: string): boolean {
  return top === '.' || scope === top || scope.startsWith(`${top}/`);
}

/** `src/server.c` as `src/server`. */
export function withoutEnding(path: string): string {
  return path.replace(/\.[^./]+$/, '');
}
