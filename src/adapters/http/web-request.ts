/** Between Node's requests and the ones of the web that the SDK takes. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer that is given before any tool is asked. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(text);
}

export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Refused(413, `The request is larger than ${maxBytes} bytes.`, { Connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown;
    throw new Refused(400, 'The request ended before it was whole.');
  }
  return Buffer.concat(chunks);
}

export function webRequest(
  request: IncomingMessage,
  body: Buffer | undefined,
  base: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  // The token stays here.
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== 'authorization')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const method = request.method ?? 'GET';
  return new Request(new URL(request.url ?? '/', base), {
    method,
    headers,
    signal,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
}

/** As it comes: an answer with progress is a stream. */
export async function answerWith(response: ServerResponse, answer: Response): Promise<void> {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
  answer.headers.forEach((value, name) => {
    headers[name] = value;
  });
  response.writeHead(answer.status, headers);
  const reader = answer.body?.getReader();
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      if (!response.write(part.value))
        await new Promise((drained) => response.once('drain', drained).once('close', drained));
      if (response.destroyed) {
        await reader?.cancel();
        break;
      }
    }
  } finally {
    response.end();
  }
}
