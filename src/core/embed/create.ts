/** Opens the driver that the configuration names; the others are never loaded. */
import type { Embedder } from './embedder.ts';
import type { EmbedDeps, EmbedSettings } from './settings.ts';

/** Rejects with an AppError of kind `unavailable` if the driver's model cannot be had. */
export async function createEmbedder(settings: EmbedSettings, deps: EmbedDeps): Promise<Embedder> {
  switch (settings.driver) {
    case 'static':
      return (await import('./drivers/static.ts')).createStaticEmbedder();
    case 'openai':
      return (await import('./drivers/openai.ts')).createOpenAiEmbedder(settings.openai, deps);
    case 'none':
      return (await import('./drivers/none.ts')).createNoEmbedder();
  }
}
