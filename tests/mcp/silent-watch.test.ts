/** A watch that is opened without an error and reports nothing, or not all: as on file systems of other machines. */
import { EventEmitter } from 'node:events';
import { appendFileSync, type FSWatcher, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { type WatchSystem, watchOfSystem } from '../../src/core/workspace/index.ts';
import { type Json, openApp } from '../helpers/app.ts';
import { gitRepository } from '../helpers/repository.ts';

class SilentWatcher extends EventEmitter {
  close(): void {}
}

const silent = () => new SilentWatcher() as unknown as FSWatcher;

const SYSTEMS: [string, WatchSystem][] = [
  ['that reports nothing at all', { perDirectory: true, watchPlace: silent, longestWaitMs: 100 }],
  [
    'that reports what this machine does, while another one writes',
    {
      perDirectory: true,
      isRemote: true,
      watchPlace: (place, recursive) =>
        place.endsWith('.repo_mcp') ? watchOfSystem(place, recursive) : silent(),
    },
  ],
];

test.each(SYSTEMS)('a watch %s: every change is seen by the next search', async (_, watchSystem) => {
  const root = gitRepository({ 'src/a.txt': 'plain\n', 'src/b.txt': 'plain\n' });
  const { call } = await openApp(root, {}, systemClock, { watchSystem });
  const finds = async (query: string): Promise<string[]> => {
    const { result } = (await call('repo.search', { query, mode: 'bm25' })).value;
    return result.hits.map(({ path }: Json) => path);
  };
  const lists = async (): Promise<string[]> =>
    (await call('repo.list_files', {})).value.result.files.map(({ path }: Json) => path);
  await call('repo.refresh_index', {});
  expect(await finds('plain')).toEqual(['src/a.txt', 'src/b.txt']);
  expect(await lists()).toEqual(['src/a.txt', 'src/b.txt']);
  appendFileSync(join(root, 'src/a.txt'), 'walrus\n');
  expect(await finds('walrus')).toEqual(['src/a.txt']);
  mkdirSync(join(root, 'lib'));
  writeFileSync(join(root, 'lib/c.txt'), 'heron\n');
  expect(await finds('heron')).toEqual(['lib/c.txt']);
  rmSync(join(root, 'src/b.txt'));
  expect(await finds('plain')).toEqual(['src/a.txt']);
  expect(await lists()).toEqual(['lib/c.txt', 'src/a.txt']);
  expect(readdirSync(join(root, '.repo_mcp')).filter((name) => name.startsWith('watch-'))).toEqual([]);
});
