/** What the server keeps of a repository is for its owner alone: it holds questions and excerpts. */

import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { MODES, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const FILES = { 'shop.ts': 'export const openingHours = "nine to five";\n', 'README.md': '# Shop\n' };

/** One call of each kind that keeps something; `look` runs before the server ends. */
async function session(root: string, look: () => void): Promise<void> {
  const before = process.umask(0o000);
  onTestFinished(() => {
    process.umask(before);
  });
  const { client, exit } = spawnServer(root);
  await client.initialize();
  const call = (name: string, args: Record<string, unknown>) =>
    client.request('tools/call', { name, arguments: args });
  await call('repo.refresh_index', {});
  await call('repo.search', { query: 'opening hours', mode: 'hybrid' });
  await call('context_search', { query: 'what are the opening hours' });
  await call('repo.build_context_bundle', { prompt: 'opening hours' });
  await call('list_contexts', {});
  await call('repo.audit_log', {});
  look();
  client.end();
  expect(await exit).toBe(0);
}

/** Every path below with what others may do there; empty if nothing. */
function openToOthers(path: string, name = 'data'): Record<string, string> {
  const stat = lstatSync(path);
  const own = (stat.mode & 0o077) === 0 ? {} : { [name]: (stat.mode & 0o777).toString(8) };
  if (!stat.isDirectory()) return own;
  return Object.assign(
    own,
    ...readdirSync(path).map((each) => openToOthers(join(path, each), join(name, each))),
  );
}

testWith(MODES)(
  'under any umask nothing in the data directory is open to others, while the server runs and after',
  async () => {
    const root = repository(FILES);
    const data = join(root, '.repo_mcp');
    let names: string[] = [];
    await session(root, () => {
      names = readdirSync(data, { recursive: true }).map(String);
      expect(openToOthers(data)).toEqual({});
    });
    for (const name of [
      'index.sqlite',
      'index.sqlite-wal',
      'sessions.sqlite',
      'audit.jsonl',
      'last_bundle.json',
      'bundles',
    ])
      expect(names).toContain(name);
    expect(openToOthers(data)).toEqual({});
  },
);

testWith(MODES)('what an earlier version left open to others is closed', async () => {
  const root = repository(FILES);
  const data = join(root, '.repo_mcp');
  await session(root, () => {});
  for (const name of readdirSync(data, { recursive: true }).map(String))
    chmodSync(join(data, name), lstatSync(join(data, name)).isDirectory() ? 0o755 : 0o644);
  chmodSync(data, 0o755);
  writeFileSync(join(data, 'audit.jsonl.2'), '', { mode: 0o644 });
  await session(root, () => {});
  expect(openToOthers(data)).toEqual({});
});

testWith(MODES)('of a directory that holds other things, only our files are closed', async () => {
  const root = repository(FILES);
  const data = join(root, '.repo_mcp');
  mkdirSync(data);
  writeFileSync(join(data, 'run.sh'), '');
  for (const path of [data, join(data, 'run.sh')]) chmodSync(path, 0o755);
  await session(root, () => {});
  await session(root, () => {});
  expect(openToOthers(data)).toEqual({ data: '755', 'data/run.sh': '755' });
});
