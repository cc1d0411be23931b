/** Two branches added an entry of one number, the merge kept one text, and the other is nowhere now. */
import type { Addition } from '../../../core/git/index.ts';
import { isRefusal } from '../../../core/workspace/index.ts';
import { cameWithLost } from './came-with.ts';
import type { Collision, CollisionParts } from './collision.ts';
import { isBlob } from './history.ts';
import type { StoredEntry } from './stash.ts';

const SHORT_ID = 10;

export async function lostInMerge(parts: CollisionParts, entry: StoredEntry): Promise<Collision[]> {
  const { services, stash, history, signal } = parts;
  const additions = history?.get(entry.path) ?? [];
  if (additions.length < 2) return [];
  const lost = additions.filter(({ blob }) => !stash.entries.some(({ bytes }) => isBlob(bytes, blob)));
  if (lost.length === 0) return [];
  const kept = additions.find(({ blob }) => isBlob(entry.bytes, blob));
  const found: Collision[] = [];
  for (const addition of lost) {
    const other = kept ?? additions.find(({ blob }) => blob !== addition.blob);
    const met = other && (await services.workspace.git.mergePoint(other.commit, addition.commit, signal));
    // One after the other: the file was removed, and its number taken again.
    if (met === undefined) continue;
    const merge = met.commit.slice(0, SHORT_ID);
    const message =
      kept === undefined
        ? `Both sides of the merge ${merge} added ${entry.file}, and it now contains neither text.`
        : `Both sides of the merge ${merge} added ${entry.file}; one of the two texts is lost.`;
    const text = kept && (await textOf(parts, addition));
    found.push({
      entry,
      line: 1,
      message,
      ...(text === undefined
        ? {}
        : {
            renumbering: {
              text,
              oldFile: undefined,
              citations: await cameWithLost(parts, entry.number, { kept: met.sides[0], lost: met.sides[1] }),
            },
          }),
    });
  }
  return found;
}

/** Undefined if it cannot be had to the byte. */
async function textOf(
  { services }: CollisionParts,
  { commit, path, blob }: Addition,
): Promise<string | undefined> {
  const read = await services.workspace.git.readBlob(commit, path);
  return read !== undefined && !isRefusal(read) && isBlob(Buffer.from(read.text), blob)
    ? read.text
    : undefined;
}
