import { lstat } from 'node:fs/promises';
import { rename, unlink } from '../held-file.ts';
import { ioOr } from '../io-error.ts';

const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** Renames a file we cannot use to `<name>.set-aside`, over an older one. Its companions hold parts of it. */
export async function setAside(path: string, name: string): Promise<void> {
  const to = `${path}.set-aside`;
  for (const companion of ['', ...COMPANIONS]) {
    await ioOr(name, { ENOENT: undefined }, () => unlink(`${to}${companion}`));
    await ioOr(name, { ENOENT: undefined }, () => rename(`${path}${companion}`, `${to}${companion}`));
  }
}

/** A journal that is not a plain file was planted: SQLite would follow a link and write behind it. */
export async function removePlantedCompanions(path: string, name: string): Promise<void> {
  for (const companion of COMPANIONS) {
    const found = await ioOr(name, { ENOENT: undefined }, () => lstat(`${path}${companion}`));
    if (found !== undefined && !found.isFile())
      await ioOr(name, { ENOENT: undefined }, () => unlink(`${path}${companion}`));
  }
}
