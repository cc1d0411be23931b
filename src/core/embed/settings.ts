/** What is chosen, and what is handed in, to open an embedder. */
import type { EmbedDriver } from './embedder.ts';

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
