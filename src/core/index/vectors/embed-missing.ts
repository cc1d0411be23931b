/** Vectors for segments that have none of the embedder's model: for embedders that cannot run in the indexing threads. */
import type { Embedder } from '../../embed/index.ts';
import type { RepoPath } from '../../workspace/index.ts';
import { chunksOfText } from '../analyse/chunks-of-text.ts';
import { embeddingText } from '../analyse/embedding-text.ts';
import type { LiveSegment } from '../collection/collection.ts';
import type { LiveIndex } from '../live/live-index.ts';

const TEXTS_AT_ONCE = 64;

/** The text that was indexed under the path, or undefined if it is no longer what it was. */
export type IndexedText = (path: RepoPath) => string | undefined;

export async function embedMissing(
  live: LiveIndex,
  embedder: Embedder,
  textOf: IndexedText,
  signal: AbortSignal,
): Promise<void> {
  const lacking = live.collection.segments.filter(
    ({ id, segment }) => id !== undefined && segment.model !== embedder.id,
  );
  for (const one of lacking) {
    signal.throwIfAborted();
    const texts = chunkTexts(one, textOf);
    const rows = await embedAll(texts, embedder, signal);
    const dims = rows[0]?.length ?? 0;
    if (dims === 0 || one.id === undefined) continue;
    const matrix = new Int8Array(rows.length * dims);
    for (const [row, vector] of rows.entries()) matrix.set(vector, row * dims);
    live.saveVectors(one.id, { model: embedder.id, dims, matrix });
  }
}

/** One for each chunk of the segment; empty for chunks of files that are gone or changed. */
function chunkTexts(
  { segment, deadFiles }: LiveSegment,
  textOf: (path: RepoPath) => string | undefined,
): string[] {
  const texts: string[] = [];
  for (const [file, { path, chunkCount }] of segment.files.entries()) {
    // Every path of the code came from a listing of the workspace.
    const text = deadFiles[file] === 1 || chunkCount === 0 ? undefined : textOf(path as RepoPath);
    const chunks = text === undefined ? [] : chunksOfText(path, text).chunks;
    for (let i = 0; i < chunkCount; i++) {
      const chunk = text?.slice(chunks[i]?.startOffset, chunks[i]?.endOffset);
      texts.push(chunk === undefined ? '' : embeddingText(path, chunk));
    }
  }
  return texts;
}

async function embedAll(
  texts: readonly string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Int8Array[]> {
  const rows: Int8Array[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE)
    rows.push(...(await embedder.embed(texts.slice(from, from + TEXTS_AT_ONCE), signal)));
  return rows;
}
