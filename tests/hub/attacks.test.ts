/** What a stranger, a page in a browser or a caller with too much curiosity might send. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { origin, post, startHub } from './start-hub.ts';

const FILES = { 'src/pay.ts': 'export function chargeCard(amount: number) {\n  return amount;\n}\n' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
let hub: Awaited<ReturnType<typeof startHub>>;
let all: string;

async function start(more = ''): Promise<void> {
  hub = await startHub({ toml: `${more}\n[[repository]]\nname = "web"\nurl = "${origin(FILES).bare}"\n` });
  all = await hub.token('all');
}

/** As it stands: `fetch` would put the header and the path in order. */
function raw(
  path: string,
  headers: Record<string, string>,
  body = '',
  method = 'POST',
): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const { port } = new URL(hub.url);
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

test('requests without a token, with another one or with one in the address are refused alike', async () => {
  await start();
  for (const token of [
    undefined,
    'pb_',
    `${all.slice(0, -1)}x`,
    all.replace('pb_', 'pb_A'),
    all.toUpperCase(),
    'a.b.c',
    `${all}${all}`,
  ]) {
    const refused = await post(`${hub.url}/mcp`, token, LIST);
    expect([refused.status, refused.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Bearer']);
  }
  expect((await post(`${hub.url}/mcp?token=${all}`, undefined, LIST)).status).toBe(400);
  expect((await post(`${hub.url}/mcp?access_token=${all}`, all, LIST)).status).toBe(400);
  expect(
    (await post(`${hub.url}/mcp`, undefined, LIST, { Authorization: `Basic ${btoa(`x:${all}`)}` })).status,
  ).toBe(401);
  expect((await post(`${hub.url}/mcp`, all, LIST)).status).toBe(200);
  expect(hub.log()).not.toContain(all);
});

test('a page that was rebound to this address, or that another site serves, is refused', async () => {
  await start();
  const auth = { ...json, Authorization: `Bearer ${all}` };
  const body = JSON.stringify(LIST);
  for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost@evil.example'])
    expect((await raw('/mcp', { ...auth, Host: host }, body)).status).toBe(421);
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'])
    expect((await raw('/mcp', { ...auth, Origin: origin }, body)).status).toBe(403);
  expect((await raw('/mcp', { ...auth, Origin: 'http://localhost:3000' }, body)).status).toBe(200);
});

test('no spelling of a path leads to anything but the repositories by their names', async () => {
  await start();
  const auth = { ...json, Authorization: `Bearer ${all}` };
  for (const path of [
    '/r/../web/mcp',
    '/r/%77eb/mcp',
    '/r/web%2f..%2fweb/mcp',
    '/r//web/mcp',
    '/R/web/mcp',
    '/r/web/mcp/',
    '//mcp',
    '/r/.%2e/mcp',
    '/r/web\\mcp',
    '/mcp%00',
    '/hooks/../mcp',
    '/r/web.git/../mcp',
  ])
    expect([path, (await raw(path, auth, JSON.stringify(LIST))).status]).toEqual([path, 404]);
  for (const repository of [
    '../web',
    'web/../web',
    '/etc',
    'web\u0000',
    '__proto__',
    'constructor',
    'web@../main',
    'WEB',
    'web@main@main',
  ])
    expect((await hub.ask(all, 'repo_search', { query: 'x', repository })).isError).toBe(true);
  for (const path of ['web:../../etc/passwd', 'web:/etc/passwd', 'web:.git/config', 'web:src/../../x'])
    expect((await hub.ask(all, 'repo_open_file', { path })).isError).toBe(true);
});

test('names of repositories, branches, origins and tokens that could be anything else are refused', async () => {
  await start();
  const { repositorySettings } = await import('../../src/hub/index.ts');
  const given = { name: 'ok', url: 'https://git.example/x.git', branches: ['main'] };
  const bad = [
    { name: '../x' },
    { name: 'a/b' },
    { name: '.' },
    { name: 'A' },
    { name: 'a..b' },
    { name: '-x' },
    { name: '' },
    { url: 'ext::sh -c id' },
    { url: 'https://user:secret@git.example/x.git' },
    { url: 'javascript:1' },
    { branches: ['--force'] },
    { branches: ['a..b'] },
    { branches: ['a b'] },
    { branches: ['x.lock'] },
    { branches: ['a:b'] },
    { branches: ['HEAD^'] },
    { secretEnv: 'ghp_abcdef' },
    { webhookEnv: 'a=b' },
  ];
  for (const wrong of bad)
    expect(() => repositorySettings({ ...given, ...wrong }, '/'), JSON.stringify(wrong)).toThrow();
  for (const name of ['../x', 'a/b', 'A', '-a', '', 'a'.repeat(60)])
    await expect(hub.token(name)).rejects.toMatchObject({ kind: 'invalid' });
});

test('a token is kept as a hash, ends when it expires, and its name is not given again', async () => {
  await start();
  const rows = JSON.stringify(await hub.hub.store.tokens());
  expect(rows).not.toContain(all.split('_')[2]);
  const old = await hub.token('old', ['*'], { expiresAt: Date.now() - 1 });
  expect((await post(`${hub.url}/mcp`, old, LIST)).status).toBe(401);
  expect((await post(`${hub.url}/mcp`, all, LIST)).status).toBe(200);
  await hub.hub.store.revokeToken('all', Date.now());
  await expect(hub.token('all')).rejects.toMatchObject({ code: 'token_exists' });
});

test('calls are limited by token, bodies by size, and the audit log names the token', async () => {
  await start('max_body_kilobytes = 16');
  const slow = await hub.token('slow', ['*'], { perMinute: 3 });
  await eventually(() => expect(hub.hub.isReady).toBe(true));
  for (let n = 0; n < 3; n++)
    expect((await hub.ask(slow, 'repo_search', { query: 'chargeCard' })).status).toBe(200);
  const refused = await post(`${hub.url}/mcp`, slow, LIST);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect((await post(`${hub.url}/mcp`, all, LIST)).status).toBe(200);
  expect((await post(`${hub.url}/mcp`, all, `"${'x'.repeat(20_000)}"`)).status).toBe(413);
  await hub.audit.flush();
  const [row] = await hub.hub.store.audited(1);
  expect(row).toMatchObject({ caller: 'slow', repository: 'web', tool: 'repo.search', ok: true });
  const metrics = await (await fetch(`${hub.url}/metrics`)).text();
  expect(metrics).toContain('pilotbook_calls_total{tool="repo.search",ok="true"} 3');
  expect(metrics).not.toMatch(/slow|web/);
});

test('tokens of an issuer are checked to the last claim', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = createServer(async (_, response) => {
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'k' }] }));
  });
  await new Promise<void>((done) => jwks.listen(0, '127.0.0.1', done));
  onTestFinished(() => void jwks.close());
  const issuer = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}`;
  await start(`oauth = { issuer = "${issuer}", audience = "https://hub.example/mcp" }`);
  const sign = (
    claims: Record<string, unknown>,
    {
      key = privateKey as Parameters<SignJWT['sign']>[0],
      alg = 'RS256',
      expires = '5m',
      audience = 'https://hub.example/mcp',
      from = issuer,
    } = {},
  ) =>
    new SignJWT({ sub: 'anna', ...claims })
      .setProtectedHeader({ alg, kid: 'k' })
      .setIssuer(from)
      .setAudience(audience)
      .setExpirationTime(expires)
      .sign(key);
  const status = async (token: string) => (await post(`${hub.url}/mcp`, token, LIST)).status;
  const good = await sign({ pilotbook_repositories: ['web'] });
  expect(await status(good)).toBe(200);
  expect((await hub.ask(await sign({}), 'hub_repositories', {})).text).toBe('There is no repository to ask.');
  const other = await generateKeyPair('RS256');
  const [head = '', body = ''] = good.split('.');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.x`;
  for (const wrong of [
    await sign({}, { audience: 'https://other.example' }),
    await sign({}, { from: 'https://other.example' }),
    await sign({}, { expires: '-5m' }),
    await sign({}, { key: other.privateKey }),
    await sign({}, { key: new TextEncoder().encode('x'.repeat(32)), alg: 'HS256' }),
    none,
    `${head}.${body}.`,
  ])
    expect(await status(wrong)).toBe(401);
  const metadata = await (await fetch(`${hub.url}/.well-known/oauth-protected-resource`)).json();
  expect(metadata).toMatchObject({ authorization_servers: [issuer], bearer_methods_supported: ['header'] });
  expect((await post(`${hub.url}/mcp`, undefined, LIST)).headers.get('www-authenticate')).toContain(
    'resource_metadata="http://',
  );
});

test('whatever is sent, the hub answers with a status of its own and goes on', async () => {
  await start();
  const header = fc.constantFrom(
    'Mcp-Session-Id',
    'MCP-Protocol-Version',
    'Accept',
    'Content-Type',
    'Mcp-Method',
    'Mcp-Name',
    'Last-Event-ID',
    'X-Forwarded-For',
    'X-Hub-Signature-256',
    'X-Gitea-Signature',
    'webhook-signature',
    'webhook-timestamp',
    'X-Gitlab-Token',
    'Expect',
  );
  const value = fc
    .string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(...'abc019-_./,;:= "{}[]') })
    .map((text) => text.trim() || 'x');
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ maxLength: 200 }),
    fc
      .record({
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
        method: fc.constantFrom(
          'tools/call',
          'initialize',
          'ping',
          'resources/read',
          'x',
          'subscriptions/listen',
        ),
        params: fc.jsonValue(),
      })
      .map((one) => JSON.stringify(one)),
    fc.array(fc.constant(LIST), { maxLength: 3 }).map((many) => JSON.stringify(many)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(header, value, { maxKeys: 3 }),
      bodies,
      fc.constantFrom('POST', 'GET', 'DELETE', 'PUT', 'OPTIONS'),
      fc.constantFrom('/mcp', '/r/web/mcp', '/hooks/web', '/r/none/mcp', '/hooks/none'),
      async (headers, body, method, path) => {
        const sent = { ...json, ...headers, Authorization: `Bearer ${all}`, Expect: '' };
        const { Expect: _, ...rest } = sent;
        const { status } = await raw(path, rest, method === 'POST' ? body : '', method);
        expect([200, 202, 400, 401, 403, 404, 405, 406, 413, 415, 429]).toContain(status);
        // A notice that is not signed is believed in no form.
        if (path.startsWith('/hooks/')) expect([401, 405]).toContain(status);
      },
    ),
    { numRuns: runs(150, 3000) },
  );
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200);
  expect((await hub.ask(all, 'hub_repositories', {})).isError).toBe(false);
}, 120_000);

beforeEach(() => {
  all = '';
});
