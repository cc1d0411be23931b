/**
 * Opens the project that a call is about. `path` may name another directory if it is in the server's root, below an allowed
 * root, or has a document of its own; any other is refused, so that `/etc` or a home directory is never listed.
 */

import { resolve, sep } from 'node:path';
import {
  isRefusal,
  openWorkspace,
  type RepoPath,
  type Workspace,
  type WorkspaceOptions,
} from '../../core/workspace/index.ts';
import { CONTEXT_FILE } from './document/document.ts';

export interface RootPolicy {
  workspace: Workspace;
  /** `none`: nothing outside the server's root. */
  allowRoots: readonly string[] | 'none';
  /** How other projects are opened: the same limits and denials as the server's own. */
  options: Omit<WorkspaceOptions, 'root' | 'dataDir'>;
}

/** Undefined if there is no such project, or it may not be read. */
export async function openProject(
  { workspace, allowRoots, options }: RootPolicy,
  path: string | undefined,
): Promise<Workspace | undefined> {
  if (path === undefined) return workspace;
  const open = (root: string) => openWorkspace({ ...options, root }).catch(() => undefined);
  const inside = workspace.resolve(path);
  if (inside === '.') return workspace;
  if (!isRefusal(inside)) {
    const nested = await open(workspace.hostPath(inside));
    return nested && deniedLike(workspace, inside, nested);
  }
  // What is denied stays denied; below, another spelling of the same directory would not be recognized.
  if (inside.refused === 'denied') return undefined;

  const project = await open(resolve(workspace.root, path));
  if (!project || project.root === workspace.root) return project && workspace;
  // Inside the root but refused above, for example a path that leads out and in again.
  if (isBelow(project.root, workspace.root) || workspace.isDenied(project.root)) return undefined;
  if (allowRoots === 'none') return undefined;
  for (const allowed of allowRoots) {
    const real = await open(allowed);
    if (real && isBelow(project.root, real.root)) return project;
  }
  const document = project.resolve(CONTEXT_FILE);
  return isRefusal(document) || isRefusal(await project.facts(document)) ? undefined : project;
}

/** A directory of the workspace as a project of its own: what the workspace denies stays denied. */
function deniedLike(whole: Workspace, at: RepoPath, part: Workspace): Workspace {
  const judge = (path: RepoPath) => whole.resolve(path === '.' ? at : `${at}/${path}`);
  return {
    ...part,
    resolve(path) {
      const own = part.resolve(path);
      const judged = isRefusal(own) ? own : judge(own);
      return isRefusal(judged) ? judged : own;
    },
    async files(options) {
      return (await part.files(options)).filter(({ path }) => !isRefusal(judge(path)));
    },
  };
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
