import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { connect, hasQuietSqlite, saysBadFile } from './driver.ts';

const PAGE = 4_096;
const ROWS = 'SELECT * FROM t ORDER BY id';

it.each([
  ['20.19.0', false],
  ['22.23.3', false],
  ['23.11.1', false],
  ['24.14.1', false],
  ['24.15.0', true],
  ['24.21.0', true],
  ['25.6.1', false],
  ['25.7.0', true],
  ['26.0.0', true],
])('the SQLite of Node %s is taken only if that release does not warn of it: %s', (node, expected) => {
  expect(hasQuietSqlite(node)).toBe(expected);
});

it.each(['get', 'all', 'exec'] as const)('a page that is no page is called a bad file by %s', async (by) => {
  const path = join(temporaryDirectory(), 'a.sqlite');
  const made = await connect(path);
  made.exec('CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT) STRICT');
  for (let n = 0; n < 100; n++) made.prepare('INSERT INTO t(text) VALUES(?)').run('x'.repeat(500));
  made.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(statSync(path).size - PAGE, 0x5a), 0, undefined, PAGE);
  closeSync(file);
  const database = await connect(path);
  const read = {
    get: () => database.prepare(ROWS).get(),
    all: () => database.prepare(ROWS).all(),
    exec: () => database.exec(ROWS),
  };
  let thrown: unknown;
  try {
    read[by]();
  } catch (error) {
    thrown = error;
  }
  expect(saysBadFile(thrown)).toBe(true);
  database.close();
});
