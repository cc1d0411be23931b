/** Which vectors the index has, and who makes them. */
import { type Embedder, loadStaticModel, type StaticModel } from '../embed/index.ts';
import type { Logger } from '../logger.ts';
import type { RepoPath } from '../workspace/index.ts';
import { chunksOfText, embeddingText } from './analyse/analyser.ts';
import type { VectorStatus } from './code-index.ts';
import type { LiveIndex } from './live/live-index.ts';
import type { LiveSegment, Snapshot } from './live/snapshot.ts';

/** The id of the driver that stands for no embedding. */
const NO_EMBEDDER = 'none';
/** Of a component of a quantised vector. */
const LARGEST = 127;

export class Vectors {
  readonly #embedder: Embedder | undefined;
  readonly #log: Logger;
  #static: Promise<StaticModel | undefined> | undefined;

  constructor(embedder: Embedder | undefined, log: Logger) {
    this.#embedder = embedder?.id === NO_EMBEDDER ? undefined : embedder;
    this.#log = log;
  }

  get embedder(): Embedder | undefined {
    return this.#embedder;
  }

  get modelId(): string | undefined {
    return this.#embedder?.id;
  }

  /** The bundled table, if it is what the embedder uses: then vectors are made in the same pass as words. */
  staticModel(): Promise<StaticModel | undefined> {
    this.#static ??= this.#loadStatic();
    return this.#static;
  }

  async queryVector(query: string, signal: AbortSignal | undefined): Promise<Float32Array | undefined> {
    try {
      const [vector] = (await this.#embedder?.embed([query], signal)) ?? [];
      return vector && Float32Array.from(vector, (value) => value / LARGEST);
    } catch (cause) {
      signal?.throwIfAborted();
      this.#log.warn('The query could not be embedded.', { cause });
      return undefined;
    }
  }

  status({ segments, chunkCount }: Snapshot): VectorStatus {
    const { modelId } = this;
    if (modelId === undefined) return { state: 'none', modelId, count: 0 };
    let count = 0;
    for (const { vectors, living } of segments) if (vectors?.model === modelId) count += living.chunks;
    return { state: count === chunkCount && chunkCount > 0 ? 'ready' : 'not_ready', modelId, count };
  }

  async #loadStatic(): Promise<StaticModel | undefined> {
    if (this.#embedder === undefined || this.#embedder.leavesMachine) return undefined;
    const model = await loadStaticModel();
    return model.id === this.#embedder.id ? model : undefined;
  }
}

const TEXTS_AT_ONCE = 64;

/**
 * Vectors for segments that have none of the embedder's model: for embedders that cannot run in the indexing threads. `textOf`: the text
 * that was indexed under the path, or undefined if it is no longer what it was.
 */
export async function embedMissing(
  live: LiveIndex,
  embedder: Embedder,
  textOf: (path: RepoPath) => string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const lacking = live.snapshot.segments.filter(
    ({ id, vectors }) => id !== undefined && vectors?.model !== embedder.id,
  );
  for (const one of lacking) {
    signal.throwIfAborted();
    const texts = chunkTexts(one, textOf);
    const rows = await embedAll(texts, embedder, signal);
    const dims = rows[0]?.length ?? 0;
    if (dims === 0 || one.id === undefined) continue;
    const matrix = new Int8Array(rows.length * dims);
    for (const [row, vector] of rows.entries()) matrix.set(vector, row * dims);
    await live.saveVectors(one.id, { model: embedder.id, dims, matrix });
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
