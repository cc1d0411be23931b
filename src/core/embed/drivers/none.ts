/** Embedding turned off: search answers by words. */
import { AppError } from '../../errors.ts';
import type { Embedder } from '../embedder.ts';

export function createNoEmbedder(): Embedder {
  return {
    id: 'none',
    dims: 0,
    leavesMachine: false,
    embed: async () => {
      throw new AppError('unavailable', 'embeddings_off', 'Embedding is turned off.', {
        hint: 'Search answers by words. Start with --embeddings static to search by meaning.',
      });
    },
  };
}
