/** A second file with the content of a database that others may have open. */
import { constants, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folder } from '../folder.ts';
import { ioOr } from '../io-error.ts';
import { checkName } from '../names.ts';
import { connect } from './driver.ts';

/** How often others may write between the log being emptied and the file being copied. */
const ATTEMPTS = 20;

/** False: there is nothing to copy, or a file of that name is in `to` already. */
export async function copySqlite(from: Folder, to: Folder, name: string): Promise<boolean> {
  const [source, target] = [join(from.path, checkName(name)), join(to.path, name)];
  if ((await from.stamp(name)) === undefined || (await to.stamp(name)) !== undefined) return false;
  const database = await connect(source);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      // Nobody writes from here on; what somebody wrote just before is in the log.
      database.exec('BEGIN IMMEDIATE');
      try {
        const log = await ioOr(name, { ENOENT: undefined }, () => stat(`${source}-wal`));
        if ((log?.size ?? 0) > 0) continue;
        await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        return true;
      } finally {
        database.exec('ROLLBACK');
      }
    }
    return false;
  } finally {
    database.close();
  }
}
