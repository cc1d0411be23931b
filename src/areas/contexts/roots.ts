/**
 * Which project a call is about. Its `path` may name another directory if that opted in by a document of its own,
 * lies in the server's root, or below an allowed root; any other is refused, so that `/etc` or a home directory is
 * never listed.
 */
import { resolve, sep } from 'node:path';
import {
  isRefusal,
  openWorkspace,
  type Workspace,
  type WorkspaceOptions,
} from '../../core/workspace/index.ts';
import { CONTEXT_FILE } from './document.ts';

export interface RootPolicy {
  workspace: Workspace;
  allowRoots: readonly string[];
  /** How other projects are opened: the same limits and denials as the server's own. */
  options: Omit<WorkspaceOptions, 'root' | 'dataDir'>;
}

/** Undefined: there is no such project, or it may not be read. */
export async function openProject(
  { workspace, allowRoots, options }: RootPolicy,
  path: string | undefined,
): Promise<Workspace | undefined> {
  if (path === undefined) return workspace;
  const inside = workspace.resolve(path);
  if (inside === '.') return workspace;
  const root = isRefusal(inside) ? resolve(workspace.root, path) : workspace.hostPath(inside);
  const project = await openWorkspace({ ...options, root }).catch(() => undefined);
  if (!project || project.root === workspace.root) return project && workspace;
  if (!isRefusal(inside)) return project;
  // Inside, but refused above: denied, or a link. Opting in does not open what the sandbox closes.
  if (isBelow(project.root, workspace.root)) return undefined;
  for (const allowed of allowRoots) {
    const real = await openWorkspace({ ...options, root: allowed }).catch(() => undefined);
    if (real && isBelow(project.root, real.root)) return project;
  }
  const document = project.resolve(CONTEXT_FILE);
  return isRefusal(document) || isRefusal(await project.facts(document)) ? undefined : project;
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
