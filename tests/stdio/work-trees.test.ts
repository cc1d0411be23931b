/** Work trees of one repository share what was derived from its files; and whoever else a `.git` names is left alone. */
import { existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INDEX_FILE, INDEX_SCHEMA } from '../../src/core/index/storage/sqlite-storage.ts';
import { openFolder, openSqlite } from '../../src/core/store/index.ts';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { LINKS, testWith } from '../helpers/probes.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { spawnServer } from '../helpers/spawn-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const FILES = 40;
const SHARED = '.git/pilotbook';

/** So many files of one word each. */
function files(word: string, count = FILES): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`src/f${n}.ts`, `export const ${word}${n} = '${word}';\n`]),
  );
}

function linked(root: string, branch: string, content: Record<string, string>): string {
  const tree = join(temporaryDirectory(), branch);
  git(root, 'worktree', 'add', '-q', '-b', branch, tree);
  write(tree, content);
  return tree;
}

async function counted(root: string): Promise<{ indexes: string[]; segments: number }> {
  const folder = await openFolder(join(root, SHARED), { create: true });
  const { database } = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
  const indexes = database
    .prepare('SELECT name FROM code_index ORDER BY name')
    .all()
    .map(({ name }) => String(name));
  const segments = Number(database.prepare('SELECT count(*) AS n FROM segment').get()?.n);
  database.close();
  return { indexes, segments };
}

async function serve(root: string) {
  const { client, process: child, exit } = spawnServer(root);
  await client.initialize();
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Json> => {
    const { result } = await client.request('tools/call', { name, arguments: args });
    return JSON.parse((result as Json).content[0].text);
  };
  return {
    call,
    /** How many files hold the word, once the answer is whole. */
    holds: (word: string): Promise<number> =>
      eventually(async () => {
        const { result, warnings } = await call('repo.search', { query: word, mode: 'bm25', top_k: 50 });
        expect(warnings).toEqual([]);
        return result.hits.length;
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
    end: async () => {
      client.end();
      expect(await exit).toBe(0);
    },
  };
}

test('a second work tree analyses what differs, a branch that was seen before nothing, and both answer for themselves', async () => {
  const root = gitRepository(files('walrus'));
  expect((await runProgram(root, ['index'])).status).toBe(0);
  if (process.platform !== 'win32')
    for (const [place, mode] of [
      [SHARED, 0o700],
      [join(SHARED, INDEX_FILE), 0o600],
    ] as const)
      expect(statSync(join(root, place)).mode & 0o777).toBe(mode);
  const before = await counted(root);
  const tree = linked(root, 'other', { 'src/f0.ts': 'export const heron = 1;\n' });
  expect((await runProgram(tree, ['index'])).status).toBe(0);
  expect(await counted(root)).toEqual({
    indexes: ['main', 'worktrees/other'],
    segments: before.segments + 1,
  });
  for (const place of [root, tree]) expect(existsSync(join(place, '.repo_mcp', INDEX_FILE))).toBe(false);
  const [main, other] = [await serve(root), await serve(tree)];
  expect([await main.holds('heron'), await other.holds('heron')]).toEqual([0, 1]);
  expect([await main.holds('walrus'), await other.holds('walrus')]).toEqual([FILES, FILES - 1]);
  await main.end();
  await other.end();

  git(root, 'checkout', '-q', '-b', 'third');
  write(root, files('badger'));
  git(root, 'commit', '-q', '-a', '-m', 'third');
  await runProgram(root, ['index']);
  const { segments } = await counted(root);
  for (const branch of ['main', 'third', 'main']) {
    git(root, 'checkout', '-q', branch);
    expect((await runProgram(root, ['index'])).stdout).toContain(`${FILES} updated`);
    expect((await counted(root)).segments).toBe(segments);
    const again = await serve(root);
    expect(await again.holds('walrus')).toBe(branch === 'main' ? FILES : 0);
    expect(await again.holds('badger')).toBe(branch === 'main' ? 0 : FILES);
    await again.end();
  }
});

test('ten servers on three work trees answer rightly, lose nothing, and survive those that are killed', async () => {
  const root = gitRepository(files('walrus'));
  const trees = [root, linked(root, 'one', files('heron', 30)), linked(root, 'two', files('badger', 20))];
  const places = Array.from({ length: 10 }, (_, n) => trees[n % trees.length] ?? root);
  const servers = await Promise.all(places.map((place) => serve(place)));
  // Two are killed while they and others build their indexes.
  const doomed = [servers[4], servers[6]];
  const asked = doomed.map((one) => one?.call('repo.refresh_index').catch(() => undefined));
  await Promise.all(doomed.map((one) => one?.kill()));
  void Promise.allSettled(asked);
  const living = servers.flatMap((server, at) => (doomed.includes(server) ? [] : [{ server, at }]));
  const holds = (word: string) => Promise.all(living.map(({ server }) => server.holds(word)));
  const ofTree = (counts: readonly number[]) => living.map(({ at }) => counts[at % trees.length]);
  expect(await holds('walrus')).toEqual(ofTree([40, 10, 20]));
  expect(await holds('heron')).toEqual(ofTree([0, 30, 0]));
  expect(await holds('badger')).toEqual(ofTree([0, 0, 20]));
  const word = (at: number) => `otter${'abcdefghij'[at]}`;
  // Each edits in its own tree, all at once; all servers of that tree find all of it.
  for (const { at } of living)
    write(places[at] ?? root, { [`new/n${at}.ts`]: `export const ${word(at)} = 1;\n` });
  for (const { at } of living)
    expect(await holds(word(at))).toEqual(living.map((one) => (one.at % 3 === at % 3 ? 1 : 0)));
  for (const { server } of living) await server.end();

  expect((await counted(root)).indexes).toEqual(['main', 'worktrees/one', 'worktrees/two']);
  git(root, 'worktree', 'remove', '-f', trees[1] ?? '');
  rmSync(trees[2] ?? '', { recursive: true });
  const last = await serve(root);
  expect(await last.holds('walrus')).toBe(FILES);
  await eventually(async () => {
    await last.call('repo.refresh_index');
    expect((await counted(root)).indexes).toEqual(['main']);
  });
  await last.end();
});

test('nothing is written into the repository that a hostile .git names; the index is in the data directory', async () => {
  const victim = gitRepository({ 'secret.txt': 'PRIVATE\n' });
  const before = readdirSync(join(victim, '.git'));
  const root = repository({ ...files('walrus'), '.git': `gitdir: ${join(victim, '.git')}\n` });
  const planted = join(repository({}), 'worktrees/tree');
  const trap = repository(files('walrus'));
  write(planted, {
    HEAD: 'ref: refs/heads/main\n',
    commondir: `${join(victim, '.git')}\n`,
    gitdir: `${join(trap, '.git')}\n`,
  });
  writeFileSync(join(trap, '.git'), `gitdir: ${planted}\n`);
  for (const place of [root, trap]) {
    expect((await runProgram(place, ['index'])).stdout).toContain(`${FILES} added`);
    expect(existsSync(join(place, '.repo_mcp', INDEX_FILE))).toBe(true);
  }
  expect(readdirSync(join(victim, '.git'))).toEqual(before);
  expect(existsSync(join(planted, 'pilotbook'))).toBe(false);
});

testWith(LINKS)('nothing is written behind a link in place of our directory', async () => {
  const root = gitRepository(files('walrus'));
  const elsewhere = temporaryDirectory();
  symlinkSync(elsewhere, join(root, SHARED));
  expect((await runProgram(root, ['index'])).stdout).toContain(`${FILES} added`);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(root, '.repo_mcp', INDEX_FILE))).toBe(true);
});

test('with --data-dir, or a file in place of our directory, nothing is kept with git', async () => {
  const root = gitRepository(files('walrus'));
  const data = temporaryDirectory();
  await runProgram(root, ['index', '--data-dir', data]);
  expect([existsSync(join(data, INDEX_FILE)), existsSync(join(root, SHARED))]).toEqual([true, false]);
  writeFileSync(join(root, SHARED), '');
  await runProgram(root, ['index']);
  expect(existsSync(join(root, '.repo_mcp', INDEX_FILE))).toBe(true);
});
