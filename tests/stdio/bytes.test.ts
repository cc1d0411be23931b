/** Bytes that no SDK would send, on the built server. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../helpers/full-run.ts';
import { type Answer, framed, initializeParams, modernParams } from '../helpers/raw-connection.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const MEGABYTE = 1024 * 1024;
const root = () => repository({ 'naïve.md': 'größe\n' });
const serve = () => spawnServer(root()).client;
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const open = (id: number, path: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'repo.open_file', arguments: { path } },
});
const text = (answer: Answer) => (answer.result?.content as { text: string }[] | undefined)?.[0]?.text ?? '';

verifies(
  ['packs:transport:unframed', 'packs:transport:line-answers'],
  'lines are answered with lines',
  async () => {
    const client = serve();
    client.write(
      `${JSON.stringify(ping(1))}\n${JSON.stringify(ping(2))}\n\r\n${JSON.stringify(ping(3))}\r\n`,
    );
    await Promise.all([1, 2, 3].map((id) => client.answerTo(id)));
    expect(client.received.toString().split('\n')).toHaveLength(4);
  },
);

verifies('packs:transport:no-final-newline', 'a message is answered before its newline comes', async () => {
  const client = serve();
  client.write(JSON.stringify(ping(1)));
  expect((await client.answerTo(1)).result).toEqual({});
});

verifies(
  ['packs:transport:content-length', 'packs:transport:framed-answers'],
  'frames are answered with frames, counted in bytes',
  async () => {
    const client = serve();
    client.write(framed(open(1, 'naïve.md')) + framed(ping(2)));
    expect(text(await client.answerTo(1))).toContain('größe');
    await client.answerTo(2);
    const [, length, rest] =
      /^Content-Length: (\d+)\r\n\r\n([\s\S]*)$/.exec(client.received.toString('latin1')) ?? [];
    const first = Buffer.from(rest ?? '', 'latin1').subarray(0, Number(length));
    expect(() => JSON.parse(first.toString())).not.toThrow();
  },
);

verifies('packs:transport:extra-headers', 'other headers may come first, in any case', async () => {
  const client = serve();
  client.write(framed(ping(1), 'Content-Type: application/vscode-jsonrpc; charset=utf-8'));
  client.write(
    `content-type: x\ncontent-length: ${JSON.stringify(ping(2)).length}\n\n${JSON.stringify(ping(2))}`,
  );
  await client.answerTo(1);
  expect((await client.answerTo(2)).result).toEqual({});
});

verifies('packs:transport:arrays', 'an array is read as one message and refused as one', async () => {
  const client = serve();
  client.write(`[${JSON.stringify(ping(1))},${JSON.stringify(ping(2))}]\n`);
  expect((await client.answerTo(undefined)).error?.code).toBe(-32600);
  expect((await client.request('ping')).result).toEqual({});
  expect(client.answers).toHaveLength(2);
});

verifies('repo:transport:stdio-only', 'the server goes on after what it cannot read', async () => {
  const client = serve();
  client.write('hello\n{"jsonrpc":"2.0","id":1,\n\u0000\n');
  await client.answer(() => client.answers.length === 3);
  expect(client.answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [undefined, -32700],
    [undefined, -32700],
    [undefined, -32700],
  ]);
  expect((await client.initialize()).result).toBeDefined();
});

describe('the built server', () => {
  it('understands a message that comes byte by byte, characters split', async () => {
    const client = serve();
    for (const byte of Buffer.from(`${JSON.stringify(open(1, 'naïve.md'))}\n`)) {
      client.write(Buffer.of(byte));
      await setImmediate();
    }
    expect(text(await client.answerTo(1))).toContain('größe');
  });

  it.each([
    ['line', (json: string) => `${json}\n`],
    ['frame', (json: string) => framed(json)],
  ])('refuses a %s of 20 MB by its id, and a nest of brackets, and stays in step', async (_, wrapped) => {
    const client = serve();
    const { params, ...rest } = open(1, 'x'.repeat(20 * MEGABYTE));
    client.write(wrapped(JSON.stringify({ params, ...rest })));
    expect((await client.answerTo(1)).error).toMatchObject({ code: -32600 });
    client.write(wrapped(JSON.stringify(ping(2))));
    expect((await client.answerTo(2)).result).toEqual({});
    const nest = '['.repeat(MEGABYTE) + ']'.repeat(MEGABYTE);
    client.write(wrapped(`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":${nest}}}`));
    expect((await client.answerTo(3)).error?.code).toBe(-32600);
    client.write(wrapped(JSON.stringify(ping(4))));
    expect((await client.answerTo(4)).result).toEqual({});
  });

  it('answers an unknown method before initialize', async () => {
    const client = serve();
    expect((await client.request('nothing/here')).error?.code).toBe(-32601);
    expect((await client.request('server/discover')).error?.code).toBe(-32601);
    expect((await client.initialize()).result?.protocolVersion).toBe('2025-06-18');
  });

  it('knows no tool, method or prompt that every object inherits', async () => {
    const client = serve();
    await client.initialize();
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect((await client.request('tools/call', { name })).error?.code).toBe(-32602);
      expect((await client.request(name)).error?.code).toBe(-32601);
    }
    client.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","__proto__":{"x":1},"params":{"name":"repo.status","arguments":{"constructor":{"prototype":{}}}}}\n',
    );
    expect((await client.answerTo(1)).result?.isError).toBe(true);
  });

  it('lists the same tools in both eras', async () => {
    const old = serve();
    await old.initialize();
    const { tools } = (await old.request('tools/list')).result ?? {};
    const stateless = await serve().request('tools/list', modernParams());
    expect(stateless.result?.tools).toEqual(tools);
    expect(stateless.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
  });

  it('writes nothing but the protocol to stdout', async () => {
    const { client, exit } = spawnServer(root(), ['--log-level', 'debug']);
    await client.initialize();
    await client.request('tools/call', { name: 'repo.status' });
    client.end();
    expect(await exit).toBe(0);
    for (const line of client.received.toString().trimEnd().split('\n'))
      expect(JSON.parse(line).jsonrpc).toBe('2.0');
  });
});

describe('any way of cutting any sequence of messages', () => {
  const junk = fc.constantFrom(
    'hello\n',
    '{"a":\n',
    '[]\n',
    '{"jsonrpc":"2.0","id":7}\n',
    'Content-Length: x\r\n\r\n',
  );
  const asked = fc.constantFrom(
    { method: 'ping' },
    { method: 'tools/list' },
    { method: 'größe' },
    { method: 'tools/call', params: { name: 'repo.open_file', arguments: { path: 'naïve.md' } } },
    { method: 'tools/call', params: { name: 'nöthing' } },
    { method: 'initialize', params: initializeParams() },
  );

  it('gives the same answers', async () => {
    const directory = root();
    const answersTo = async (bytes: Buffer, cuts: readonly number[]) => {
      const { client, exit } = spawnServer(directory, ['--log-level', 'silent']);
      let at = 0;
      for (const cut of cuts) {
        client.write(bytes.subarray(at, at + cut));
        at += cut;
        await setImmediate();
      }
      client.write(bytes.subarray(at));
      client.end();
      expect(await exit).toBe(0);
      await client.ended;
      // Calls run side by side, so answers may overtake each other.
      return client.answers.map((answer) => JSON.stringify(answer)).sort();
    };
    const piece = fc.oneof(asked, junk);
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }),
        fc.boolean(),
        async (pieces, cuts, inFrames) => {
          const bytes = Buffer.from(
            pieces
              .map((what, id) => {
                if (typeof what === 'string') return what;
                const json = JSON.stringify({ jsonrpc: '2.0', id, ...what });
                return inFrames ? framed(json) : `${json}\n`;
              })
              .join(''),
          );
          expect(await answersTo(bytes, cuts)).toEqual(await answersTo(bytes, []));
        },
      ),
      { numRuns: runs(3, 12) },
    );
  });
});

describe('after any garbage', () => {
  const lengths = ['Content-Length: 99999999999999', 'Content-Length: 5', 'content-length: 5000'];
  const text = fc.constantFrom(
    ...['{', '}', '[', '"', '\\', '\n', '\r\n\r\n', '{"a":', '{"a":"', '{"a":1}', 'A: b\r\n', 'null\n', 'é'],
    ...lengths.flatMap((length) => [length, `${length}\r\n\r\n`, `${length}\r\n\r\n{"a":\n`]),
  );
  const garbage = fc
    .array(fc.oneof({ weight: 9, arbitrary: text.map((part) => Buffer.from(part)) }, fc.uint8Array()), {
      maxLength: 20,
    })
    .map((parts) => Buffer.concat(parts));
  const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });

  it.each([
    ['line', '\n', (message: unknown) => `${JSON.stringify(message)}\n`],
    ['frame', '', (message: unknown) => framed(message)],
  ])('the next %s is answered, every time, by one server', async (_, end, wrapped) => {
    const client = serve();
    let id = 0;
    client.write(wrapped(ping(id)));
    expect((await client.answerTo(id)).result).toEqual({});
    await fc.assert(
      fc.asyncProperty(garbage, cuts, async (before, sizes) => {
        const bytes = Buffer.concat([before, Buffer.from(end + wrapped(ping(++id)))]);
        let at = 0;
        for (const size of sizes) {
          client.write(bytes.subarray(at, at + size));
          at += size;
          await setImmediate();
        }
        client.write(bytes.subarray(at));
        expect((await client.answerTo(id)).result).toEqual({});
      }),
      { numRuns: 200 },
    );
  });

  const headers = ['{"a":"\n', 'hello\n', ''].flatMap((rest) =>
    ['99999999999999', '5000'].map((n) => `Content-Length: ${n}\r\n\r\n${rest}`),
  );

  it.each(headers.slice(0, runs(2, headers.length)))(
    '%j before the first line swallows nothing, and the answer is a line',
    async (header) => {
      const client = serve();
      client.write(`${header}${JSON.stringify(ping(1))}\n`);
      expect((await client.answerTo(1)).result).toEqual({});
      expect(client.received.toString()).toMatch(/\{[^\n]*"id":1[^\n]*\}\n$/);
    },
  );
});
