/** The port: texts in, quantised unit vectors out. */
import { AppError } from '../errors.ts';

export interface Embedder {
  /** Names the model and its content; vectors of different ids are never compared. */
  readonly id: string;
  readonly dims: number;
  /** True if the texts are sent to another machine. */
  readonly leavesMachine: boolean;
  /** One vector a text, in order. Rejects with an AppError; a text without any word gives a vector of zeros. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Int8Array[]>;
}

export type EmbedDriver = 'static' | 'openai' | 'none';

/** What is chosen to open an embedder. */
export interface EmbedSettings {
  driver: EmbedDriver;
  openai: OpenAiSettings;
}

export interface OpenAiSettings {
  /** The address that `/embeddings` is added to, such as `http://localhost:11434/v1`. */
  baseUrl: string;
  /** From the environment only. Undefined: no Authorization header, as local servers want it. */
  apiKey: string | undefined;
  model: string;
  /** For one request, in milliseconds. */
  timeoutMs: number;
}

/** What the drivers must not take from the machine themselves. */
export interface EmbedDeps {
  /** Between 0 and 1. */
  random(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  now(): number;
  /** Told once when a driver that sends text to another machine is opened. */
  warn(message: string): void;
}

/** Embedding turned off: search answers by words. */

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
