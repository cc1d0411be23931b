/** `--answers text`, by a real client: what a command prints, without colours. */
import { describe, expect, test } from 'vitest';
import { connectClient } from '../helpers/mcp-client.ts';
import { gitRepository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  '.context/config.json': '{}\n',
  '.context/00001.md': '# Retries stop after three\n\nThe gateway bans us at five.\n',
  'shop/.context.yaml':
    'version: 1\nlast_updated: "2026-01-01T00:00:00Z"\nfingerprint: "00000000"\nscope: shop\nsummary: Sells things.\nmaintenance: By hand.\n',
  'shop/retry.py':
    '# refer to context 00001\nclass Retry:\n    def next_delay(self, count):\n        return 2 ** count\n\n\ndef call_gateway(retry):\n    return retry.next_delay(3)\n',
};

const text = async (client: Awaited<ReturnType<typeof connectClient>>, name: string, args = {}) => {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  expect(structuredContent).toBeUndefined();
  const [first] = content;
  if (first?.type !== 'text') throw new Error('no text');
  return { text: first.text, isError };
};

const connect = (root: string, ...flags: string[]) =>
  connectClient(root, undefined, undefined, ['--answers', 'text', '--repeat', 'always', ...flags]);

/** A call and the command that makes it. */
const SAME: readonly [string, Record<string, unknown>, readonly string[]][] = [
  ['repo.open_file', { path: 'shop/retry.py', start_line: 2, end_line: 4 }, ['open', 'shop/retry.py:2-4']],
  ['repo.outline', { path: 'shop/retry.py' }, ['outline', 'shop/retry.py']],
  ['repo.list_files', {}, ['files']],
  ['repo.search', { query: 'next_delay' }, ['search', 'next_delay']],
  ['repo.symbol', { symbol: 'Retry', with: ['callers'] }, ['show', 'Retry', '--with', 'callers']],
  ['repo.references', { symbol: 'next_delay' }, ['refs', 'next_delay']],
  ['repo.build_context_bundle', { prompt: 'next_delay of a retry' }, ['bundle', 'next_delay of a retry']],
  ['context.get', { ref: '1' }, ['stash', 'show', '1']],
  ['context.list', {}, ['stash', 'list']],
  ['context.search', { query: 'gateway' }, ['stash', 'search', 'gateway']],
  ['list_contexts', {}, ['contexts', 'list']],
  ['query_context', { scope: 'shop' }, ['contexts', 'show', 'shop']],
  ['grep_codebase', { pattern: 'next_\\w+' }, ['grep', 'next_\\w+']],
  ['read_file', { path: 'shop/retry.py' }, ['read', 'shop/retry.py']],
  ['input', {}, ['pack', 'list']],
];

describe('a client is sent what a command prints', () => {
  test.each(SAME)('%s %j', async (name, args, words) => {
    const root = gitRepository(FILES);
    const { stdout, stderr } = await runProgram(root, words);
    const client = await connect(root);
    if (name === 'repo.search' || name === 'repo.build_context_bundle')
      await text(client, 'repo.refresh_index');
    expect(`${(await text(client, name, args)).text}\n`).toBe(stdout + stderr);
  });
});

test('the layout: place, declaration, notes and numbered code', async () => {
  const client = await connect(gitRepository(FILES));
  const { text: shown } = await text(client, 'repo.symbol', { symbol: 'Retry.next_delay' });
  expect(shown.split('\n')).toEqual([
    'shop/retry.py:3-4  Retry.next_delay (method)',
    ' 3:     def next_delay(self, count):',
    ' 4:         return 2 ** count',
  ]);
});

test('an error says what happened and what to do, with tools as the client knows them', async () => {
  const client = await connect(gitRepository(FILES), '--tool-names', 'safe');
  expect(await text(client, 'repo_open_file', { path: 'nope.py' })).toEqual({
    isError: true,
    text: 'There is no such file.\nCheck the spelling and the case, or list the files first.',
  });
  expect((await text(client, 'repo_open_file', { file: 'nope.py' })).text).toMatch(
    /^repo_open_file has no argument "file"/,
  );
});

test('an answer that is too large is refused, and the limit holds for the text', async () => {
  const root = gitRepository({ 'a.txt': 'a line of this file\n'.repeat(200) });
  const client = await connect(root, '--max-total-bytes-per-response', '1024', '--max-search-hits', '50');
  const { text: shown } = await text(client, 'repo.open_file', { path: 'a.txt' });
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(1024);
  expect(shown).toMatch(/^Lines \d+-200 are left out; continue with start_line \d+\.$/m);
});

describe('lines that were sent', () => {
  const opened = { path: 'shop/retry.py', start_line: 2, end_line: 4 };
  const once = (root: string) => connectClient(root, undefined, undefined, ['--answers', 'text']);

  test('are not sent again, unless asked for or changed', async () => {
    const root = gitRepository(FILES);
    const client = await once(root);
    const first = (await text(client, 'repo.open_file', opened)).text;
    expect((await text(client, 'repo.open_file', opened)).text).toContain(
      '\nas sent before: shop/retry.py:2-4',
    );
    expect((await text(client, 'repo.open_file', { ...opened, fresh: true })).text).toBe(first);
    expect((await text(client, 'repo.symbol', { symbol: 'next_delay' })).text).toContain(
      '\nas sent before: shop/retry.py:3-4',
    );
    write(root, { 'shop/retry.py': FILES['shop/retry.py'].replace('2 ** count', '3 ** count') });
    expect((await text(client, 'repo.open_file', opened)).text).toContain('3 ** count');
    expect((await text(client, 'repo.status')).text).toMatch(/repeats 1, saved bytes \d+/);
    await client.close();
    expect((await runProgram(root, ['stats'])).stdout).toMatch(/^2 excerpts were not sent again: \d+ bytes/m);
  });

  test('are sent again to another client, with --repeat always, and in JSON', async () => {
    const root = gitRepository(FILES);
    const json = await connectClient(root);
    for (const client of [await once(root), await once(root), await connect(root), json])
      expect((await text(client, 'repo.open_file', opened)).text).toContain('2 ** count');
    expect((await text(json, 'repo.open_file', opened)).text).toContain('2 ** count');
    expect((await text(json, 'repo.open_file', { ...opened, fresh: true })).text).toContain(
      'has no argument \\"fresh\\"',
    );
  });

  test('the list of tools offers fresh where lines are shown, in text form only', async () => {
    const names = async (client: Awaited<ReturnType<typeof connectClient>>) =>
      (await client.listTools()).tools
        .filter(({ inputSchema }) => 'fresh' in (inputSchema.properties ?? {}))
        .map(({ name }) => name);
    const root = gitRepository(FILES);
    expect(await names(await connectClient(root))).toEqual([]);
    expect((await names(await once(root))).toSorted()).toEqual([
      'context_search',
      'grep_codebase',
      'read_file',
      'repo.build_context_bundle',
      'repo.open_file',
      'repo.search',
      'repo.symbol',
    ]);
  });
});
