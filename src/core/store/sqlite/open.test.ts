import { existsSync } from 'node:fs';
import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINKS, testWith } from '../../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { type Folder, openFolder } from '../folder.ts';
import { connect, readTransaction, type SqliteDatabase, writeTransaction } from './driver.ts';
import { openSqlite } from './open.ts';
import type { SqliteSchema } from './schema.ts';

const SCHEMA: SqliteSchema = {
  applicationId: 0x1234_5678,
  version: 2,
  tables: ['CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
};
const FILE = 'words.sqlite';

let folder: Folder;
let path: string;

beforeEach(async () => {
  folder = await openFolder(temporaryDirectory(), { create: true });
  path = join(folder.path, FILE);
});

async function withRow(): Promise<void> {
  const { database } = await openSqlite(folder, FILE, SCHEMA);
  database.prepare('INSERT INTO word(text) VALUES(?)').run('kept');
  database.close();
}

function words(database: SqliteDatabase): unknown[] {
  return database
    .prepare('SELECT text FROM word ORDER BY id')
    .all()
    .map((row) => row.text);
}

describe('a database of ours', () => {
  it('is made when it is not there, and kept when it is', async () => {
    await withRow();
    const again = await openSqlite(folder, FILE, SCHEMA);
    expect(again.setAside).toBeUndefined();
    expect(words(again.database)).toEqual(['kept']);
    again.database.close();
  });

  it('is finished when the making of it was cut off', async () => {
    await writeFile(path, '');
    const { database, setAside } = await openSqlite(folder, FILE, SCHEMA);
    expect(setAside).toBeUndefined();
    expect(words(database)).toEqual([]);
    database.close();
  });

  it('is open to several connections at once', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openSqlite(folder, FILE, SCHEMA)));
    for (const [at, { database }] of opened.entries())
      database.prepare('INSERT INTO word(text) VALUES(?)').run(`from ${at}`);
    for (const { database } of opened) {
      expect(words(database)).toHaveLength(3);
      database.close();
    }
  });

  it('runs with a log, without trust in its schema', async () => {
    const { database } = await openSqlite(folder, FILE, SCHEMA);
    expect(database.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal');
    expect(database.prepare('PRAGMA trusted_schema').get()?.trusted_schema).toBe(0);
    expect(() => database.prepare("SELECT load_extension('x')").get()).toThrow();
    database.close();
  });
});

describe('a file that is not ours', () => {
  async function isSetAside(reason: string): Promise<void> {
    const opened = await openSqlite(folder, FILE, SCHEMA);
    expect(opened.setAside).toBe(reason);
    expect(words(opened.database)).toEqual([]);
    opened.database.close();
    expect(existsSync(`${path}.set-aside`)).toBe(true);
    expect((await openSqlite(folder, FILE, SCHEMA)).setAside).toBeUndefined();
  }

  async function changed(sql: string): Promise<void> {
    await withRow();
    const database = await connect(path);
    database.exec(sql);
    database.close();
  }

  it('is set aside when it is no database', async () => {
    await writeFile(path, 'a letter to the editor, long enough to hold a header'.repeat(40));
    await isSetAside('foreign');
    expect(await readFile(`${path}.set-aside`, 'utf8')).toContain('letter');
  });

  it('is set aside when it is the database of another program', async () => {
    const database = await connect(path);
    database.exec('CREATE TABLE bookmark(url TEXT)');
    database.close();
    await isSetAside('foreign');
  });

  it('is set aside when it holds a trigger', async () => {
    await changed('CREATE TRIGGER t AFTER INSERT ON word BEGIN DELETE FROM word; END');
    await isSetAside('foreign');
  });

  it('is set aside when a table has a column more', async () => {
    await changed('ALTER TABLE word ADD COLUMN extra TEXT');
    await isSetAside('foreign');
  });

  it('is set aside when a newer version wrote it', async () => {
    await changed('PRAGMA user_version = 3');
    await isSetAside('newer');
  });

  it('is set aside when an older version wrote it', async () => {
    await changed('PRAGMA user_version = 1');
    await isSetAside('older');
  });

  it('is set aside when its pages are damaged', async () => {
    const { database } = await openSqlite(folder, FILE, SCHEMA);
    const insert = database.prepare('INSERT INTO word(text) VALUES(?)');
    writeTransaction(database, () => {
      for (let n = 0; n < 5_000; n++) insert.run(`word ${n}`);
    });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const bytes = await readFile(path);
    bytes.fill(0xaa, bytes.length / 2);
    await writeFile(path, bytes);
    await isSetAside('corrupt');
  });

  testWith(LINKS)('is set aside, not followed, when it is a link', async () => {
    const elsewhere = join(temporaryDirectory(), 'precious');
    await writeFile(elsewhere, 'precious');
    await symlink(elsewhere, path);
    await isSetAside('foreign');
    expect(await readFile(elsewhere, 'utf8')).toBe('precious');
  });

  testWith(LINKS)('is not written through a planted log', async () => {
    const elsewhere = join(temporaryDirectory(), 'precious');
    await writeFile(elsewhere, 'precious');
    await symlink(elsewhere, `${path}-wal`);
    await withRow();
    expect(await readFile(elsewhere, 'utf8')).toBe('precious');
    expect((await lstat(path)).isFile()).toBe(true);
  });
});

describe('a transaction', () => {
  it('writes nothing if the work throws', async () => {
    const { database } = await openSqlite(folder, FILE, SCHEMA);
    const insert = database.prepare('INSERT INTO word(text) VALUES(?)');
    const fail = () =>
      writeTransaction(database, () => {
        insert.run('half');
        throw new Error('stop');
      });
    expect(fail).toThrow('stop');
    expect(words(database)).toEqual([]);
    expect(writeTransaction(database, () => insert.run('whole').changes)).toBe(1);
    database.close();
  });

  it('reads one moment while another connection writes', async () => {
    const { database: reader } = await openSqlite(folder, FILE, SCHEMA);
    const { database: writer } = await openSqlite(folder, FILE, SCHEMA);
    readTransaction(reader, () => {
      const before = words(reader).length;
      writer.prepare('INSERT INTO word(text) VALUES(?)').run('late');
      expect(words(reader)).toHaveLength(before);
    });
    expect(words(reader)).toEqual(['late']);
    reader.close();
    writer.close();
  });
});

it('a full disk is said to be one, and nothing of the transaction stays', async () => {
  await withRow();
  const { database } = await openSqlite(folder, FILE, SCHEMA);
  database.exec('PRAGMA max_page_count = 3');
  const fill = () => database.prepare('INSERT INTO word(text) VALUES(?)').run('x'.repeat(100_000));
  expect(() => writeTransaction(database, fill)).toThrow(expect.objectContaining({ code: 'disk_full' }));
  expect(words(database)).toEqual(['kept']);
  database.close();
});
