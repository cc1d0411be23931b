import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embedderContract } from '../../../tests/contracts/embedder.ts';
import type { EmbedDeps, OpenAiSettings } from './embedder.ts';
import { createEmbedder } from './index.ts';

const DIMS = 8;
type Answer = (texts: string[], response: ServerResponse, request: IncomingMessage) => void;

/** The same text, the same vector; not meaningful. */
function vectorFor(text: string): number[] {
  return Array.from({ length: DIMS }, (_, d) => Math.sin(text.length * 7 + d + (text.codePointAt(0) ?? 0)));
}

const right: Answer = (texts, response) => {
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorFor(text) }));
  response.end(JSON.stringify({ object: 'list', data: data.reverse() }));
};

/** A request that was given up may still come when the next test runs: it counts nowhere. */
const NEVER_ANSWERED = 'never answered';

let server: Server;
let baseUrl: string;
/** What the server does with the coming requests, one each; then it answers rightly. */
let script: Answer[];
/** What it does with the request by which the driver learns the dimensions. */
let atOpening: Answer;
let requests: { texts: string[]; authorization: string | undefined; url: string | undefined }[];
let waits: number[];
let warnings: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString());
      if (input[0] === 'dimensions') return atOpening(input, response, request);
      if (input[0] === NEVER_ANSWERED) return;
      requests.push({ texts: input, authorization: request.headers.authorization, url: request.url });
      (script.shift() ?? right)(input, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  script = [];
  atOpening = right;
  requests = [];
  waits = [];
  warnings = [];
});

const deps: EmbedDeps = {
  random: () => 0.5,
  sleep: async (ms) => {
    waits.push(ms);
  },
  now: () => Date.UTC(2026, 0, 1),
  warn: (message) => warnings.push(message),
};

const open = (change: Partial<OpenAiSettings> = {}) =>
  createEmbedder(
    {
      driver: 'openai',
      openai: { baseUrl, apiKey: 'key-of-the-test', model: 'small', timeoutMs: 600_000, ...change },
    },
    deps,
  );

/** Opening asks the server, too: on a slow machine that takes longer than the limit, which is raised then. */
const openWithin = (timeoutMs: number): ReturnType<typeof open> =>
  open({ timeoutMs }).catch(() => openWithin(timeoutMs * 2));

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, headers).end('{"error":{"message":"no, and here is /home/somebody/secret"}}');
  };
const says =
  (body: string): Answer =>
  (_, response) => {
    response.end(body);
  };

embedderContract({ open, leavesMachine: true, embeds: true });

describe('the OpenAI-compatible driver', () => {
  it('learns the dimensions from the server', async () => {
    expect((await open()).dims).toBe(DIMS);
    atOpening = says(JSON.stringify({ data: [{ index: 0, embedding: [1, 2, 3] }] }));
    expect(await open()).toMatchObject({ dims: 3, id: expect.stringContaining('/3/') });
    atOpening = status(401);
    await expect(open()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('sends batches of a hundred with the key, and puts the answers in order', async () => {
    const texts = Array.from({ length: 201 }, (_, i) => 'x'.repeat(i + 1));
    const vectors = await (await open()).embed(texts);
    expect(requests.map((request) => request.texts.length)).toEqual([100, 100, 1]);
    expect(requests[0]).toMatchObject({ authorization: 'Bearer key-of-the-test', url: '/v1/embeddings' });
    expect(new Set(vectors.map((vector) => vector.join())).size).toBeGreaterThan(150);
  });

  it('sends no key to a server that needs none', async () => {
    await (await open({ apiKey: undefined })).embed(['a']);
    expect(requests[0]?.authorization).toBeUndefined();
  });

  it('warns once that text leaves the machine', async () => {
    const embedder = await open();
    await embedder.embed(['a']);
    await embedder.embed(['b']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/127\.0\.0\.1:\d+.* sent there/);
  });

  it('waits as long as the server asks when there were too many requests', async () => {
    script = [
      status(429, { 'retry-after': '3' }),
      status(429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }),
    ];
    expect(await (await open()).embed(['a'])).toHaveLength(1);
    expect(waits).toEqual([3_000, 7_000]);
  });

  it('gives up at once when it is asked to wait for long', async () => {
    script = [status(429, { 'retry-after': '3600' })];
    await expect((await open()).embed(['a'])).rejects.toMatchObject({
      kind: 'rate_limit',
      message: 'API rate limit exceeded',
    });
    expect(waits).toEqual([]);
  });

  it('tries a failing server again, each time after a longer wait, and then gives up', async () => {
    script = Array.from({ length: 5 }, () => status(500));
    const error = await (await open()).embed(['a']).catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'embedding_server' });
    expect(error.message).not.toContain('secret');
    expect(waits).toEqual([375, 750, 1_500, 3_000]);
    expect(requests).toHaveLength(5);
  });

  it('recovers when the server does', async () => {
    script = [status(503), (_, response) => response.destroy()];
    expect(await (await open()).embed(['a'])).toHaveLength(1);
  });

  it.each([
    ['a refused key', 401, 'embedding_key'],
    ['an unknown model', 404, 'embedding_server'],
  ])('does not repeat a request that cannot succeed: %s', async (_, code, expected) => {
    script = [status(code)];
    await expect((await open()).embed(['a'])).rejects.toMatchObject({ code: expected });
    expect(requests).toHaveLength(1);
  });

  it('does not follow a redirect with the key', async () => {
    script = Array.from({ length: 5 }, () => status(307, { location: `${baseUrl}/elsewhere` }));
    await expect((await open()).embed(['a'])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(requests.every((request) => request.url === '/v1/embeddings')).toBe(true);
  });

  it('stops waiting for a server that is too slow', async () => {
    const embedder = await openWithin(30);
    waits = [];
    await expect(embedder.embed([NEVER_ANSWERED])).rejects.toMatchObject({ kind: 'timeout' });
    expect(waits).toHaveLength(4);
  });

  it('stops when it is cancelled in the middle of a request', async () => {
    const stop = new AbortController();
    script = [() => stop.abort()];
    await expect((await open()).embed(['a'], stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toHaveLength(1);
  });

  it('notices vectors of another dimension', async () => {
    script = [says(JSON.stringify({ data: [{ index: 0, embedding: [1, 2, 3] }] }))];
    await expect((await open()).embed(['a'])).rejects.toMatchObject({ code: 'embedding_dimension' });
    expect(requests).toHaveLength(1);
  });

  it('tries again when the answer breaks off', async () => {
    const brokenOff: Answer = (_, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('{"data": [');
      setImmediate(() => response.destroy());
    };
    script = [brokenOff];
    expect(await (await open()).embed(['a'])).toHaveLength(1);
    script = Array.from({ length: 5 }, () => brokenOff);
    await expect((await open()).embed(['a'])).rejects.toMatchObject({ code: 'embedding_unreachable' });
  });

  const good = vectorFor('a');
  it.each([
    ['no JSON', '<html>'],
    ['JSON that ends too early', '{"data": [{"index": 0, "embedding": [0.1, 0.2'],
    ['no list', '{"data": {}}'],
    ['null', 'null'],
    ['too few vectors', JSON.stringify({ data: [{ index: 0, embedding: good }] })],
    [
      'the same place twice',
      JSON.stringify({
        data: [
          { index: 0, embedding: good },
          { index: 0, embedding: good },
        ],
      }),
    ],
    [
      'a place out of range',
      JSON.stringify({
        data: [
          { index: 0, embedding: good },
          { index: 7, embedding: good },
        ],
      }),
    ],
    ['a text for a number', JSON.stringify({ data: [{ embedding: good }, { embedding: good.map(String) }] })],
    ['a vector in base64', JSON.stringify({ data: [{ embedding: 'AAAA' }, { embedding: good }] })],
  ])('refuses an answer with %s', async (_, body) => {
    script = [says(body)];
    await expect((await open()).embed(['a', 'b'])).rejects.toMatchObject({ code: 'embedding_answer' });
    expect(requests).toHaveLength(1);
  });

  it.each(['localhost:1234/v1', 'file:///etc/passwd', ''])('refuses %s as an address', async (address) => {
    await expect(open({ baseUrl: address })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('has another id for another model or address', async () => {
    const ids = await Promise.all([open(), open({ model: 'large' }), open({ baseUrl: `${baseUrl}/other` })]);
    expect(new Set(ids.map((embedder) => embedder.id)).size).toBe(3);
  });
});
