/** A server lists its files once: whoever asks for them later gets what the watch made of that listing. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { type Json, openApp } from '../helpers/app.ts';
import { SHELL, testWith } from '../helpers/probes.ts';
import { recordingGit } from '../helpers/recording-git.ts';
import { git, gitRepository, write } from '../helpers/repository.ts';

const CONTEXT = `version: 1
last_updated: "2026-01-01T00:00:00Z"
fingerprint: "00000000"
scope: src
summary: All of the source.
maintenance: none
`;

async function served() {
  const root = gitRepository({
    '.gitignore': 'dist/\n*.log\n',
    'src/a.ts': 'export const walrus = 1;\n',
    'src/b.ts': 'export const heron = 2;\n',
    'src/.context.yaml': CONTEXT,
    '.github/ci.yml': 'on: push\n',
  });
  const { programPath, commands } = recordingGit();
  // Later than whatever is kept for a few seconds only; not so late that the tree is listed again to be sure.
  let passed = 0;
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + passed };
  const app = await openApp(root, {}, clock, { staysOpen: true }, { PATH: programPath });
  const call = async (name: string, args: Record<string, unknown>): Promise<Json> => {
    passed += 3_000;
    return (await app.call(name, args)).value;
  };
  const ask = async () => {
    await call('context_search', { query: 'walrus' });
    await call('list_contexts', {});
    await call('repo.search', { query: 'walrus', mode: 'bm25' });
    const { result } = await call('repo.list_files', { include_hidden: true });
    return result.files.map(({ path: each }: Json) => each);
  };
  await call('repo.refresh_index', {});
  for (const _ of ['the index is opened', 'all directories are watched']) await ask();
  const listings = () => commands().filter((each) => each === 'ls-files').length;
  listings();
  return { root, ask, listings, call };
}

const FIRST = ['.github/ci.yml', '.gitignore', 'src/.context.yaml', 'src/a.ts', 'src/b.ts'];

testWith(SHELL)(
  'files that came, changed and went, by another process too, are taken in without listing',
  async () => {
    const { root, ask, listings, call } = await served();
    expect(await ask()).toEqual(FIRST);
    appendFileSync(join(root, 'src/a.ts'), '// more\n');
    expect(await ask()).toEqual(FIRST);
    execFileSync(
      process.execPath,
      ['-e', `require('fs').writeFileSync('src/c.ts', 'export const otter = 3;')`],
      {
        cwd: root,
      },
    );
    expect(await ask()).toEqual([...FIRST, 'src/c.ts']);
    write(root, { 'lib/deep/d.ts': 'export const badger = 4;\n' });
    rmSync(join(root, 'src/b.ts'));
    const now = [
      '.github/ci.yml',
      '.gitignore',
      'lib/deep/d.ts',
      'src/.context.yaml',
      'src/a.ts',
      'src/c.ts',
    ];
    expect(await ask()).toEqual(now);
    mkdirSync(join(root, 'empty'));
    expect(await ask()).toEqual(now);
    write(root, { 'empty/e.ts': 'export const late = 5;\n' });
    expect(await ask()).toEqual(['.github/ci.yml', '.gitignore', 'empty/e.ts', ...now.slice(2)]);
    expect(listings()).toBe(0);
    const { result } = await call('repo.search', { query: 'late', mode: 'bm25' });
    expect(result.hits).toMatchObject([{ path: 'empty/e.ts' }]);
  },
);

testWith(SHELL)('what is ignored is not listed, and lists nothing', async () => {
  const { root, ask, listings } = await served();
  mkdirSync(join(root, 'dist'));
  for (let at = 0; at < 50; at++) writeFileSync(join(root, `dist/o${at}.js`), 'walrus\n');
  writeFileSync(join(root, 'src/build.log'), 'walrus\n');
  expect(await ask()).toEqual(FIRST);
  expect(listings()).toBe(0);
});

testWith(SHELL)("rules and git's index that changed are asked of git", async () => {
  const { root, ask, listings } = await served();
  write(root, { 'src/kept.log': 'walrus\n' });
  expect(await ask()).toEqual(FIRST);
  expect(listings()).toBe(0);
  git(root, 'add', '-f', 'src/kept.log');
  expect(await ask()).toEqual([...FIRST, 'src/kept.log']);
  write(root, { '.gitignore': 'dist/\n*.log\nb.ts\n' });
  git(root, 'rm', '-q', '--cached', 'src/b.ts');
  expect(await ask()).toEqual([...FIRST.filter((each) => each !== 'src/b.ts'), 'src/kept.log']);
  expect(listings()).toBeGreaterThan(0);
});
