import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { createLogger } from '../logger.ts';
import { openDataDirectory } from '../store/index.ts';
import { openWorkspace } from '../workspace/index.ts';
import { FactsStore } from './facts-store.ts';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

/** A store whose reads are counted, by a clock that is an hour ahead: what was written now was written long ago. */
async function storeOf(root: string, dataDir: string, now = () => Date.now() + HOUR_MS) {
  const workspace = await openWorkspace({ root, maxFileBytes: 100_000, dataDir });
  const read: string[] = [];
  const store = new FactsStore({
    workspace: {
      facts: workspace.facts,
      readText: (path, options) => {
        read.push(path);
        return workspace.readText(path, options);
      },
    },
    clock: { now },
    place: async () => ({ folder: await openDataDirectory(dataDir), name: 'main', isGone: () => false }),
    log: createLogger(
      'silent',
      () => {},
      () => 0,
    ),
  });
  return { store, read };
}

test('after a restart a file that has not changed is not read again to be learnt or to name its declarations', async () => {
  const root = repository({ 'a.py': 'def one():\n    pass\n' });
  const dataDir = temporaryDirectory();
  const first = await storeOf(root, dataDir);
  await first.store.learn('a.py', signal);
  expect(first.read).toEqual(['a.py']);
  await first.store.close();

  const second = await storeOf(root, dataDir);
  await second.store.learn('a.py', signal);
  expect((await second.store.factsNow('a.py'))?.declarations).toMatchObject([{ name: 'one' }]);
  expect(second.read).toEqual([]);

  write(root, { 'a.py': 'def two():\n    pass\n' });
  utimesSync(join(root, 'a.py'), 1, 1);
  expect(await second.store.factsNow('a.py')).toBeUndefined();
  const source = await second.store.source('a.py');
  expect((await second.store.ofText('a.py', source ?? { text: '' })).facts?.declarations).toMatchObject([
    { name: 'two' },
  ]);
  expect(second.read).toEqual(['a.py']);
  expect((await second.store.factsNow('a.py'))?.declarations).toMatchObject([{ name: 'two' }]);
  await second.store.close();
});

test('a file that was written a moment ago is read each time: its next change may have the same times', async () => {
  const root = repository({ 'a.py': 'def one():\n    pass\n' });
  const { store, read } = await storeOf(root, temporaryDirectory(), () => Date.now());
  await store.source('a.py');
  await store.source('a.py');
  expect(read).toEqual(['a.py', 'a.py']);
  expect(await store.factsNow('a.py')).toBeUndefined();
  await store.close();
});
