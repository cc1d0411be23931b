import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../tests/helpers/eventually.ts';
import {
  framed,
  initializeParams,
  modernParams,
  RawConnection,
} from '../../../tests/helpers/raw-connection.ts';
import type { CallMeta, ServedApp } from '../../app/index.ts';
import { AppError } from '../../core/errors.ts';
import { createLogger } from '../../core/logger.ts';
import type { PromptDefinition, ResourceProvider } from '../../core/tool.ts';
import { defineTool, READS, type Tool } from '../../core/tool.ts';
import { type ServeOptions, serveStdio } from './serve-stdio.ts';

/** Of a call that nobody cancels. */
const NEVER = new AbortController().signal;

const silent = createLogger(
  'silent',
  () => {},
  () => 0,
);

const tool = (name: string, safeName: string): Tool =>
  defineTool({
    name,
    safeName,
    description: `The tool ${name}.`,
    annotations: READS,
    input: () => z.object({ text: z.string().optional().describe('Any text.') }),
    handle: async () => ({}),
  });

const notes: ResourceProvider = {
  templates: [{ uriTemplate: 'note:{ref}', name: 'note', title: 'A note', mimeType: 'text/markdown' }],
  list: async () => [{ uri: 'note:1', name: '1', title: 'First', mimeType: 'text/markdown' }],
  read: async (uri) => {
    if (!uri.startsWith('note:')) return undefined;
    if (uri !== 'note:1') throw new AppError('not_found', 'not_found', 'There is no such note.');
    return { uri, mimeType: 'text/markdown', text: '# First' };
  },
  complete: async (_template, _variable, prefix) => Array.from({ length: 150 }, (_, i) => `${prefix}${i}`),
};

const greet: PromptDefinition = {
  name: 'greet',
  title: 'Greet',
  description: 'Says hello.',
  arguments: [{ name: 'who', description: 'Whom.', required: true }],
  render: async ({ who }) => {
    if (who === 'nobody') throw new Error('/home/secret/path');
    return `Hello ${who}`;
  },
};

type Handler = (args: unknown, meta: CallMeta) => Promise<string>;

function fixtureApp(handlers: Record<string, Handler> = {}): ServedApp {
  const tools = [tool('repo.echo', 'repo_echo'), tool('repo.wait', 'repo_wait')];
  return {
    version: '9.9.9',
    instructions: 'Use repo.echo.',
    tools,
    resources: [notes],
    prompts: [greet],
    call: async (name, args, meta) => {
      const found = tools.find((known) => known.name === name || known.safeName === name);
      if (!found) return undefined;
      const handler = handlers[found.name] ?? (async (given: unknown) => JSON.stringify(given));
      const text = await handler(args, meta);
      return { text, body: text, isError: false, value: text };
    },
  };
}

const open: RawConnection[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.end();
});

/** Time passes when the test says so. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

function connect(app: ServedApp = fixtureApp(), options: Partial<ServeOptions> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const client = new RawConnection(input, output);
  const served = serveStdio(app, {
    toolNames: 'auto',
    answers: 'json',
    initializeTimeoutMs: 20_000,
    maxMessageBytes: 100_000,
    input,
    output,
    signal: new AbortController().signal,
    log: silent,
    ...options,
  });
  open.push(client);
  return { client, served, input, output };
}

const text = (answer: { result?: Record<string, unknown> }) =>
  (answer.result?.content as { text: string }[] | undefined)?.[0]?.text;

describe('the handshake', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('speaks %s', async (version) => {
    const { client } = connect();
    const { result } = await client.initialize('raw', version);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'pilotbook', version: '9.9.9' },
      instructions: 'Use repo.echo.',
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    });
  });

  it('offers its newest handshake version to a client that asks for an unknown one', async () => {
    const { client } = connect();
    expect((await client.initialize('raw', '1999-01-01')).result?.protocolVersion).toBe('2025-11-25');
  });

  it('answers server/discover and stateless calls without a handshake', async () => {
    const { client } = connect();
    const discovered = await client.request('server/discover', modernParams());
    expect(discovered.result).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' });
    const called = await client.request(
      'tools/call',
      modernParams({ name: 'repo.echo', arguments: { text: 'é' } }),
    );
    expect(text(called)).toBe('{"text":"é"}');
  });

  it('lets a client that probed fall back to initialize', async () => {
    const { client } = connect();
    await client.request('server/discover', modernParams());
    expect((await client.initialize()).result?.protocolVersion).toBe('2025-06-18');
  });

  it('refuses a stateless request of an unknown version or without capabilities', async () => {
    const { client } = connect();
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const unknown = await client.request('tools/list', { _meta: meta });
    expect(unknown.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    const lacking = await client.request('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    });
    expect(lacking.error?.code).toBe(-32602);
  });

  it('answers an unknown method before initialize at once', async () => {
    const { client } = connect();
    expect((await client.request('textDocument/hover')).error?.code).toBe(-32601);
    expect((await client.initialize()).result).toBeDefined();
  });

  it('refuses an initialize without a version', async () => {
    const { client } = connect();
    expect((await client.request('initialize', {})).error?.code).toBe(-32602);
  });
});

describe('tools/list', () => {
  const names = async (clientName: string, toolNames: 'auto' | 'spec' | 'safe') => {
    const { client } = connect(fixtureApp(), { toolNames });
    await client.initialize(clientName);
    const tools = (await client.request('tools/list')).result?.tools as { name: string }[];
    return tools.map(({ name }) => name);
  };

  it('has dots for clients that take them and none for those that do not', async () => {
    expect(await names('raw', 'auto')).toEqual(['repo.echo', 'repo.wait']);
    expect(await names('claude-code', 'auto')).toEqual(['repo_echo', 'repo_wait']);
    expect(await names('claude-code', 'spec')).toEqual(['repo.echo', 'repo.wait']);
    expect(await names('raw', 'safe')).toEqual(['repo_echo', 'repo_wait']);
  });

  it('shows what a tool is and what it does', async () => {
    const { client } = connect();
    await client.initialize('Cursor');
    const tools = (await client.request('tools/list')).result?.tools as unknown[];
    expect(tools[0]).toEqual({
      name: 'repo_echo',
      title: 'repo.echo',
      description: 'The tool repo.echo.',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string', description: 'Any text.' } },
      },
      annotations: {
        title: 'repo.echo',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      _meta: { 'io.github.pilotbook/canonicalName': 'repo.echo' },
    });
  });

  it('is the same in both eras, and cacheable in the stateless one', async () => {
    const legacy = connect().client;
    await legacy.initialize();
    const old = (await legacy.request('tools/list')).result;
    const modern = (await connect().client.request('tools/list', modernParams())).result;
    expect(modern?.tools).toEqual(old?.tools);
    expect(modern).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    expect(old).not.toHaveProperty('ttlMs');
  });

  it('does not vary by client in the stateless era', async () => {
    const { client } = connect();
    const params = modernParams();
    Object.assign(params._meta as object, {
      'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '1' },
    });
    const tools = (await client.request('tools/list', params)).result?.tools as { name: string }[];
    expect(tools[0]?.name).toBe('repo.echo');
  });

  it('refuses a cursor it never gave', async () => {
    const { client } = connect();
    expect((await client.request('tools/list', { cursor: 'x' })).error?.code).toBe(-32602);
  });
});

describe('tools/call', () => {
  it('takes either name', async () => {
    const { client } = connect();
    for (const name of ['repo.echo', 'repo_echo'])
      expect((await client.request('tools/call', { name, arguments: { text: 'a' } })).result).toEqual({
        content: [{ type: 'text', text: '{"text":"a"}' }],
        isError: false,
      });
    expect(text(await client.request('tools/call', { name: 'repo.echo' }))).toBe('{}');
  });

  it.each(['nope', '__proto__', 'constructor', 'toString', '', 'x'.repeat(5000)])(
    'does not know the tool %#',
    async (name) => {
      const { client } = connect();
      const { error } = await client.request('tools/call', { name });
      expect(error?.code).toBe(-32602);
      expect(error?.message.length).toBeLessThan(200);
    },
  );

  it.each([
    { name: 'repo.echo', arguments: 'text' },
    { name: 'repo.echo', arguments: [1] },
    { name: 'repo.echo', arguments: null },
    { name: 7 },
    {},
  ])('refuses the parameters %j', async (params) => {
    for (const given of [params, modernParams(params)]) {
      const { client } = connect();
      expect((await client.request('tools/call', given)).error?.code).toBe(-32602);
    }
  });

  it('hands on the id of the request and the arguments, without a hostile prototype', async () => {
    let seen: { args: unknown; meta: CallMeta } | undefined;
    const { client } = connect(
      fixtureApp({
        'repo.echo': async (args, meta) => {
          seen = { args, meta };
          return '';
        },
      }),
    );
    await client.initialize('some client');
    client.write(
      '{"jsonrpc":"2.0","id":42,"method":"tools/call","params":{"name":"repo.echo","arguments":{"text":"a","__proto__":{"a":1}}}}\n',
    );
    await client.answerTo(42);
    expect(seen?.meta).toMatchObject({ requestId: 42 });
    expect(seen?.args).toEqual({ text: 'a' });
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('says nothing of what went wrong inside', async () => {
    const { client } = connect(
      fixtureApp({
        'repo.echo': async () => {
          throw new Error('/home/secret/path');
        },
      }),
    );
    const { error } = await client.request('tools/call', { name: 'repo.echo' });
    expect(error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('cancels a call, answers nothing to it and goes on', async () => {
    let isCancelled = false;
    const { client } = connect(
      fixtureApp({
        'repo.wait': (_, { signal }) =>
          new Promise((_resolve, reject) =>
            signal?.addEventListener('abort', () => {
              isCancelled = true;
              reject(new Error('aborted'));
            }),
          ),
      }),
    );
    await client.initialize();
    client.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'repo.wait' } });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    // Messages are read in order: who answers this has read the one before.
    await client.request('ping');
    expect(isCancelled).toBe(true);
    expect(client.answers.filter(({ id }) => id === 5)).toEqual([]);
  });

  it('reports progress only to a client that asked for it, and rising', async () => {
    const handler: Handler = async (_, { progress }) => {
      for (const done of [1, 2, 2, 1]) progress?.(done, 10, `step ${done}`);
      return 'done';
    };
    const { client } = connect(fixtureApp({ 'repo.wait': handler }));
    await client.request('tools/call', { name: 'repo.wait' });
    expect(client.answers.filter(({ method }) => method)).toEqual([]);
    await client.request('tools/call', { name: 'repo.wait', _meta: { progressToken: 'p' } });
    expect(client.answers.filter(({ method }) => method)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1, total: 10, message: 'step 1' },
      },
    ]);
  });

  it('runs some calls at once and lets the others wait their turn', async () => {
    const waiting: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const { client } = connect(
      fixtureApp({
        'repo.wait': async (_, { requestId }) => {
          order.push(Number(requestId));
          most = Math.max(most, ++running);
          await new Promise<void>((resolve) => waiting.push(resolve));
          running--;
          return '';
        },
      }),
    );
    await client.initialize();
    for (let id = 1; id <= 100; id++)
      client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'repo.wait' } });
    await client.request('ping');
    expect(running).toBe(32);
    while (client.answers.filter(({ id }) => typeof id === 'number').length < 100) {
      for (const resolve of waiting.splice(0)) resolve();
      await client.request('ping');
    }
    expect(most).toBe(32);
    expect(order).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });
});

describe('resources, prompts and completions', () => {
  it.each([
    ['resources/list', {}],
    ['resources/read', { uri: 'note:1' }],
    [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'note:{ref}' }, argument: { name: 'ref', value: '' } },
    ],
    ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }],
  ])('cancels %s', async (method, params) => {
    const events = new EventEmitter();
    const started = once(events, 'started');
    const wait = (signal: AbortSignal) => {
      events.emit('started', signal);
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const { client } = connect({
      ...fixtureApp(),
      resources: [
        {
          ...notes,
          list: wait,
          read: (_uri, signal) => wait(signal),
          complete: (_template, _variable, _prefix, signal) => wait(signal),
        },
      ],
      prompts: [{ ...greet, render: (_args, _words, signal) => wait(signal) }],
    });
    await client.initialize();
    client.send({ jsonrpc: '2.0', id: 5, method, params });
    const [signal]: AbortSignal[] = await started;
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect((await client.request('ping')).result).toEqual({});
    expect(signal?.aborted).toBe(true);
  });

  it('lists and reads resources', async () => {
    const { client } = connect();
    expect((await client.request('resources/list')).result?.resources).toEqual(await notes.list(NEVER));
    expect((await client.request('resources/templates/list')).result?.resourceTemplates).toEqual(
      notes.templates,
    );
    expect((await client.request('resources/read', { uri: 'note:1' })).result?.contents).toEqual([
      { uri: 'note:1', mimeType: 'text/markdown', text: '# First' },
    ]);
  });

  it('says which resource is not there', async () => {
    const { client } = connect();
    for (const uri of ['note:2', 'file:///etc/passwd'])
      expect((await client.request('resources/read', { uri })).error).toMatchObject({
        code: -32602,
        data: { uri },
      });
    expect((await client.request('resources/read', {})).error?.code).toBe(-32602);
  });

  it('completes the variable of a template, a hundred at most', async () => {
    const { client } = connect();
    const { result } = await client.request('completion/complete', {
      ref: { type: 'ref/resource', uri: 'note:{ref}' },
      argument: { name: 'ref', value: '7' },
    });
    expect(result?.completion).toMatchObject({ total: 150, hasMore: true });
    expect(result).toHaveProperty('completion.values.length', 100);
  });

  it('completes nothing for a prompt or an unknown template', async () => {
    const { client } = connect();
    for (const ref of [
      { type: 'ref/prompt', name: 'greet' },
      { type: 'ref/resource', uri: 'x:{y}' },
    ]) {
      const { result } = await client.request('completion/complete', {
        ref,
        argument: { name: 'who', value: '' },
      });
      expect(result?.completion).toEqual({ values: [], total: 0, hasMore: false });
    }
  });

  it('renders prompts', async () => {
    const { client } = connect();
    expect((await client.request('prompts/list')).result?.prompts).toMatchObject([{ name: 'greet' }]);
    const { result } = await client.request('prompts/get', {
      name: 'greet',
      arguments: { who: 'Ada', other: 'x' },
    });
    expect(result?.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello Ada' } }]);
    expect((await client.request('prompts/get', { name: 'greet' })).error?.code).toBe(-32602);
    expect((await client.request('prompts/get', { name: 'nope' })).error?.code).toBe(-32602);
    const failed = await client.request('prompts/get', { name: 'greet', arguments: { who: 'nobody' } });
    expect(JSON.stringify(failed.error)).not.toContain('secret');
  });
});

describe('what is not a request', () => {
  it.each([
    ['text', 'hello\n', -32700, undefined],
    ['broken JSON', '{"jsonrpc":"2.0","id":1,\n', -32700, undefined],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600, undefined],
    ['an empty batch', '[]\n', -32600, undefined],
    ['a number', '7\n', -32600, undefined],
    ['an object without a version', '{"id":1,"method":"ping"}\n', -32600, 1],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32600, 1],
    ['no method', '{"jsonrpc":"2.0","id":1}\n', -32600, 1],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":7}\n', -32600, 1],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, undefined],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600, undefined],
    ['parameters in a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}\n', -32600, 1],
    [
      'a progress token that is an object',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}\n',
      -32602,
      1,
    ],
    [
      'a message that is too large',
      `{"jsonrpc":"2.0","method":"ping","params":{"a":"${'x'.repeat(200_000)}"},"id":"big"}\n`,
      -32600,
      'big',
    ],
    [
      'a nest',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}\n`,
      -32600,
      1,
    ],
  ])('is answered with an error: %s', async (_, bytes, code, id) => {
    const { client } = connect();
    client.write(bytes);
    expect((await client.answerTo(id)).error?.code).toBe(code);
    expect((await client.request('ping')).result).toEqual({});
  });

  it('does not change the era, if it is a notification after server/discover', async () => {
    const { client } = connect();
    await client.request('server/discover', modernParams());
    client.send({ jsonrpc: '2.0', method: 'no/such/notification' });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'late' } });
    expect((await client.request('tools/list', modernParams())).result).toMatchObject({
      resultType: 'complete',
    });
  });

  it('is ignored if it is a notification or an answer', async () => {
    const { client } = connect();
    client.send({ jsonrpc: '2.0', method: 'no/such/notification', params: { a: 1 } });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'late' } });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: [] });
    client.send({ jsonrpc: '2.0', id: 99, result: {} });
    client.send({ jsonrpc: '2.0', id: 99, error: { code: 1, message: '' } });
    expect((await client.request('ping')).result).toEqual({});
    expect(client.answers).toHaveLength(1);
  });

  it('may carry members nobody asked for', async () => {
    const { client } = connect();
    client.send({ jsonrpc: '2.0', id: 1, method: 'ping', extra: true });
    expect((await client.answerTo(1)).result).toEqual({});
  });
});

describe('framing', () => {
  it('answers in the way of the first message', async () => {
    const { client } = connect();
    client.write(
      framed({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams() }, 'content-type: x'),
    );
    await client.answerTo(1);
    client.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    await client.answerTo(2);
    client.write(framed('{"broken"'));
    await client.answerTo(undefined);
    expect(client.received.toString()).not.toContain('\n{"jsonrpc":"2.0","id":2');
    expect(client.received.toString().match(/Content-Length: /g)).toHaveLength(3);
  });

  it('answers a message whose newline has not come yet', async () => {
    const { client } = connect();
    client.write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect((await client.answerTo(1)).result).toEqual({});
  });
});

describe('the end', () => {
  it('comes with the end of stdin, after what was asked is answered', async () => {
    const { client, served } = connect();
    client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams() });
    client.write('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"repo.echo"}}');
    client.end();
    await served;
    expect(client.answers.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('does not wait long for a call that goes on, and cancels it', async () => {
    let aborted = false;
    const { client, served } = connect(
      fixtureApp({
        'repo.wait': (_, { signal }) =>
          new Promise(() =>
            signal?.addEventListener('abort', () => {
              aborted = true;
            }),
          ),
      }),
    );
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'repo.wait' } });
    client.end();
    await served;
    expect(aborted).toBe(true);
  });

  it('does not wait for a subscription', async () => {
    const { client, served } = connect();
    client.send({
      jsonrpc: '2.0',
      id: 'ears',
      method: 'subscriptions/listen',
      params: modernParams({ notifications: {} }),
    });
    await client.answer(({ method }) => method === 'notifications/subscriptions/acknowledged');
    // The time that a call is given to go on would never pass now.
    stopTheClock();
    client.end();
    await served;
  });

  it('comes when the client stops reading', async () => {
    const { served, output, client } = connect();
    await client.initialize();
    output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await served;
  });

  it('comes when nobody says hello', async () => {
    stopTheClock();
    const { client, served } = connect(fixtureApp(), { initializeTimeoutMs: 30 });
    expect((await client.request('ping')).result).toEqual({});
    vi.advanceTimersByTime(30);
    await served;
  });

  it('does not come once somebody did, in either era', async () => {
    stopTheClock();
    for (const hello of [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams() },
      { jsonrpc: '2.0', id: 1, method: 'server/discover', params: modernParams() },
    ]) {
      const { client } = connect(fixtureApp(), { initializeTimeoutMs: 200 });
      client.send(hello);
      await client.answerTo(1);
      vi.advanceTimersByTime(400);
      client.send({ ...hello, id: 2 });
      expect(await client.answerTo(2)).toBeDefined();
    }
  });

  it('comes with a signal, even one that came first', async () => {
    const controller = new AbortController();
    const { client, served } = connect(fixtureApp(), { signal: controller.signal });
    await client.initialize();
    controller.abort();
    await served;
    await connect(fixtureApp(), { signal: controller.signal }).served;
  });
});

describe('a client that does not read', () => {
  it('is not read from either', async () => {
    const { client, output, input } = connect(fixtureApp({ 'repo.echo': async () => 'x'.repeat(50_000) }));
    await client.initialize();
    output.pause();
    for (let id = 1; id <= 10; id++)
      client.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'repo.echo' } });
    await eventually(() => expect(input.isPaused()).toBe(true));
    output.resume();
    await client.answerTo(10);
    await eventually(() => expect(input.isPaused()).toBe(false));
  });
});
