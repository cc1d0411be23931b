/** Which comments came with one side of a merge. */
import { isRefusal } from '../../../core/workspace/index.ts';
import { type Citation, citedIn } from './citations.ts';
import type { CollisionParts } from './collision.ts';

/** Revisions: the side whose text has the number now, and the side whose text lost it. */
export interface MergeSides {
  kept: string;
  lost: string;
}

/** Citations of the number that only the losing side had, by the text of their lines. */
export async function cameWithLost(
  parts: CollisionParts,
  number: bigint,
  sides: MergeSides,
): Promise<Citation[]> {
  const found: Citation[] = [];
  for (const citation of await parts.citations())
    if (
      citation.number === number &&
      (await wasThere(parts, citation, sides.lost)) &&
      !(await wasThere(parts, citation, sides.kept))
    )
      found.push(citation);
  return found;
}

/** Whether a revision of the file cites the number in such a line. */
export async function wasThere(
  { services, stash }: CollisionParts,
  { path, number, text }: Citation,
  revision: string,
): Promise<boolean> {
  const blob = await services.workspace.git.readBlob(revision, path);
  if (blob === undefined || isRefusal(blob)) return false;
  const cited = await citedIn(services, stash.config, path, blob.text);
  return cited.some((one) => one.number === number && one.text === text);
}
