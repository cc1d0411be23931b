/** Files above the limit are read by nobody; whatever leaves them out names them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { gitRepository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const BIG = 'lighthouse '.repeat(100_000);
const FILES = { 'a.ts': 'export const lighthouse = 1;\n', 'data/big.json': BIG, 'logo.png': BIG };
const SENTENCE = '1 file above 1 MiB was not searched: data/big.json';

test('search, grep, recall and the list of files name what is above the limit', async () => {
  const { call } = await openApp(gitRepository(FILES));
  const search = (extra = {}) => call('repo.search', { query: 'lighthouse', ...extra });
  expect((await search()).value.warnings).toEqual([SENTENCE]);
  expect((await search({ file_glob: '*.ts' })).value.warnings).toEqual([]);
  const grep = (extra = {}) => call('grep_codebase', { pattern: 'lighthouse', ...extra });
  expect((await grep()).value).toMatchObject({ totalMatches: 1, warnings: [SENTENCE] });
  expect((await grep({ filePattern: '*.ts' })).value).not.toHaveProperty('warnings');
  expect((await call('context_search', { query: 'lighthouse' })).value.warnings).toContain(SENTENCE);
  const list = (extra = {}) => call('repo.list_files', extra);
  expect((await list()).value.warnings).toEqual([
    '2 files above 1 MiB were not listed: data/big.json, logo.png',
  ]);
  expect((await list({ glob: '*.json' })).value).toMatchObject({
    result: { files: [], total: 0 },
    warnings: ['1 file above 1 MiB was not listed: data/big.json'],
  });
});

test('three are named, the others counted; what grows or shrinks is seen at the next search', async () => {
  const root = gitRepository({ 'a.ts': 'export const lighthouse = 1;\n', 'b.txt': 'lighthouse\n' });
  const { call } = await openApp(root);
  const warnings = async () => (await call('repo.search', { query: 'lighthouse' })).value.warnings;
  expect(await warnings()).toEqual([]);
  write(root, { 'b.txt': BIG });
  expect(await warnings()).toEqual(['1 file above 1 MiB was not searched: b.txt']);
  write(root, { 'c.txt': BIG, 'd.txt': BIG, 'e.txt': BIG, 'f.txt': BIG });
  expect(await warnings()).toEqual(['5 files above 1 MiB were not searched: b.txt, c.txt, d.txt and 2 more']);
  for (const name of ['c.txt', 'd.txt', 'e.txt', 'f.txt']) rmSync(join(root, name));
  write(root, { 'b.txt': 'lighthouse\n' });
  expect(await warnings()).toEqual([]);
});

test.each([
  { words: ['search', 'lighthouse'], says: SENTENCE },
  { words: ['grep', 'lighthouse'], says: SENTENCE },
  { words: ['files'], says: '2 files above 1 MiB were not listed: data/big.json, logo.png' },
])('the command line says it too: $words', async ({ words, says }) => {
  expect((await runProgram(gitRepository(FILES), words)).stderr).toContain(says);
});
