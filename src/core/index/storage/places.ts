/** Places of indexes that come and go together: each can begin as a copy of another and then costs what differs. */
import { copySqlite, type PostgresDatabase } from '../../store/for-hub.ts';
import { openFolder, removeFolder, saysBadFile } from '../../store/index.ts';
import { type IndexPlace, placeInFolder } from '../live/database.ts';
import { type BlockCache, CachedStorage } from './cached-storage.ts';
import { copyIndex, PostgresStorage, removeIndex } from './postgres-storage.ts';
import { onlyOwner } from './sqlite-segments.ts';
import { INDEX_FILE } from './sqlite-storage.ts';

export interface IndexPlaces {
  place(name: string): IndexPlace;
  /** False: there is nothing to copy, or `to` is there already. */
  copy(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/** In one database, with a cache of what was read of it. */
export function placesInPostgres(database: PostgresDatabase, cache: BlockCache): IndexPlaces {
  return {
    place: (name) => {
      let opened: PostgresStorage | undefined;
      return {
        open: async () => {
          opened = await PostgresStorage.open(database, name);
          return { storage: new CachedStorage(opened, cache), setAside: undefined };
        },
        // Another process may have found the same damage first: what it made instead stays.
        setAside: async () => await opened?.remove(),
        identity: () => undefined,
      };
    },
    copy: (from, to) => copyIndex(database, from, to),
    remove: (name) => removeIndex(database, name),
  };
}

/** One directory for each, with a file of SQLite in it. `name` is a plain name. */
export function placesInDirectory(directoryOf: (name: string) => string, now: () => number): IndexPlaces {
  const folderOf = (name: string) => openFolder(directoryOf(name), { create: true });
  return {
    place: (name) => placeInFolder(async () => ({ folder: await folderOf(name), owner: onlyOwner(now) })),
    copy: async (from, to) => {
      try {
        return await copySqlite(await folderOf(from), await folderOf(to), INDEX_FILE);
      } catch (thrown) {
        if (saysBadFile(thrown)) return false;
        throw thrown;
      }
    },
    remove: async (name) => await removeFolder(directoryOf(name)),
  };
}
