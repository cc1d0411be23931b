/**
 * Contents that are not alive in the index, but are in its segments, or in those of another index of the same place: of files as
 * they were on another branch, or are in another work tree. What is found here need not be analysed.
 */
import { decodeFiles, type FileEntry, UNREADABLE } from '../segment/tables.ts';
import type { LiveIndex, SpareFiles } from './live-index.ts';
import type { LiveSegment, RevivedFile } from './snapshot.ts';

/** Where a content lies. */
export interface KeptContent extends Omit<RevivedFile, 'stat'> {
  readonly hash: Uint8Array;
}

/**
 * By path, for the paths asked for. Segments of others that may be of use are adopted first, so that they stay until they are used.
 * `model`: only contents with vectors of it. Undefined: vectors do not matter.
 */
export async function keptContents(
  live: LiveIndex,
  paths: ReadonlySet<string>,
  model: string | undefined,
): Promise<ReadonlyMap<string, readonly KeptContent[]>> {
  const isOfUse = (entry: FileEntry, its: string | undefined) =>
    paths.has(entry.path) &&
    (entry.flags & UNREADABLE) === 0 &&
    (model === undefined || entry.chunkCount === 0 || its === model);
  const spare = await live.spare();
  if (spare.length > 0) {
    const known = new Set<string>();
    for (const { segment, vectors } of live.snapshot.segments)
      for (const entry of segment.files) if (isOfUse(entry, vectors?.model)) known.add(keyOf(entry));
    const read = spare.map(({ id, files, model: its }) => ({ id, its, files: decodeFiles(files) }));
    // The largest first: the fewer segments, the faster a search.
    read.sort((a, b) => b.files.length - a.files.length || a.id - b.id);
    const wanted: SpareFiles[] = [];
    for (const { id, its, files } of read) {
      const before = known.size;
      for (const entry of files) if (isOfUse(entry, its)) known.add(keyOf(entry));
      if (known.size > before) wanted.push({ id, files });
    }
    if (wanted.length > 0) await live.adopt(wanted);
  }
  const kept = new Map<string, KeptContent[]>();
  for (const { path, ...content } of deadFiles(live.snapshot.segments, isOfUse)) {
    const of = kept.get(path);
    if (of === undefined) kept.set(path, [content]);
    else of.push(content);
  }
  return kept;
}

function* deadFiles(
  segments: readonly LiveSegment[],
  isOfUse: (entry: FileEntry, model: string | undefined) => boolean,
): Generator<KeptContent & { path: string }> {
  for (const { segment, vectors, deadFiles } of segments)
    for (const [file, entry] of segment.files.entries())
      if (deadFiles[file] === 1 && isOfUse(entry, vectors?.model))
        yield { path: entry.path, hash: entry.hash, segment, file };
}

function keyOf({ path, hash }: FileEntry): string {
  return `${path}\n${Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('latin1')}`;
}
