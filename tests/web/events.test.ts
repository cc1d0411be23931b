/** What other processes do shows up on an open page by itself: the stream that its Activity listens to. */
import { mkdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { spawnProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { makeBare } from './sample.ts';
import { ask, enter, type ServedPage, servePage } from './served-page.ts';

const place = newDirectory();
const root = join(place, 'shop');
let page: ServedPage;
let cookie: string;
beforeAll(async () => {
  mkdirSync(root);
  makeBare(root);
  page = await servePage(root, ['--edit']);
  cookie = await enter(page);
});
afterAll(async () => {
  await page?.stop();
  removeTree(place);
});

interface Call {
  tool: string;
  ok: boolean;
  empty?: true;
  error?: string;
}

interface Listener {
  /** All calls that were told, in the order of their events. */
  calls(): Call[];
  isEnded(): boolean;
}

/** Open, and past its first look at the log: what is recorded from now on is news. */
async function listen(): Promise<Listener> {
  let text = '';
  let isEnded = false;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { Host: `127.0.0.1:${page.port}`, Cookie: cookie };
    const sent = request({ host: '127.0.0.1', port: page.port, path: '/api/events', headers }, resolve);
    sent.on('error', reject);
    sent.end();
    onTestFinished(() => void sent.destroy());
  });
  expect(response.headers['content-type']).toBe('text/event-stream');
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part;
  });
  response.on('error', () => {});
  response.on('close', () => {
    isEnded = true;
  });
  await eventually(() => expect(text.split('\n\n').length).toBeGreaterThan(2));
  const calls = () =>
    text.split('\n\n').flatMap((event) => {
      const [, data] = /^event: calls\ndata: (.*)$/.exec(event) ?? [];
      return data === undefined ? [] : (JSON.parse(data) as Call[]);
    });
  return { calls, isEnded: () => isEnded };
}

test('a call of a server and a command in another process are told, once, without what was asked', async () => {
  const { calls } = await listen();
  const client = await connectClient(root);
  await client.callTool({ name: 'repo.open_file', arguments: { path: 'README.md' } });
  await eventually(() => expect(calls().map(({ tool }) => tool)).toEqual(['repo.open_file']));
  await client.callTool({ name: 'repo.open_file', arguments: { path: 'not-there.md' } });
  await eventually(() => expect(calls()).toHaveLength(2));
  expect(calls()[0]).toMatchObject({ ok: true });
  expect(calls()[1]).toMatchObject({ tool: 'repo.open_file', ok: false, error: expect.any(String) });
  expect(JSON.stringify(calls())).not.toContain('not-there');
  expect(spawnProgram(root, ['stash', 'init']).status).toBe(0);
  expect(spawnProgram(root, ['stash', 'add', '--type', 'rule'], { input: '# Whole cents\n' }).status).toBe(0);
  await eventually(() => expect(calls().map(({ tool }) => tool)).toContain('context.create'));
  expect(calls().filter(({ tool }) => tool === 'context.create')).toHaveLength(1);
});

test('what was recorded before the page listened is not told, and what the page does itself neither', async () => {
  const client = await connectClient(root);
  await client.callTool({ name: 'repo.open_file', arguments: { path: 'README.md' } });
  await eventually(async () => {
    const { body } = await ask(page, '/api/activity', { headers: { Cookie: cookie } });
    expect(JSON.parse(body).calls.at(-1)).toMatchObject({ tool: 'repo.open_file' });
  });
  const { calls } = await listen();
  const entry = await ask(page, '/api/add-entry', {
    method: 'POST',
    headers: { Cookie: cookie, Origin: page.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ markdown: '# Written from the page\n', type: 'rule' }),
  });
  expect(entry.status).toBe(200);
  await client.callTool({ name: 'repo.list_files', arguments: {} });
  await eventually(() => expect(calls().map(({ tool }) => tool)).toEqual(['repo.list_files']));
});

test('every open page is told; the ninth ends the oldest', async () => {
  const listeners: Listener[] = [];
  for (let opened = 0; opened < 9; opened++) listeners.push(await listen());
  await eventually(() => expect(listeners[0]?.isEnded()).toBe(true));
  const client = await connectClient(root);
  await client.callTool({ name: 'repo.list_files', arguments: {} });
  const others = listeners.slice(1);
  await eventually(() => expect(others.map(({ calls }) => calls().length)).toEqual(others.map(() => 1)));
  expect(others.some(({ isEnded }) => isEnded())).toBe(false);
  expect(listeners[0]?.calls()).toEqual([]);
});
