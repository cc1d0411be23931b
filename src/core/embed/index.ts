/**
 * Embedding: texts to vectors, and the exact nearest of them. The default driver is a table that ships in the
 * package; it needs no key, no service and no download. Owns nothing on disk (reads dist/model or assets/model)
 * and refuses to know where a text came from or where its vector is kept.
 */
export { createEmbedder } from './create.ts';
export { loadStaticModel } from './drivers/static-model.ts';
export type { Embedder } from './embedder.ts';
export { dotAll } from './nearness.ts';
export { quantise, UNIT_DOT } from './quantise.ts';
export type { EmbedSettings } from './settings.ts';
export type { SharedModel } from './static/layout.ts';
export { attachStaticModel, type StaticModel } from './static/model.ts';
export type { ModelTables } from './static/tables.ts';
