/** The port: texts in, quantised unit vectors out. */
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
