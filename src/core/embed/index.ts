/**
 * Embedding: texts to vectors, and how near vectors are. The default driver is a table in the package; it needs no key, no
 * service and no download. Owns nothing on disk (reads dist/model or assets/model), and does not know where a text came from
 * or where its vector is stored.
 */
import type { EmbedDeps, Embedder, EmbedSettings } from './embedder.ts';

export type { Embedder, EmbedSettings } from './embedder.ts';
export { quantise, UNIT_DOT } from './embedder.ts';
export { RowStore, type Rows } from './row-store.ts';
export type { ModelTables, SharedModel } from './static/layout.ts';
export { loadStaticModel } from './static/load.ts';
export { attachStaticModel, type StaticModel } from './static/model.ts';

/** Opens the driver that the configuration names. Rejects with an AppError of kind `unavailable` if the driver's model is not available. */
export async function createEmbedder(settings: EmbedSettings, deps: EmbedDeps): Promise<Embedder> {
  switch (settings.driver) {
    case 'static':
      return (await import('./static/load.ts')).createStaticEmbedder();
    case 'openai':
      return (await import('./openai.ts')).createOpenAiEmbedder(settings.openai, deps);
    case 'none':
      return (await import('./embedder.ts')).createNoEmbedder();
  }
}
