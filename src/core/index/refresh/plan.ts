/** What a refresh has to do: the files on disk against the files in the index. */
import type { FileFacts } from '../../workspace/index.ts';
import type { Collection } from '../collection/collection.ts';
import { UNREADABLE } from '../segment/file-table.ts';
import type { FileToIndex } from '../threads/segment-maker.ts';

export interface RefreshPlan {
  /** New or changed, in the order of the listing. */
  toIndex: FileToIndex[];
  removed: string[];
  /** How many files are in the index as they are on disk. */
  kept: number;
}

export interface PlanOptions {
  /** Take nothing for granted: every file is read, and analysed even if its content is known. */
  force: boolean;
  maxFileBytes: number;
  /** Files whose chunks have no vectors of this model are analysed again. Undefined: vectors do not matter. */
  model: string | undefined;
}

export function planRefresh(
  listing: readonly FileFacts[],
  collection: Collection,
  { force, maxFileBytes, model }: PlanOptions,
): RefreshPlan {
  const listed = new Set<string>();
  const toIndex: FileToIndex[] = [];
  let kept = 0;
  for (const { path, size, mtimeMs } of listing) {
    if (size > maxFileBytes) continue;
    listed.add(path);
    const place = collection.place(path);
    const stat = place?.live.segment.stats[place.file];
    const known = place?.live.segment.files[place.file];
    const embedded = model === undefined || known?.chunkCount === 0 || place?.live.segment.model === model;
    if (!force && embedded && stat?.size === size && stat.mtimeMs === mtimeMs) {
      kept++;
      continue;
    }
    const readable = known !== undefined && (known.flags & UNREADABLE) === 0;
    const keep = readable && embedded && !force;
    toIndex.push({ path, size, mtimeMs, knownHash: keep ? known.hash : undefined });
  }
  const removed = [...collection.paths()].filter((path) => !listed.has(path));
  return { toIndex, removed, kept };
}
