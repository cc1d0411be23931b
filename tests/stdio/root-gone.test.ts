/** What a served repository loses while it is served: its root, or the file of its index. Neither is taken for "no hits". */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { gitRepository, write } from '../helpers/repository.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const FILES = { 'src/a.txt': 'the old walrus\n', 'src/b.txt': 'another\n', 'docs/c.md': 'a third one\n' };

async function served(flags: string[] = []) {
  const above = temporaryDirectory();
  const root = join(above, 'project');
  renameSync(gitRepository(FILES), root);
  const client = await connectClient(root, undefined, undefined, flags);
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Json> => {
    const answer: Json = await client.callTool({ name, arguments: args });
    const { text } = answer.content[0];
    return { isError: answer.isError === true, text, ...JSON.parse(text) };
  };
  const finds = (query: string) =>
    eventually(async () => {
      const { result, warnings } = await call('repo_search', { query, mode: 'bm25' });
      expect(warnings).toEqual([]);
      return result.hits.map(({ path }: Json) => path);
    });
  expect(await finds('walrus')).toEqual(['src/a.txt']);
  return { above, root, away: join(above, 'away'), call, finds };
}

/** Two that answered as if there were nothing, and two that read the tree in other ways. */
const QUESTIONS: [string, Record<string, unknown>][] = [
  ['repo_search', { query: 'walrus', mode: 'bm25' }],
  ['grep_codebase', { pattern: 'walrus' }],
  ['repo_list_files', {}],
  ['context_search', { query: 'walrus' }],
];

test('a root that was renamed: every question says so, nothing is made in its place, and all works when it is back', async () => {
  const { root, away, call, finds } = await served();
  renameSync(root, away);
  for (const [name, args] of QUESTIONS) {
    const answer = await call(name, args);
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringContaining('renamed, moved or unmounted'),
    });
    expect(answer.text).not.toContain(root);
  }
  expect(existsSync(root)).toBe(false);
  write(away, { 'src/new.txt': 'written meanwhile: an otter\n' });
  renameSync(away, root);
  expect(await finds('walrus')).toEqual(['src/a.txt']);
  expect(await finds('otter')).toEqual(['src/new.txt']);
  expect((await call('repo_refresh_index')).result).toMatchObject({ added: 0, updated: 0, removed: 0 });
  // It is watched again too.
  write(root, { 'src/later.txt': 'a badger\n' });
  expect(await finds('badger')).toEqual(['src/later.txt']);
});

test('an empty directory in its place, as after unmounting: the index is kept', async () => {
  const { root, away, call, finds } = await served(['--data-dir', temporaryDirectory()]);
  renameSync(root, away);
  mkdirSync(root);
  for (const [name, args] of QUESTIONS)
    expect(await call(name, args)).toMatchObject({ isError: true, text: expect.stringContaining('empty') });
  rmSync(root, { recursive: true });
  renameSync(away, root);
  expect((await call('repo_refresh_index')).result).toMatchObject({ added: 0, updated: 0, removed: 0 });
  expect(await finds('walrus')).toEqual(['src/a.txt']);
});

test('another repository in its place is searched as it is', async () => {
  const { root, away, finds } = await served();
  renameSync(root, away);
  renameSync(gitRepository({ 'lib/z.txt': 'one pelican\n' }), root);
  expect(await finds('pelican')).toEqual(['lib/z.txt']);
  expect(await finds('walrus')).toEqual([]);
  write(root, { 'lib/later.txt': 'a badger\n' });
  expect(await finds('badger')).toEqual(['lib/later.txt']);
});

test.each([
  ['the file of the index', (data: string) => rmSync(join(data, 'index.sqlite'))],
  [
    'the file and its log',
    (data: string) => {
      for (const end of ['', '-wal', '-shm']) rmSync(join(data, `index.sqlite${end}`), { force: true });
    },
  ],
  // Moved, since the server may write into it while it is emptied.
  ['the directory of the index', (data: string) => renameSync(data, join(data, '../../../gone'))],
  [
    'the data directory',
    (data: string) => renameSync(join(data, '../../.repo_mcp'), join(data, '../../../gone')),
  ],
])('%s that was deleted is made anew', async (_, remove) => {
  const { root, call, finds } = await served();
  const data = join(root, '.git/pilotbook');
  remove(data);
  write(root, { 'src/d.txt': 'a heron\n' });
  expect(await finds('heron')).toEqual(['src/d.txt']);
  expect(await finds('walrus')).toEqual(['src/a.txt']);
  expect(existsSync(join(data, 'index.sqlite'))).toBe(true);
  expect((await call('repo_refresh_index')).result).toMatchObject({ added: 0, updated: 0, removed: 0 });
  // Another process finds it there.
  const other = await connectClient(root);
  const answer: Json = await other.callTool({ name: 'repo_status', arguments: {} });
  expect(JSON.parse(answer.content[0].text).result).toMatchObject({
    index_status: 'ready',
    indexed_file_count: 4,
  });
});
