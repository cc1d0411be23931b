/** The default: the bundled table, in this process, with no key, service or download. */
import type { Embedder } from '../embedder.ts';
import { quantise } from '../quantise.ts';
import { loadStaticModel } from '../static/load.ts';

/** About 10 ms of work: between two such runs the server answers others. */
const TEXTS_AT_ONCE = 200;

export async function createStaticEmbedder(): Promise<Embedder> {
  const model = await loadStaticModel();
  const scratch = new Float32Array(model.dims);
  return {
    id: model.id,
    dims: model.dims,
    leavesMachine: false,
    async embed(texts, signal) {
      const vectors: Int8Array[] = [];
      for (const [i, text] of texts.entries()) {
        if (i % TEXTS_AT_ONCE === 0) {
          if (i > 0) await new Promise((resolve) => setImmediate(resolve));
          signal?.throwIfAborted();
        }
        const vector = new Int8Array(model.dims);
        quantise(model.encode(text, scratch), vector);
        vectors.push(vector);
      }
      return vectors;
    },
  };
}
