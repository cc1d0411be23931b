/** The document as both sides of a stopped merge, rebase, pick or revert committed it. */
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE } from '../document.ts';
import { inScope } from '../scope.ts';
import type { CommittedSides } from './resolve.ts';

interface Waiting {
  /** Under this name git keeps the other commit while it waits. */
  head: string;
  theirs: string;
  /** Undefined: the commit where both sides parted. */
  base?: string;
}

/** Applying a commit is a merge of what it did to its parent; reverting it, of the way back. */
const WAITING: readonly Waiting[] = [
  { head: 'MERGE_HEAD', theirs: 'MERGE_HEAD' },
  { head: 'CHERRY_PICK_HEAD', theirs: 'CHERRY_PICK_HEAD', base: 'CHERRY_PICK_HEAD^' },
  { head: 'REVERT_HEAD', theirs: 'REVERT_HEAD^', base: 'REVERT_HEAD' },
  { head: 'REBASE_HEAD', theirs: 'REBASE_HEAD', base: 'REBASE_HEAD^' },
];

export async function committedSides({ git, resolve }: Workspace, scope: string): Promise<CommittedSides> {
  const path = resolve(inScope(scope, CONTEXT_FILE));
  const textAt = async (revision: string | undefined) => {
    const read = revision === undefined || isRefusal(path) ? undefined : await git.readBlob(revision, path);
    return read === undefined || isRefusal(read) ? undefined : read.text;
  };
  for (const { head, theirs, base } of WAITING)
    if ((await git.resolveRevision(head)) !== undefined)
      return {
        ours: await textAt('HEAD'),
        theirs: await textAt(theirs),
        base: await textAt(base ?? (await git.mergeBase('HEAD', head))),
      };
  return { ours: undefined, theirs: undefined, base: undefined };
}
