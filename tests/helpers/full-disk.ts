/** A server whose data directory lies on a full disk: what it asks of the disk is refused in its own process. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled, modulePath } from './processes.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface FullDisk {
  /** Of the server. */
  env: Record<string, string>;
  fill(): void;
  free(): void;
}

/** Whether files can be made and written; how large databases may become, who are larger do not grow. */
export type Room = { files: false; pages: 0 } | { files: true; pages: number };

/** Full from the start. */
export function fullDisk(below: string, room: Room): FullDisk {
  const mark = join(temporaryDirectory(), 'full');
  const preload = bundled(`
    import { limitDatabases, refuseFiles } from '${modulePath('tests/helpers/full-disk-preload.ts')}';
    const { below, mark, room } = JSON.parse(process.env.FULL_DISK);
    if (!room.files) refuseFiles(below, mark);
    await limitDatabases(room.pages, mark);
  `);
  const fill = () => writeFileSync(mark, '');
  fill();
  return {
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
      FULL_DISK: JSON.stringify({ below, mark, room }),
    },
    fill,
    free: () => rmSync(mark),
  };
}
