import { chmod, constants, lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../errors.ts';
import { IS_WINDOWS } from '../system.ts';
import {
  type Folder,
  type OpenOptions,
  OWNER_ONLY_DIRECTORY,
  OWNER_ONLY_FILE,
  openFolder,
} from './folder.ts';
import { TEMPORARY_PREFIX } from './names.ts';
import { isWritable, openPlain } from './plain-file.ts';

/** A folder for machine-made data that nobody but its owner reads: it holds words of the code. Only if it is this user's own, and can be written to. */
export async function openPrivateFolder(path: string, options: Pick<OpenOptions, 'within'>): Promise<Folder> {
  const folder = await openFolder(path, { ...options, create: true, ownerOnly: true });
  await tighten(folder);
  const isOwn = await folder.inside(async ({ path: at }) => {
    const { uid, mode } = await lstat(`${at}/.`);
    return (
      (process.getuid === undefined || uid === process.getuid()) && (IS_WINDOWS || (mode & OTHERS) === 0)
    );
  });
  if (isOwn !== true || !(await isWritable(path)))
    throw new AppError('io', 'no_permission', `The directory cannot be used: ${basename(path)}`);
  return folder;
}

/**
 * A folder for machine-made data that git never sees, whatever the repository's own rules say, and that nobody but
 * its owner reads: it holds questions, excerpts and words of the code.
 */
export async function openDataDirectory(
  path: string,
  options: Pick<OpenOptions, 'within'> = {},
): Promise<Folder> {
  try {
    const folder = await openFolder(path, { ...options, create: true, ownerOnly: true });
    await tighten(folder);
    // An existing one may be on a read-only disk and can still be read.
    if ((await folder.stamp('.gitignore')) === undefined) await folder.createExclusive('.gitignore', '*\n');
    return folder;
  } catch (thrown) {
    throw thrown instanceof AppError && isClosed(thrown) ? withWayOut(thrown) : thrown;
  }
}

function isClosed({ code }: AppError): boolean {
  return code === 'no_permission' || code === 'read_only';
}

function withWayOut({ kind, code, message, cause }: AppError): AppError {
  return new AppError(kind, code, message, {
    hint: 'Choose a writable directory: --data-dir DIR.',
    cause,
  });
}

/** What is written there. A person may name a directory that holds other things: those are not ours to change. */
const OUR_FILE =
  /^(?:\.gitignore|(?:index|sessions|symbols)\.sqlite.*|audit\.jsonl.*|contexts\.json|last_bundle\.(?:json|md)|bd_[0-9a-f]{16}\.json|order\.txt|watch-[\w-]+|[a-z.]+\.lock.*)$/;
const OUR_FOLDER = 'bundles';
const OTHERS = 0o077;

/** Removes the access of others that an earlier version, or a copy, left open. Where that is refused, it stays as it is. */
async function tighten(folder: Folder): Promise<void> {
  if (IS_WINDOWS) return;
  await folder.inside(({ path }) => tightenFiles(path));
  const below = await folder.folder(OUR_FOLDER).catch(() => undefined);
  await below?.inside(({ path }) => tightenFiles(path));
}

async function tightenFiles(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  let allOurs = true;
  for (const entry of entries) {
    if (entry.name === OUR_FOLDER && entry.isDirectory()) continue;
    if (OUR_FILE.test(entry.name) || entry.name.startsWith(TEMPORARY_PREFIX)) {
      if (entry.isFile()) await tightenFile(join(path, entry.name), entry.name);
    } else allOurs = false;
  }
  // The dot: a path by descriptor is a link, and the directory behind it is meant.
  const itself = `${path}/.`;
  const directory = await lstat(itself).catch(() => undefined);
  if (allOurs && directory?.isDirectory() && isOpenToOthers(directory))
    await chmod(itself, OWNER_ONLY_DIRECTORY).catch(() => {});
}

async function tightenFile(path: string, name: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || !isOpenToOthers(found)) return;
  const handle = await openPlain(path, name, constants.O_RDONLY).catch(() => 'missing');
  if (typeof handle === 'string') return;
  await handle.chmod(OWNER_ONLY_FILE).catch(() => {});
  await handle.close();
}

/** Only the owner may change a mode, or root; root leaves what others own to them. */
function isOpenToOthers({ mode, uid }: { mode: number; uid: number }): boolean {
  return (mode & OTHERS) !== 0 && uid === process.getuid?.();
}
