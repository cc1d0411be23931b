/** Single files read again, here and now, without threads. */
import type { Clock } from '../../clock.ts';
import type { RepoPath } from '../../workspace/index.ts';
import type { LiveIndex } from '../live/live-index.ts';
import { UNREADABLE } from '../segment/file-table.ts';
import type { FileToIndex, SegmentMaker } from '../threads/segment-maker.ts';

/** True if the content of a file was not as the index had it. */
export function reindex(
  live: LiveIndex,
  maker: SegmentMaker,
  clock: Clock,
  paths: readonly RepoPath[],
): boolean {
  const collection = live.collection;
  const files = paths.map((path): FileToIndex => {
    const place = collection.place(path);
    const known = place?.live.segment.files[place.file];
    const readable = known !== undefined && (known.flags & UNREADABLE) === 0;
    return { path, size: 0, mtimeMs: 0, knownHash: readable ? known.hash : undefined };
  });
  const made = maker.make(files, clock.now());
  live.apply({ ...made, removed: made.gone });
  return made.parts !== undefined || made.gone.length > 0;
}
