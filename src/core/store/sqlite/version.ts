import { connect } from './driver.ts';

/** Asks the database itself, so that a binding which does not load is found. */
export async function sqliteVersion(): Promise<string> {
  const database = await connect(':memory:');
  try {
    return String(database.prepare('SELECT sqlite_version() AS version').get()?.version);
  } finally {
    database.close();
  }
}
