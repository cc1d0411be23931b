/** An edit is seen by the next search, also where the system tells of it only some time after. */
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { type Json, openApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { type LateSystem, lateSystem } from '../helpers/late-events.ts';
import { git, repository } from '../helpers/repository.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** Longer than what FSEvents collects for. */
const DELAY_MS = 60;
/** Enough of them that grep keeps their contents in mind. */
const FILES = 2_100;
const EDITS = runs(4, 12);
const BY_NAME = 'files were searched by name';

/** Only the files that are edited need parsing. */
const fileOf = (at: number) => `src/d${at % 20}/f${at}.${at < EDITS ? 'ts' : 'txt'}`;

const crowd = () =>
  Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [fileOf(at), `export const plain${at} = ${at};\n`]),
  );

/** Puts a word into a file; returns its path. */
const WAYS = [
  (root: string, word: string, at: number) => {
    appendFileSync(join(root, fileOf(at)), `// ${word}\n`);
    return fileOf(at);
  },
  (root: string, word: string, at: number) => {
    const draft = join(root, `src/d0/f${at}.ts~`);
    writeFileSync(draft, `export const ${word} = 1;\n`);
    renameSync(draft, join(root, fileOf(at)));
    return fileOf(at);
  },
  (root: string, word: string, at: number) => {
    writeFileSync(join(root, `src/d1/new${at}.ts`), `export const ${word} = 1;\n`);
    return `src/d1/new${at}.ts`;
  },
  (root: string, word: string, at: number) => {
    mkdirSync(join(root, `lib/new${at}`), { recursive: true });
    writeFileSync(join(root, `lib/new${at}/a.ts`), `export const ${word} = 1;\n`);
    return `lib/new${at}/a.ts`;
  },
];

async function opened(late: LateSystem, flags: Record<string, string> = {}) {
  const root = repository(crowd());
  git(root, 'init', '-q');
  const said: string[] = [];
  const log = createLogger('debug', (line) => said.push(line), systemClock.now);
  const { call } = await openApp(root, flags, systemClock, { watchSystem: late.watchSystem, log });
  const search = async (query: string): Promise<string[]> => {
    const { result } = (await call('repo.search', { query, mode: 'bm25' })).value;
    return result.hits.map(({ path }: Json) => path);
  };
  const grep = async (pattern: string): Promise<string[]> => {
    const { matches } = (await call('grep_codebase', { pattern })).value;
    return matches.map(({ file }: Json) => file);
  };
  await call('repo.refresh_index', {});
  const answersByName = () => said.filter((line) => line.includes(BY_NAME)).length;
  await eventually(async () => {
    await grep('zebra');
    expect(answersByName()).toBeGreaterThan(0);
  });
  return { root, search, grep, said, answersByName };
}

const word = (at: number) => `zebra${String.fromCharCode(97 + at)}quux`;

test(`${EDITS} of ${EDITS} edits are seen at once by search and by grep when they are told ${DELAY_MS} ms late`, async () => {
  const { root, search, grep, answersByName } = await opened(lateSystem(DELAY_MS));
  const before = answersByName();
  const expected: string[] = [];
  const seen: string[] = [];
  const grepped: string[] = [];
  for (let at = 0; at < EDITS; at++) {
    const path = WAYS[at % WAYS.length]?.(root, word(at), at) ?? '';
    expected.push(path);
    seen.push(...(await search(word(at))));
    grepped.push(...(await grep(word(at))));
  }
  expect(seen).toEqual(expected);
  expect(grepped).toEqual(expected);
  for (const [at, path] of expected.entries()) {
    rmSync(join(root, path));
    expect(await search(word(at))).toEqual([]);
    expect(await grep(word(at))).toEqual([]);
  }
  expect(answersByName()).toBeGreaterThan(before);
  expect(readdirSync(join(root, '.repo_mcp')).filter((name) => name.startsWith('watch-'))).toEqual([]);
});

test('with the data directory outside of the repository, too', async () => {
  const { root, search, grep } = await opened(lateSystem(DELAY_MS), { 'data-dir': temporaryDirectory() });
  for (const [at, edit] of WAYS.entries()) {
    const path = edit(root, word(at), at);
    expect(await search(word(at))).toEqual([path]);
    expect(await grep(word(at))).toEqual([path]);
  }
});

test('where no change is ever told, the files are compared instead', async () => {
  const late = lateSystem(DELAY_MS, 200);
  const { root, search, grep } = await opened(late);
  late.delayMs = undefined;
  for (const [at, edit] of WAYS.entries()) {
    const path = edit(root, word(at), at);
    expect(await search(word(at))).toEqual([path]);
    expect(await grep(word(at))).toEqual([path]);
  }
});
