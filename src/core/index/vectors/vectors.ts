/** Which vectors the index has, and who makes them. */
import { type Embedder, loadStaticModel, type StaticModel } from '../../embed/index.ts';
import type { Logger } from '../../log.ts';
import type { VectorStatus } from '../api.ts';
import type { Collection } from '../collection/collection.ts';

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

  status({ segments, chunkCount }: Collection): VectorStatus {
    const { modelId } = this;
    if (modelId === undefined) return { state: 'none', modelId, count: 0 };
    let count = 0;
    for (const { segment, deadChunks } of segments)
      if (segment.model === modelId) count += segment.chunkCount - sum(deadChunks);
    return { state: count === chunkCount && chunkCount > 0 ? 'ready' : 'not_ready', modelId, count };
  }

  async #loadStatic(): Promise<StaticModel | undefined> {
    if (this.#embedder === undefined || this.#embedder.leavesMachine) return undefined;
    const model = await loadStaticModel();
    return model.id === this.#embedder.id ? model : undefined;
  }
}

function sum(bytes: Uint8Array | undefined): number {
  let total = 0;
  for (const byte of bytes ?? []) total += byte;
  return total;
}
