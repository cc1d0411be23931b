/** The document as both sides of a stopped merge, pick or rebase committed it. */
import { isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE } from '../document.ts';
import { inScope } from '../scope.ts';
import type { CommittedSides } from './resolve.ts';

/** Under these names git keeps the other side while it waits. */
const OTHER_SIDE = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

export async function committedSides({ git, resolve }: Workspace, scope: string): Promise<CommittedSides> {
  const path = resolve(inScope(scope, CONTEXT_FILE));
  const textAt = async (revision: string | undefined) => {
    const read = revision === undefined || isRefusal(path) ? undefined : await git.readBlob(revision, path);
    return read === undefined || isRefusal(read) ? undefined : read.text;
  };
  for (const other of OTHER_SIDE)
    if ((await git.resolveRevision(other)) !== undefined)
      return {
        ours: await textAt('HEAD'),
        theirs: await textAt(other),
        base: await textAt(await git.mergeBase('HEAD', other)),
      };
  return { ours: undefined, theirs: undefined, base: undefined };
}
