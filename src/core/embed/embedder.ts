/** The port: texts in, quantised unit vectors out; the rule for such vectors; and the embedder for embedding turned off. */
import { AppError } from '../errors.ts';

export interface Embedder {
  /** Identifies the model and its content; vectors with different ids are never compared. */
  readonly id: string;
  readonly dims: number;
  /** True if the texts are sent to another machine. */
  readonly leavesMachine: boolean;
  /** One vector for each text, in order; zeros for a text without words. Rejects with an AppError. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Int8Array[]>;
}

export type EmbedDriver = 'static' | 'openai' | 'none';

/** What the configuration says about embedding. */
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

/** What the drivers get passed in: randomness, time, and a way to warn. */
export interface EmbedDeps {
  /** Between 0 and 1. */
  random(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  now(): number;
  /** Called once when a driver that sends text to another machine is opened. */
  warn(message: string): void;
}

/** Embedding turned off: search goes by words. */
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

// Stored vectors: a unit vector times 127, rounded. All have the same scale, so integer dot products can be compared, and
// `dot / UNIT_DOT` is the cosine, usually within 0.005.

const LARGEST = 127;

/** The dot product of a quantised unit vector with itself, without rounding. */
export const UNIT_DOT = LARGEST * LARGEST;

/** Expects a vector of length one (or of zeros). */
export function quantise(vector: Float32Array, into: Int8Array): void {
  for (let d = 0; d < vector.length; d++) {
    const scaled = Math.round((vector[d] ?? 0) * LARGEST);
    into[d] = Math.max(-LARGEST, Math.min(LARGEST, scaled));
  }
}

/** Makes the length one, in place. A vector of zeros, or with a component that is not a finite number, becomes zeros. */
export function normalise(vector: Float32Array): void {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) {
    const component = vector[d] ?? 0;
    squares += component * component;
  }
  if (!Number.isFinite(squares) || squares === 0) {
    vector.fill(0);
    return;
  }
  const factor = 1 / Math.sqrt(squares);
  for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) * factor;
}
