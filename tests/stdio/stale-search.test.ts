/** After many changes at once, an answer of the server either has them all or says that some may be missing. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openFolder, processOwner, withLock } from '../../src/core/store/index.ts';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { git, gitRepository } from '../helpers/repository.ts';

/** More than the system keeps events of, in the full run. */
const FILES = runs(700, 8_500);
const MANY = runs(600, 8_000);
const COMMITS = runs(45, 200);
const WORD = 'zebraquux';
const fileOf = (at: number) => `src/d${at % 10}/f${at}.txt`;
const crowd = () =>
  Object.fromEntries(Array.from({ length: FILES }, (_, at) => [fileOf(at), `plain ${at}\n`]));

const edit = (root: string, count: number) => {
  for (let at = 0; at < count; at++) writeFileSync(join(root, fileOf(at)), `${WORD} ${at}\n`);
};

/** Each leaves so many files with the word. */
const BURSTS: [string, (root: string) => void, number][] = [
  ['41 edits', (root) => edit(root, 41), 41],
  [`${MANY} edits`, (root) => edit(root, MANY), MANY],
  [
    'a checkout across many commits',
    (root) => {
      git(root, 'checkout', '-q', '-b', 'far');
      for (let at = 0; at < COMMITS; at++) {
        writeFileSync(join(root, fileOf(at)), `${WORD} ${at}\n`);
        git(root, 'commit', '-q', '-a', '-m', `step ${at}`);
      }
      git(root, 'checkout', '-q', 'main');
      git(root, 'checkout', '-q', 'far');
    },
    COMMITS,
  ],
  [
    'a checkout of many files',
    (root) => {
      git(root, 'checkout', '-q', '-b', 'other');
      edit(root, 300);
      git(root, 'commit', '-q', '-a', '-m', 'second');
      git(root, 'checkout', '-q', 'main');
      git(root, 'checkout', '-q', 'other');
    },
    300,
  ],
  [
    'a reset after many edits',
    (root) => {
      edit(root, 200);
      git(root, 'commit', '-q', '-a', '-m', 'second');
      edit(root, 400);
      git(root, 'reset', '-q', '--hard');
    },
    200,
  ],
  [
    'a directory moved away, edited and moved back',
    (root) => {
      renameSync(join(root, 'src/d3'), join(root, 'src/elsewhere'));
      for (let at = 3; at < 600; at += 10)
        writeFileSync(join(root, `src/elsewhere/f${at}.txt`), `${WORD} ${at}\n`);
      renameSync(join(root, 'src/elsewhere'), join(root, 'src/d3'));
    },
    60,
  ],
  [
    'a submodule that is added',
    (root) => {
      const other = gitRepository(
        Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}.txt`, `${WORD} ${at}\n`])),
      );
      git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub');
    },
    50,
  ],
];

async function opened() {
  const root = gitRepository(crowd());
  rmSync(join(root, '.repo_mcp'), { recursive: true, force: true });
  const client = await connectClient(root);
  const call = async (name: string, args: Record<string, unknown>): Promise<Json> => {
    const answer: Json = await client.callTool({ name, arguments: args });
    return JSON.parse(answer.content[0].text);
  };
  const search = async () => {
    const { result, warnings } = await call('repo_search', { query: WORD, mode: 'bm25', top_k: 50 });
    return { hits: result.hits.length, warnings };
  };
  await call('repo_refresh_index', {});
  await eventually(async () => expect(await search()).toEqual({ hits: 0, warnings: [] }));
  return { root, call, search };
}

let words = 0;

/** As long as another process holds the lock, no refresh begins. */
async function whileNothingIsRefreshed(root: string, work: () => Promise<void>): Promise<void> {
  const folder = await openFolder(join(root, '.repo_mcp'), { create: true });
  const owner = await processOwner(() => `stale-search-${words++}`);
  await withLock(folder, 'index.lock', { owner, clock: systemClock, waitMs: 60_000 }, work);
}

test.each(BURSTS)('%s: every answer warns until nothing is missing', async (_, burst, count) => {
  const { root, search } = await opened();
  await whileNothingIsRefreshed(root, async () => {
    burst(root);
    for (const _ of ['first', 'second', 'third'])
      expect(await search()).toMatchObject({ warnings: [expect.stringContaining('may be missing')] });
  });
  await eventually(async () => expect(await search()).toEqual({ hits: Math.min(count, 50), warnings: [] }));
});

test('the first answer without a warning after a burst has everything', async () => {
  const { root, search } = await opened();
  edit(root, 600);
  let answer = await search();
  while (answer.warnings.length > 0) answer = await search();
  expect(answer.hits).toBe(50);
});
