import { appendFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { finished, modulePath, startScript } from '../../../tests/helpers/processes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { systemClock } from '../clock.ts';
import { type Folder, openFolder } from './folder.ts';
import { type Journal, openJournal } from './journal.ts';
import { processOwner } from './lock-file.ts';

let folder: Folder;
let tokens = 0;

beforeEach(async () => {
  folder = await openFolder(temporaryDirectory(), { create: true });
});

async function open(maxBytes = 1_000_000, keep = 2): Promise<Journal> {
  const owner = await processOwner(() => `token${String(tokens++).padStart(6, '0')}`);
  return openJournal(folder, 'audit.jsonl', { maxBytes, keep, owner, clock: systemClock });
}
const line = (at: number) => ({ timestamp: new Date(at * 1000).toISOString(), at });
const numbers = async (journal: Journal, limit = 1000, since?: string) =>
  (await journal.read({ limit, ...(since === undefined ? {} : { since }) })).map((entry) => entry.at);

test('lines come back in the order they were written, the newest last', async () => {
  const journal = await open();
  for (let at = 0; at < 5; at++) await journal.append(line(at));
  expect(await numbers(journal)).toEqual([0, 1, 2, 3, 4]);
  expect(await numbers(journal, 2)).toEqual([3, 4]);
  expect(await numbers(journal, 1000, line(3).timestamp)).toEqual([3, 4]);
  expect(await numbers(journal, 1, line(1).timestamp)).toEqual([4]);
});

test('a journal that is not there yet is empty', async () => {
  expect(await (await open()).read({ limit: 5 })).toEqual([]);
});

test('a torn line is skipped and does not spoil the next one', async () => {
  const journal = await open();
  await journal.append(line(1));
  await appendFile(join(folder.path, 'audit.jsonl'), '{"timestamp":"2026');
  expect(await numbers(journal)).toEqual([1]);
  await journal.append(line(2));
  expect(await numbers(journal)).toEqual([1, 2]);
});

test('lines that are no entries are skipped', async () => {
  await writeFile(join(folder.path, 'audit.jsonl'), 'null\n[]\n7\n{}\n{"timestamp":1}\n\n\u0000\n');
  const journal = await open();
  await journal.append(line(1));
  expect(await numbers(journal)).toEqual([1]);
});

test('a full file is put aside, and only so many are kept', async () => {
  const journal = await open(200, 2);
  for (let at = 0; at < 41; at++) await journal.append(line(at));
  expect((await readdir(folder.path)).sort()).toEqual(['audit.jsonl', 'audit.jsonl.1', 'audit.jsonl.2']);
  const kept = await numbers(journal);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 41 - kept.length + at));
  expect(kept.length).toBeGreaterThanOrEqual(9);
});

testWith(LINKS)('a link in the place of the journal is not followed', async () => {
  await writeFile(join(folder.path, 'precious'), '');
  await symlink('precious', join(folder.path, 'audit.jsonl'));
  const journal = await open();
  await expect(journal.append(line(1))).rejects.toMatchObject({ kind: 'io', code: 'not_a_file' });
  expect(await readFile(join(folder.path, 'precious'), 'utf8')).toBe('');
});

test('several processes lose no line and mix none while files are put aside', async () => {
  const source = `
    import { randomBytes } from 'node:crypto';
    import { openFolder, openJournal, processOwner } from '${modulePath('src/core/store/index.ts')}';
    import { systemClock } from '${modulePath('src/core/clock.ts')}';
    const [, , path, who] = process.argv;
    const owner = await processOwner(() => randomBytes(8).toString('hex'));
    const options = { maxBytes: 20_000, keep: 20, owner, clock: systemClock };
    const journal = openJournal(await openFolder(path), 'audit.jsonl', options);
    for (let at = 0; at < 300; at++)
      await journal.append({ timestamp: new Date().toISOString(), at: who + '-' + at, pad: 'x'.repeat(at) });`;
  const children = ['a', 'b', 'c'].map((who) => startScript(source, { args: [folder.path, who] }));
  const ends = await Promise.all(children.map(finished));
  expect(ends.map((end) => [end.code, end.stderr])).toEqual(ends.map(() => [0, '']));
  const all = await numbers(await open(20_000, 20), 10_000);
  const expected = ['a', 'b', 'c'].flatMap((who) => Array.from({ length: 300 }, (_, at) => `${who}-${at}`));
  expect([...all].sort()).toEqual(expected.sort());
  expect((await readdir(folder.path)).length).toBeGreaterThan(5);
});
