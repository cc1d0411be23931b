/** Any server with an OpenAI-compatible /embeddings address. Sends text to that server, so it is never the default. */
import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import { type EmbedDeps, type Embedder, normalise, type OpenAiSettings, quantise } from './embedder.ts';

const BATCH = 100;
const RETRIES = 4;
const FIRST_WAIT_MS = 500;
/** A server that asks for a longer wait is treated as down, so that a search does not hang. */
const LONGEST_WAIT_MS = 20_000;
/** 100 vectors of 3,072 numbers of 22 characters are 7 MB. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

interface Server {
  url: URL;
  settings: OpenAiSettings;
  deps: EmbedDeps;
  /** Undefined before the first answer. */
  dims: number | undefined;
}

type Attempt =
  | { done: true; vectors: Int8Array[] }
  | { done: false; failure: AppError; waitMs: number | undefined };

/** Asks for one vector at once, to learn how many dimensions the model has. */
export async function createOpenAiEmbedder(settings: OpenAiSettings, deps: EmbedDeps): Promise<Embedder> {
  const url = addressOf(settings.baseUrl);
  deps.warn(`Embedding by ${url.host}: the text of this repository is sent there.`);
  const server: Server = { url, settings, deps, dims: undefined };
  const [first] = await withRetries(server, ['dimensions'], undefined);
  const dims = first?.length ?? 0;
  const where = createHash('sha256').update(url.href).digest('hex').slice(0, 8);
  return {
    id: `openai/${settings.model}/${dims}/${where}`,
    dims,
    leavesMachine: true,
    async embed(texts, signal) {
      const vectors: Int8Array[] = [];
      for (let from = 0; from < texts.length; from += BATCH)
        vectors.push(...(await withRetries({ ...server, dims }, texts.slice(from, from + BATCH), signal)));
      return vectors;
    },
  };
}

function addressOf(baseUrl: string): URL {
  const address = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new AppError(
      'invalid',
      'embedding_url',
      'The address of the embedding server is not a web address.',
      {
        hint: 'It looks like https://host/v1',
      },
    );
  return new URL(address);
}

async function withRetries(
  server: Server,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Int8Array[]> {
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    const attempt = await request(server, texts, signal);
    if (attempt.done) return attempt.vectors;
    if (tries === RETRIES) throw attempt.failure;
    // Jitter: clients that were refused together should not retry together.
    const waitMs = attempt.waitMs ?? FIRST_WAIT_MS * 2 ** tries * (0.5 + server.deps.random() / 2);
    if (waitMs > LONGEST_WAIT_MS) throw attempt.failure;
    await server.deps.sleep(waitMs, signal);
  }
}

async function request(
  server: Server,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const { url, settings, deps, dims } = server;
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (settings.apiKey !== undefined) headers.authorization = `Bearer ${settings.apiKey}`;
  let status: number;
  let retryAfter: string | null;
  let body: string;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: settings.model, input: texts, encoding_format: 'float' }),
      // A redirect would carry the key and the text to a place nobody configured.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    status = answer.status;
    retryAfter = answer.headers.get('retry-after');
    body = await limitedText(answer);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    return { done: false, failure: unreachable(timeout.aborted, cause), waitMs: undefined };
  }
  if (status === 200) return { done: true, vectors: vectorsOf(body, texts.length, dims) };
  const failure = refusal(status);
  if (status !== 429 && status < 500) throw failure;
  return { done: false, failure, waitMs: waitOf(retryAfter, deps.now()) };
}

async function limitedText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_ANSWER_BYTES)
      throw new AppError(
        'unavailable',
        'embedding_answer',
        'The answer of the embedding server is too large.',
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Retry-After is a number of seconds or a date. */
function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function refusal(status: number): AppError {
  if (status === 429) return new AppError('rate_limit', 'embedding_rate_limit', 'API rate limit exceeded');
  if (status === 401 || status === 403)
    return new AppError('unavailable', 'embedding_key', 'The embedding server refused the key.', {
      hint: 'Set the key in the environment.',
    });
  return new AppError(
    'unavailable',
    'embedding_server',
    `The embedding server answered with status ${status}.`,
  );
}

function unreachable(timedOut: boolean, cause: unknown): AppError {
  return timedOut
    ? new AppError('timeout', 'embedding_timeout', 'The embedding server took too long.', { cause })
    : new AppError(
        'unavailable',
        'embedding_unreachable',
        'The embedding server cannot be reached, or closed the connection.',
        {
          cause,
        },
      );
}

// Checking what the server answered, of which nothing is assumed.

/** `dims` undefined: any number of dimensions, but the same for all. */
export function vectorsOf(body: string, texts: number, dims: number | undefined): Int8Array[] {
  const rows = rowsOf(body);
  if (rows.length !== texts)
    throw badAnswer(`The embedding server gave ${rows.length} vectors for ${texts} texts.`);
  const vectors = new Array<Int8Array | undefined>(texts).fill(undefined);
  let expected = dims;
  for (const [place, row] of rows.entries()) {
    const index = fieldOf(row, 'index') ?? place;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= texts)
      throw badAnswer('The embedding server numbered its vectors wrongly.');
    const vector = vectorOf(fieldOf(row, 'embedding'), expected);
    expected = vector.length;
    vectors[index] = vector;
  }
  return vectors.map((vector) => {
    if (vector === undefined) throw badAnswer('The embedding server left a vector out.');
    return vector;
  });
}

function rowsOf(body: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw badAnswer('The embedding server did not answer in JSON.', cause);
  }
  const data = fieldOf(parsed, 'data');
  if (!Array.isArray(data)) throw badAnswer('The answer of the embedding server has no list of vectors.');
  return data;
}

function vectorOf(value: unknown, dims: number | undefined): Int8Array {
  if (!Array.isArray(value)) throw badAnswer('The embedding server gave something that is not a vector.');
  if (value.length === 0) throw badAnswer('The embedding server gave a vector without dimensions.');
  if (value.length !== (dims ?? value.length))
    throw new AppError(
      'unavailable',
      'embedding_dimension',
      `The embedding server gave ${value.length} dimensions after ${dims}.`,
      { hint: 'Another model seems to answer there now. Start again to embed with it.' },
    );
  const exact = new Float32Array(value.length);
  for (const [d, component] of value.entries()) {
    if (typeof component !== 'number' || !Number.isFinite(component))
      throw badAnswer('The embedding server gave a vector with something that is not a number.');
    exact[d] = component;
  }
  normalise(exact);
  const vector = new Int8Array(value.length);
  quantise(exact, vector);
  return vector;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map(Object.entries(value)).get(name);
}

function badAnswer(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'embedding_answer', message, {
    hint: 'Check the address and the model of the embedding server.',
    cause,
  });
}
