/** The quick search where knowing the files would cost too much, or cannot be kept up: the answers stay right. */

import { appendFileSync, type FSWatcher, renameSync, watch as watchPlace } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../../tests/helpers/eventually.ts';
import { grepParts } from '../../../../tests/helpers/grep-parts.ts';
import { repository } from '../../../../tests/helpers/repository.ts';
import { systemClock } from '../../clock.ts';
import { sharedWatch } from '../../watch/watch.ts';
import { grep } from '../grep.ts';
import type { GrepQuery } from '../query.ts';
import { LIMITS, type Limits, openGrep } from './quick-grep.ts';

const QUERY: GrepQuery = {
  pattern: 'needle',
  caseSensitive: true,
  contextLines: 0,
  limit: 100,
  maxLineLength: 200,
};
const GAVE_UP = 'all files are searched each time from now on';
const BY_NAME = 'files were searched by name';
const FILES = 60;
const DIRECTORIES = 6;

function opened(lowered: Partial<Limits>, mostWatches = Number.POSITIVE_INFINITY) {
  const crowd = Array.from({ length: FILES }, (_, at) => [
    `d${at % DIRECTORIES}/f${at}.txt`,
    `plain text number ${at}, and something else\n`,
  ]);
  const root = repository({ ...Object.fromEntries(crowd), 'd0/it.txt': 'the needle\n' });
  const parts = grepParts(root, 5_000);
  const watches = { most: mostWatches };
  const watched = new Set<FSWatcher>();
  const watch = sharedWatch(root, {
    watchPlace: (place, recursive) => {
      if (watched.size >= watches.most) throw Object.assign(new Error('no more'), { code: 'ENOSPC' });
      const watcher = watchPlace(place, { persistent: false, recursive });
      watched.add(watcher);
      const { close } = watcher;
      watcher.close = () => {
        watched.delete(watcher);
        close.call(watcher);
      };
      return watcher;
    },
  });
  const said: string[] = [];
  const note = (message: string) => said.push(message);
  const quick = openGrep(
    { searchRules: { ...parts, programPath: undefined }, watch },
    {
      clock: systemClock,
      log: { debug: note, info: note, warn: note, error: note },
      leastFiles: 1,
      limits: { ...LIMITS, ...lowered },
    },
  );
  onTestFinished(() => quick.close());
  const ask = async () => {
    const answer = await quick.grep(QUERY);
    expect(answer).toEqual(await grep(parts, QUERY));
    return answer;
  };
  const until = (message: string) =>
    eventually(async () => {
      await ask();
      expect(said).toContain(message);
    });
  return { root, ask, until, said, watched, watches };
}

/** Nothing is held, nothing is tried again, and a change is seen. */
async function expectPlain({ root, ask, said, watched }: ReturnType<typeof opened>) {
  expect(watched.size).toBe(0);
  const before = said.length;
  appendFileSync(join(root, 'd1/f1.txt'), 'needle\n');
  expect(await ask()).toMatchObject({ totalMatches: 2 });
  await ask();
  expect(said.slice(before)).toEqual([]);
  expect(watched.size).toBe(0);
}

test('within the limits, files are searched by name', async () => {
  const it = opened({});
  await it.until(BY_NAME);
  expect(it.watched.size).toBe(DIRECTORIES + 1);
  expect(it.said).not.toContain(GAVE_UP);
});

test.each<[string, Partial<Limits>]>([
  ['too many files', { files: FILES }],
  ['too many directories', { directories: DIRECTORIES }],
  ['more in them than may be held', { tableBytes: 400 }],
])('%s: all of them are searched each time', async (_, limits) => {
  const it = opened(limits);
  await it.until(GAVE_UP);
  expect(it.said).not.toContain(BY_NAME);
  await expectPlain(it);
});

test.each([0, 1, DIRECTORIES])(
  'a system that gives %i watches: all files are searched each time',
  async (most) => {
    const it = opened({}, most);
    await it.until(GAVE_UP);
    expect(it.said).not.toContain(BY_NAME);
    await expectPlain(it);
  },
);

test('a directory that cannot be watched any more ends it, and the very next answer is right', async () => {
  const it = opened({});
  await it.until(BY_NAME);
  it.watches.most = 0;
  renameSync(join(it.root, 'd2'), join(it.root, 'away'));
  renameSync(join(it.root, 'away'), join(it.root, 'd2'));
  appendFileSync(join(it.root, 'd2/f2.txt'), 'needle\n');
  expect(await it.ask()).toMatchObject({ totalMatches: 2 });
  expect(it.said).toContain(GAVE_UP);
  expect(it.watched.size).toBe(0);
});
