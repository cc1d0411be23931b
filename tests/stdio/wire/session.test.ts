/** Everything a client can ask, in every version and both framings; every message of the server is checked. */
import { describe, expect, it } from 'vitest';
import { runs } from '../../helpers/full-run.ts';
import type { Answer } from '../../helpers/raw-connection.ts';
import { repository } from '../../helpers/repository.ts';
import { type CheckedServer, inEnvelope, MODERN_VERSION, serveChecked } from './checked-server.ts';
import { isJsonSchema } from './schemas.ts';

const root = () =>
  repository({
    '.context/config.json': '{}',
    'src/pay.py':
      'from src import tax\n\ndef refund(order):\n    # refer to context 1\n    return order.total\n',
    'src/tax.py': 'RATE = 0.2\n',
    '.context.yaml':
      'version: 1\nscope: .\nfingerprint: "00000000"\nlast_updated: "2026-01-01T00:00:00Z"\nsummary: A shop\nmaintenance: none\n',
  });

/** One good call of every tool, in an order in which each finds what it needs. */
const CALLS: Record<string, Record<string, unknown>> = {
  'context.create': { markdown: '# Refunds are rounded down', type: 'decision' },
  'context.get': { ref: '1' },
  'context.list': {},
  'context.search': { query: 'refunds' },
  'repo.status': {},
  'repo.list_files': { glob: '**/*.py' },
  'repo.open_file': { path: 'src/pay.py', start_line: 1, end_line: 2 },
  'repo.outline': { path: 'src/pay.py' },
  'repo.symbol': { symbol: 'refund' },
  'repo.references': { symbol: 'refund' },
  'repo.search': { query: 'refund' },
  'repo.build_context_bundle': { prompt: 'refund an order' },
  'repo.refresh_index': { force: true },
  'repo.audit_log': { limit: 5 },
  input: { action: 'create', name: 'refunds', ttl_minutes: 60 },
  output: { name: 'refunds' },
  query_context: { scope: '.' },
  check_freshness: { scope: '.' },
  list_contexts: {},
  context_search: { query: 'how are refunds rounded' },
  read_file: { path: 'src/pay.py' },
  grep_codebase: { pattern: 'refund' },
};

/** The first two have both versions and both framings. */
const cells = [
  ['2025-11-25', 'frame'],
  [MODERN_VERSION, 'line'],
  ['2025-11-25', 'line'],
  [MODERN_VERSION, 'frame'],
] as const;

const items = (answer: Answer, key: string) => (answer.result?.[key] ?? []) as Record<string, unknown>[];

describe.each(cells.slice(0, runs(2, cells.length)))('a session in %s by %s', (version, framing) => {
  const open = async (): Promise<{ server: CheckedServer; greeting: Answer }> => {
    const server = serveChecked(root(), version, framing);
    return { server, greeting: await server.greet() };
  };

  it('calls every tool well and badly', async () => {
    const { server } = await open();
    const tools = items(await server.request('tools/list'), 'tools');
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort());
    for (const { inputSchema } of tools) expect(isJsonSchema({ ...(inputSchema as object) })).toBe(true);
    for (const [name, args] of Object.entries(CALLS)) {
      const answer = await server.request('tools/call', { name, arguments: args });
      expect(answer.result?.isError, `${name}: ${JSON.stringify(answer)}`).toBe(false);
    }
    const refused = await Promise.all(
      Object.keys(CALLS).map((name) => server.request('tools/call', { name, arguments: { no_such: 1 } })),
    );
    for (const { result } of refused) expect(result?.isError).toBe(true);
    expect(await server.finish()).toBe(2 + 2 * tools.length);
  });

  it('lists and reads resources and prompts, and completes', async () => {
    const { server, greeting } = await open();
    expect(greeting.result?.capabilities).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    await server.request('tools/call', { name: 'context.create', arguments: CALLS['context.create'] });
    const resources = items(await server.request('resources/list'), 'resources');
    expect(resources.length).toBeGreaterThan(2);
    for (const { uri } of resources)
      expect(items(await server.request('resources/read', { uri }), 'contents')).toHaveLength(1);
    const templates = items(await server.request('resources/templates/list'), 'resourceTemplates');
    for (const { uriTemplate: uri } of templates)
      for (const name of [...String(uri).matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable))
        await server.request('completion/complete', {
          ref: { type: 'ref/resource', uri },
          argument: { name, value: '' },
        });
    const prompts = items(await server.request('prompts/list'), 'prompts');
    expect(prompts.map(({ name }) => name)).toEqual(['brief-me', 'record-decision']);
    const got = [
      await server.request('prompts/get', { name: 'brief-me', arguments: { paths: 'src/pay.py' } }),
      await server.request('prompts/get', { name: 'record-decision', arguments: { what: 'round down' } }),
    ];
    for (const answer of got) expect(items(answer, 'messages')).toHaveLength(1);
    const forPrompt = await server.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'brief-me' },
      argument: { name: 'paths', value: 'src' },
    });
    expect(forPrompt.result?.completion).toMatchObject({ values: [] });
    await server.finish();
  });

  it('refuses what is not there, not declared or not right, each under its code', async () => {
    const { server } = await open();
    const code = async (method: string, params?: Record<string, unknown>) =>
      (await server.request(method, params)).error?.code;
    const modern = version === MODERN_VERSION;
    for (const method of [
      'no/such',
      'logging/setLevel',
      'resources/subscribe',
      'tasks/list',
      'roots/list',
      'tools',
    ])
      expect(await code(method, { level: 'info', uri: 'a:b' }), method).toBe(-32601);
    expect(await code('ping')).toBe(modern ? -32601 : undefined);
    expect(await code('tools/call', { name: 'no_such' })).toBe(-32602);
    expect(await code('tools/call', {})).toBe(-32602);
    expect(await code('tools/call', { name: 'repo.status', arguments: 'text' })).toBe(-32602);
    expect(await code('tools/list', { cursor: 'forged' })).toBe(-32602);
    expect(await code('resources/read', {})).toBe(-32602);
    expect(await code('resources/read', { uri: 'pilotbook://stash/99999' })).toBe(-32602);
    expect(await code('resources/read', { uri: 'no such thing' })).toBe(-32602);
    expect(await code('prompts/get', { name: 'no_such' })).toBe(-32602);
    expect(await code('prompts/get', { name: 'record-decision' })).toBe(-32602);
    expect(await code('completion/complete', { ref: { type: 'ref/nothing' } })).toBe(-32602);
    await server.finish();
  });

  it('answers what cannot be read with an error, and notifications with nothing', async () => {
    const { server } = await open();
    server.send('{"jsonrpc": "2.0", "id": 7,, "method": "ping"}');
    server.send([], 7, { jsonrpc: '2.0', id: null, method: 'tools/list' }, { id: 70, method: 'tools/list' });
    server.send({ jsonrpc: '2.0', id: 71 }, { jsonrpc: '2.0', id: 72, method: 'tools/list', params: [] });
    server.send({ jsonrpc: '2.0', method: 'notifications/no_such' }, { jsonrpc: '2.0', id: 73, result: {} });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never' } });
    for (const id of [70, 71, 72]) expect((await server.answerTo(id)).error?.code).toBe(-32600);
    expect((await server.request('tools/list')).result).toBeDefined();
    expect(await server.finish()).toBe(1 + 4 + 3 + 1);
  });

  it('reports progress while it works, and says nothing of a call that was cancelled', async () => {
    const { server } = await open();
    const refresh = { name: 'repo.refresh_index', arguments: { force: true } };
    await server.request('tools/call', { ...refresh, _meta: { progressToken: 'steps' } });
    expect(server.answers.filter(({ method }) => method === 'notifications/progress')).not.toEqual([]);
    const params = version === MODERN_VERSION ? inEnvelope(refresh) : refresh;
    server.send(
      { jsonrpc: '2.0', id: 'gone', method: 'tools/call', params },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'gone', reason: 'enough' } },
    );
    await server.request('tools/call', { name: 'repo.status', arguments: {} });
    await server.finish();
    expect(server.answers.map(({ id }) => id)).not.toContain('gone');
  });
});

it('acknowledges a subscription of the stateless era, though nothing here changes', async () => {
  const server = serveChecked(root(), MODERN_VERSION);
  server.send({
    jsonrpc: '2.0',
    id: 'ears',
    method: 'subscriptions/listen',
    params: inEnvelope({ notifications: { toolsListChanged: true } }),
  });
  await server.request('tools/list');
  server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'ears' } });
  expect(await server.finish()).toBe(2);
});

const older = ['2024-11-05', '2025-03-26', '2025-06-18'];

it.each(older.slice(0, runs(1, older.length)))('speaks %s as well', async (version) => {
  const server = serveChecked(root(), version);
  expect((await server.greet()).result?.protocolVersion).toBe(version);
  const methods = ['ping', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
  for (const method of methods) expect((await server.request(method)).error).toBeUndefined();
  for (const name of ['repo.status', 'context.list', 'list_contexts', 'output', 'grep_codebase'])
    await server.request('tools/call', { name, arguments: CALLS[name] ?? {} });
  expect((await server.request('tools/call', { name: 'no_such' })).error?.code).toBe(-32602);
  expect(await server.finish()).toBe(1 + methods.length + 6);
});

it('answers a version that it does not know, and half an envelope, in words of the right era', async () => {
  const old = serveChecked(root(), '1999-01-01');
  expect((await old.greet()).result?.protocolVersion).toBe('2025-11-25');
  await old.finish();
  const future = serveChecked(root(), MODERN_VERSION);
  const { error } = await future.request('server/discover', {
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
  });
  expect(error).toMatchObject({
    code: -32022,
    data: { supported: [MODERN_VERSION], requested: '2099-01-01' },
  });
  const _meta = { 'io.modelcontextprotocol/protocolVersion': MODERN_VERSION };
  future.send({ jsonrpc: '2.0', id: 'half', method: 'tools/list', params: { _meta } });
  expect((await future.answerTo('half')).error?.code).toBe(-32602);
  await future.finish();
});
