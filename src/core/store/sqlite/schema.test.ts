import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { connect } from './driver.ts';
import { createSchema } from './schema.ts';

it('tables that find no room are refused as a full disk', async () => {
  const database = await connect(join(temporaryDirectory(), 'a.sqlite'));
  database.exec('PRAGMA max_page_count = 2');
  const tables = ['a', 'b', 'c', 'd'].map((name) => `CREATE TABLE ${name}(id INTEGER PRIMARY KEY) STRICT`);
  expect(() => createSchema(database, { applicationId: 7, version: 1, tables })).toThrow(
    expect.objectContaining({ code: 'disk_full' }),
  );
  database.close();
});
