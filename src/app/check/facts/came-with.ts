/** Which comments came with one side of a merge. */
import { isRefusal } from '../../../core/workspace/index.ts';
import { type Citation, citedIn } from './citations.ts';
import type { CollisionParts } from './collisions.ts';

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
  const linesAt = async (revision: string, citation: Citation): Promise<Set<string>> => {
    const { house, stash } = parts;
    const blob = await house.workspace.git.readBlob(revision, citation.path);
    if (blob === undefined || isRefusal(blob)) return new Set();
    const cited = await citedIn(house, stash.config, citation.path, blob.text);
    return new Set(cited.filter((one) => one.number === number).map(({ text }) => text));
  };
  const found: Citation[] = [];
  for (const citation of await parts.citations()) {
    if (citation.number !== number) continue;
    const [kept, lost] = [await linesAt(sides.kept, citation), await linesAt(sides.lost, citation)];
    if (lost.has(citation.text) && !kept.has(citation.text)) found.push(citation);
  }
  return found;
}
