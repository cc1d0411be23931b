/** Loaded into the server before its own code, so it must not need the test runner: see full-disk.ts. */
import { existsSync } from 'node:fs';
import { onFailingDisk } from './failing-disk.ts';

interface Database {
  exec(sql: string): void;
  prepare(sql: string): { get(): Record<string, unknown> | undefined };
}

const DRIVERS = ['node:sqlite', '@photostructure/sqlite'];
const NO_LIMIT = 4_294_967_294;

/** While the mark is there. */
export function refuseFiles(below: string, mark: string): void {
  const fails = () => existsSync(mark);
  void onFailingDisk({ failure: 'ENOSPC', below, after: 0, fails }, () => new Promise(() => {}));
}

/** SQLite says itself that it is full. A file that is larger already keeps its size. */
export async function limitDatabases(pages: number, mark: string): Promise<void> {
  for (const driver of DRIVERS) {
    const loaded = (await import(driver).catch(() => undefined)) as
      | { DatabaseSync: { prototype: Database } }
      | undefined;
    if (loaded === undefined) continue;
    const { DatabaseSync } = loaded;
    const { exec } = DatabaseSync.prototype;
    const limited = function (this: Database, sql: string) {
      const isFile = () => this.prepare('PRAGMA database_list').get()?.file !== '';
      if (sql === 'BEGIN IMMEDIATE' && isFile())
        exec.call(this, `PRAGMA max_page_count = ${existsSync(mark) ? Math.max(pages, 1) : NO_LIMIT}`);
      exec.call(this, sql);
    };
    // The package's own methods cannot be replaced, but what its databases are made of can; with Node's it is the reverse.
    if (Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec')?.writable)
      DatabaseSync.prototype.exec = limited;
    else DatabaseSync.prototype = Object.create(DatabaseSync.prototype, { exec: { value: limited } });
  }
}
