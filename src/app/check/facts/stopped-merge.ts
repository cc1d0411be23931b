/** An entry with the marks of a merge in it: both sides wrote an entry of this number. */
import { type Sides, sidesOf } from '../../../core/text/index.ts';
import { isRefusal, type RepoPath } from '../../../core/workspace/index.ts';
import { cameWithLost } from './came-with.ts';
import type { Collision, CollisionParts } from './collision.ts';
import type { StoredEntry } from './stash.ts';

/** Under these names git keeps the other side while a merge, a pick or a rebase waits. */
const OTHER_SIDE = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

export async function stoppedMerge(
  parts: CollisionParts,
  entry: StoredEntry,
  line: number,
): Promise<Collision> {
  const known = await sidesInGit(parts, entry.path);
  const { ours, theirs } = known ?? sidesOf(entry.bytes.toString('utf8'));
  const citations =
    known === undefined ? [] : await cameWithLost(parts, entry.number, { kept: 'HEAD', lost: known.other });
  const collision = { entry, line, message: `${entry.file} contains merge conflict markers.` };
  // With one side empty there is no second entry, only a mess.
  if (ours.trim() === '' || theirs.trim() === '' || ours === theirs) return collision;
  return {
    ...collision,
    renumbering: { text: theirs, oldFile: { restore: entry.file, text: ours }, citations },
  };
}

async function sidesInGit(
  { services }: CollisionParts,
  path: RepoPath,
): Promise<(Omit<Sides, 'base'> & { other: string }) | undefined> {
  const { git } = services.workspace;
  const ours = await git.readBlob('HEAD', path);
  if (ours === undefined || isRefusal(ours)) return undefined;
  for (const other of OTHER_SIDE) {
    const theirs = await git.readBlob(other, path);
    if (theirs !== undefined && !isRefusal(theirs)) return { ours: ours.text, theirs: theirs.text, other };
  }
  return undefined;
}
