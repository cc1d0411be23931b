/** What the work trees of a repository have in common: one directory, and a name for each of them. Found without running git. */
import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { lstatOrUndefined } from '../sandbox/index.ts';
import { readSmallFile, repositoryAt } from './repository.ts';

export interface WorkTree {
  /** Of all work trees of the repository. A directory of this user, which names this work tree as its own. */
  commonDir: string;
  /** `main`, or for a linked one as git has it, below the common directory. */
  name: string;
  /** Whether the work tree of that name is there no longer. */
  isGone(name: string): boolean;
}

const MAIN = 'main';
const LINKED = 'worktrees';

/**
 * The work tree whose top is this directory. Undefined: there is none, it is not to be trusted, or its common directory is somebody
 * else's. A `.git` file may have come with the files and name any directory: the one it names must name this work tree
 * (`repositoryAt`), and must lie where the repository that it calls its own keeps its work trees.
 */
export function workTreeAt(top: string): WorkTree | undefined {
  const repository = repositoryAt(top);
  if (repository === 'none' || repository === 'unsafe') return undefined;
  const { gitDir, commonDir } = repository;
  const isLinked = gitDir !== commonDir;
  if (isLinked && dirname(gitDir) !== join(commonDir, LINKED)) return undefined;
  if (![commonDir, gitDir].every(isOwnDirectory)) return undefined;
  return {
    commonDir,
    name: isLinked ? `${LINKED}/${basename(gitDir)}` : MAIN,
    isGone: (name) => name !== MAIN && isGone(join(commonDir, LINKED, basename(name))),
  };
}

function isOwnDirectory(place: string): boolean {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  // Windows has no such number.
  return stat?.isDirectory() === true && (process.getuid === undefined || stat.uid === process.getuid());
}

/** git removes what it knows of a work tree with it; if somebody else removed it, what is known leads nowhere. */
function isGone(gitDir: string): boolean {
  const workTree = readSmallFile(join(gitDir, 'gitdir'))?.trim();
  if (workTree === undefined) return true;
  // On a disk that is not always there.
  if (lstatOrUndefined(join(gitDir, 'locked')) !== undefined) return false;
  return lstatOrUndefined(resolve(gitDir, workTree)) === undefined;
}
