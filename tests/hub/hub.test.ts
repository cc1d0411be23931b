/** A hub with one process and SQLite, asked as clients ask it. */
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { git } from '../helpers/repository.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';
import { type Asked, client, origin, post, startHub } from './start-hub.ts';

const PAY = {
  'src/pay.ts': 'export function chargeCard(amount: number) {\n  return amount;\n}\n',
  '.context/config.json': '{}\n',
};

function table(name: string, url: string, more = ''): string {
  return `[[repository]]\nname = "${name}"\nurl = "${url}"\n${more}\n`;
}

async function two() {
  const [web, api] = [
    origin(PAY),
    origin({ 'lib/card.py': 'def charge_card(amount):\n    return amount\n', ...PAY }),
  ];
  const hub = await startHub({ toml: table('web', web.bare) + table('api', api.bare) });
  await eventually(() => expect(hub.hub.isReady).toBe(true));
  return { ...hub, web, api };
}

const refs = ({ meta }: Asked) => meta['io.github.pilotbook/ref'];

test('both eras list the same tools and call them, and every answer names its commit', async () => {
  const { url, token, web } = await two();
  const all = await token('all');
  const commit = git(web.work, 'rev-parse', 'HEAD').trim();
  const old = await client(url, all);
  const names = (await old.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('hub_repositories');
  expect(
    names.filter((name) => ['stash_create', 'input', 'repo_refresh_index', 'repo_audit_log'].includes(name)),
  ).toEqual([]);
  const modern = new ModernClient(
    { name: 'test', version: '0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await modern.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { Authorization: `Bearer ${all}` } },
    }),
  );
  onTestFinished(() => modern.close());
  expect((await modern.listTools()).tools.map(({ name }) => name)).toEqual(names);
  const asked = { name: 'repo_search', arguments: { query: 'chargeCard', repository: 'web' } };
  for (const each of [old, modern]) {
    const answer = (await each.callTool(asked)) as {
      content: { text: string }[];
      _meta?: Record<string, unknown>;
    };
    expect(answer.content[0]?.text).toContain('src/pay.ts:1-3  chargeCard');
    expect(answer.content[0]?.text).toMatch(new RegExp(`ref: web main@${commit.slice(0, 12)}$`));
    expect(answer._meta?.['io.github.pilotbook/ref']).toEqual([
      { repository: 'web', branch: 'main', commit },
    ]);
  }
});

test('a question goes across repositories, each hit with its own, within one limit', async () => {
  const { ask, token } = await two();
  const all = await token('all');
  const found = await ask(all, 'repo_search', { query: 'charge card' });
  expect(found.text).toContain('api:lib/card.py');
  expect(found.text).toContain('web:src/pay.ts');
  expect(
    (await ask(all, 'repo_search', { query: 'charge card', top_k: 1 })).text.match(/^\w+:\S+:\d/gm),
  ).toHaveLength(1);
  expect((await ask(all, 'grep_codebase', { pattern: 'charge', repositories: ['w*'] })).text).not.toContain(
    'api:',
  );
  expect((await ask(all, 'repo_references', { symbol: 'chargeCard' })).text).toContain('web:src/pay.ts:1');
  expect((await ask(all, 'repo_open_file', { path: 'web:src/pay.ts' })).text).toContain(
    '1: export function chargeCard',
  );
  expect((await ask(all, 'repo_open_file', { path: 'src/pay.ts' })).text).toContain(
    'repository: it is needed',
  );
  expect((await ask(all, 'repo_open_file', { path: 'src/pay.ts', repository: 'api' })).isError).toBe(false);
  expect((await ask(all, 'repo_status', {}, '/r/web/mcp')).text).toMatch(/^repo root: web$/m);
});

test('a repository that a token does not name does not exist for it', async () => {
  const { url, ask, token } = await two();
  const narrow = await token('narrow', ['we*']);
  expect((await ask(narrow, 'hub_repositories', {})).text).toMatch(/^web .*$/);
  for (const tool of ['repo_search', 'repo_outline']) {
    const args = (name: string) => ({ query: 'x', path: 'src/pay.ts', repository: name });
    const [hidden, missing] = [await ask(narrow, tool, args('api')), await ask(narrow, tool, args('nope'))];
    expect(hidden.text.replaceAll('api', 'nope')).toBe(missing.text);
    expect(hidden).toMatchObject({ isError: true, meta: {} });
  }
  expect((await ask(narrow, 'repo_search', { query: 'charge' })).text).not.toContain('api');
  const [hidden, missing] = [
    await ask(narrow, 'repo_search', {}, '/r/api/mcp'),
    await ask(narrow, 'repo_search', {}, '/r/nope/mcp'),
  ];
  expect(hidden).toEqual(missing);
  expect(hidden.status).toBe(404);
  for (const path of ['/hooks/api', '/hooks/nope'])
    expect((await post(`${url}${path}`, narrow, '{}')).status).toBe(401);
});

test('a push is searched soon, a rewritten branch too, and what is gone is found no longer', async () => {
  const { ask, token, web } = await two();
  const all = await token('all');
  const search = (query: string) => ask(all, 'repo_search', { query }, '/r/web/mcp');
  expect((await search('refundEverything')).text).not.toContain('src/refund.ts');
  const commit = web.push({ 'src/refund.ts': 'export const refundEverything = 1;\n' });
  await eventually(async () => expect((await search('refundEverything')).text).toContain('src/refund.ts:1'));
  expect(refs(await search('refundEverything'))).toMatchObject([{ commit }]);
  git(web.work, 'reset', '-q', '--hard', 'HEAD~1');
  const rewritten = web.push({ 'src/other.ts': 'export const otherThing = 1;\n' }, 'main', '--force');
  await eventually(async () =>
    expect(refs(await search('otherThing'))).toMatchObject([{ commit: rewritten }]),
  );
  expect((await search('refundEverything')).text).not.toContain('src/refund.ts');
  expect((await search('otherThing')).text).toContain('src/other.ts:1');
});

test('several branches are kept, each with its own state; one that is deleted is said', async () => {
  const web = origin(PAY);
  web.push({ 'src/next.ts': 'export const onlyNext = 1;\n' }, 'next');
  const { hub, ask, token } = await startHub({ toml: table('web', web.bare, 'branches = ["main", "next"]') });
  await eventually(() => expect(hub.isReady).toBe(true));
  const all = await token('all');
  const search = (repository: string) => ask(all, 'repo_search', { query: 'onlyNext', repository });
  expect((await search('web@next')).text).toContain('src/next.ts:1');
  expect((await search('web')).text).not.toContain('src/next.ts');
  git(web.bare, 'branch', '-D', 'next');
  await eventually(async () => expect((await search('web@next')).text).toContain('There is no repository'));
  // The branch goes before the repository is said to be behind.
  await eventually(async () => {
    const left = await search('web');
    expect(left.isError).toBe(false);
    expect(left.text).toContain('web could not be brought up to date since');
    expect(left.text).toContain('The origin has no branch next.');
  });
});

test('while an origin is away, what was there is answered, and since when is said', async () => {
  const { hub, ask, token, web } = await two();
  const all = await token('all');
  rmSync(web.bare, { recursive: true });
  await eventually(() => expect(hub.repository('web')?.problem).toBeDefined());
  const answer = await ask(all, 'repo_search', { query: 'chargeCard' }, '/r/web/mcp');
  expect(answer.text).toContain('src/pay.ts:1-3');
  expect(answer.text).toMatch(
    /web could not be brought up to date since \d{4}-.*The origin of the repository cannot be reached\./,
  );
  expect((await hub.store.repositories()).find(({ name }) => name === 'web')?.problem).toContain(
    'cannot be reached',
  );
});

test('a repository over its limits is refused with the reason', async () => {
  const web = origin({ ...PAY, 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const { hub } = await startHub({ toml: `max_files = 3\n${table('web', web.bare)}` });
  await eventually(() => expect(hub.isReady).toBe(true));
  const [row] = await hub.store.repositories();
  expect(row?.problem).toContain('The commit has 4 files and 1 MB; allowed are 3 files');
  expect(hub.repository('web')?.version()).toBeUndefined();
});

test('a hub that starts again answers from what it has on disk', async () => {
  const web = origin(PAY);
  const dataDir = temporaryDirectory();
  const first = await startHub({ toml: table('web', web.bare), dataDir });
  await eventually(() => expect(first.hub.isReady).toBe(true));
  const all = await first.token('all');
  await first.close();
  rmSync(web.bare, { recursive: true });
  const second = await startHub({ toml: table('web', web.bare), dataDir });
  await eventually(() => expect(second.hub.isReady).toBe(true));
  expect((await second.ask(all, 'repo_search', { query: 'chargeCard' })).text).toContain('src/pay.ts:1-3');
});

test('a notice of the origin is believed if it is signed, in the form of each host', async () => {
  const web = origin(PAY);
  const secret = 'a secret of both';
  const toml = `${table('web', web.bare, 'webhook_secret_env = "HOOK"')}`.replace(/^/, '');
  const { hub, url, ask, token } = await startHub({ toml, env: { HOOK: secret } });
  await eventually(() => expect(hub.isReady).toBe(true));
  const all = await token('all');
  const body = '{"ref":"refs/heads/main"}';
  const hmac = (text: string, encoding: 'hex' | 'base64') =>
    createHmac('sha256', secret).update(text).digest(encoding);
  const now = String(Math.floor(Date.now() / 1000));
  const standard = (time: string) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': time,
    'webhook-signature': `v1,${hmac(`m1.${time}.${body}`, 'base64')}`,
  });
  const send = (headers: Record<string, string>) => post(`${url}/hooks/web`, undefined, body, headers);
  for (const headers of [
    { 'X-Hub-Signature-256': `sha256=${hmac(body, 'hex')}` },
    { 'X-Gitea-Signature': hmac(body, 'hex') },
    standard(now),
    { 'X-Gitlab-Token': secret },
  ] as Record<string, string>[])
    expect((await send(headers)).status).toBe(202);
  const wrong: Record<string, string>[] = [
    {},
    { 'X-Hub-Signature-256': `sha256=${hmac(`${body} `, 'hex')}` },
    { 'X-Hub-Signature-256': '' },
    { 'X-Gitlab-Token': 'guess' },
    standard('1'),
    { 'X-Gitea-Signature': hmac('', 'hex') },
  ];
  for (const headers of wrong) expect((await send(headers)).status).toBe(401);
  expect((await fetch(`${url}/hooks/web`)).status).toBe(405);
  web.push({ 'src/refund.ts': 'export const refundEverything = 1;\n' });
  await send({ 'X-Gitlab-Token': secret });
  await eventually(async () =>
    expect((await ask(all, 'repo_search', { query: 'refundEverything' })).text).toContain('src/refund.ts'),
  );
});

test('a note from afar is a commit on a branch of its own; no other branch changes', async () => {
  const { ask, token, web } = await two();
  const [reader, writer] = [await token('reader'), await token('writer', ['*'], { writesNotes: true })];
  const note = {
    markdown: '# Amounts are in cents\n\nThe bank wants it.',
    anchors: ['src/pay.ts:1-2'],
    repository: 'web',
  };
  expect((await ask(reader, 'stash_create', note)).text).toContain('There is no tool');
  const before = git(web.bare, 'rev-parse', 'main');
  const [first, second] = [await ask(writer, 'stash_create', note), await ask(writer, 'stash_create', note)];
  expect(first.text).toContain('branch pilotbook/writer/1 at the origin');
  expect(second.text).toContain('pilotbook/writer/2');
  expect(git(web.bare, 'show', 'pilotbook/writer/1:.context/00001.md')).toContain('# Amounts are in cents');
  expect(git(web.bare, 'diff', '--name-only', 'main', 'pilotbook/writer/1').split('\n')[0]).toBe(
    '.context/00001.md',
  );
  expect(git(web.bare, 'rev-parse', 'main')).toBe(before);
  git(web.bare, 'branch', 'pilotbook/writer/3', 'main');
  expect((await ask(writer, 'stash_create', note)).text).toContain('pilotbook/writer/4');
  const bad = await ask(writer, 'stash_create', { markdown: '', repository: 'web' });
  expect(bad.isError).toBe(true);
  expect(git(web.bare, 'branch', '--list', 'pilotbook/*').trim().split('\n')).toHaveLength(4);
});
