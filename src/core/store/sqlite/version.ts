import { connect, driver } from './driver.ts';

/** Asks the database itself, so that a binding which does not load is found; and says if it is not the usual one. */
export async function sqliteVersion(): Promise<string> {
  const { instead } = await driver();
  const database = await connect(':memory:');
  try {
    const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.version);
    return instead === undefined ? version : `${version}, that of Node: ${instead}`;
  } finally {
    database.close();
  }
}
