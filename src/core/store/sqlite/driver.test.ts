import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { connect, type DriverSystem, hasQuietSqlite, loadDriver, saysBadFile } from './driver.ts';

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

describe('the binding', () => {
  class Own {}
  class Package {}
  const modules = {
    'node:sqlite': { DatabaseSync: Own },
    '@photostructure/sqlite': { DatabaseSync: Package },
  };
  const system = (node: string, broken: readonly string[], glibc?: string): DriverSystem => ({
    node,
    glibc: () => glibc,
    load: async (name) => {
      if (broken.includes(name))
        throw new Error(`/usr/lib64/libm.so.6: version GLIBC_2.29 not found (${name})`);
      return modules[name as keyof typeof modules];
    },
  });

  it('is that of Node where that is quiet, else that of the package', async () => {
    expect(await loadDriver(system('24.15.0', []))).toEqual({ Database: Own, instead: undefined });
    expect(await loadDriver(system('22.20.0', []))).toEqual({ Database: Package, instead: undefined });
  });

  it('is that of Node, too, where the package does not load, and says why', async () => {
    expect(await loadDriver(system('22.20.0', ['@photostructure/sqlite'], '2.28'))).toEqual({
      Database: Own,
      instead: 'its prebuilt binary needs glibc 2.29, and this system has 2.28',
    });
  });

  it.each([
    ['2.28', 'SQLite cannot be loaded: its prebuilt binary needs glibc 2.29, and this system has 2.28.'],
    ['2.17', 'SQLite cannot be loaded: its prebuilt binary needs glibc 2.29, and this system has 2.17.'],
    ['2.36', 'SQLite cannot be loaded: there is no prebuilt binary that works on this system.'],
    [undefined, 'SQLite cannot be loaded: there is no prebuilt binary that works on this system.'],
  ])('with glibc %s and no other way, says so and what to do', async (glibc, message) => {
    const loading = loadDriver(system('20.19.0', ['@photostructure/sqlite', 'node:sqlite'], glibc));
    await expect(loading).rejects.toMatchObject({
      code: 'sqlite_missing',
      message,
      hint: 'Use Node 22.13 or newer, which has an SQLite of its own.',
    });
  });
});
