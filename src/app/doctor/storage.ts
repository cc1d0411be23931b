/** Checks of what is stored here: the checkout, the data directory, locks, the index, entries and packs. */
import { AppError } from '../../core/errors.ts';
import { clearLock, type Folder, isWritable, orphanedLocks, processOwner } from '../../core/store/index.ts';
import type { Host } from '../host.ts';
import type { Services } from '../services.ts';
import { ok, type Verdict } from './diagnosis.ts';

const MEGABYTE = 1024 * 1024;

export async function checkoutCheck({ workspace }: Services): Promise<Verdict> {
  if (await isWritable(workspace.root)) return ok('writable');
  return {
    state: 'warning',
    finding: 'read-only: init, entries, packs, directory notes and check --fix cannot write here',
    fix: 'Reading, searching, check and brief work; keep the index elsewhere with --data-dir DIR.',
  };
}

export async function dataCheck({ openData, derived }: Services): Promise<Verdict> {
  const [own, { folder, isShared }] = [await openData(), await derived()];
  for (const each of isShared ? [own, folder] : [own]) {
    await each.writeAtomic('probe', '');
    await each.remove('probe');
  }
  const where = isShared ? '; the index is kept with git, for all work trees' : '';
  return ok(`the data directory is writable${where}`);
}

export async function indexCheck({ engine }: Services): Promise<Verdict> {
  const { state, indexedFileCount, sizeBytes } = await engine.index.status();
  const size = `${indexedFileCount} files, ${(sizeBytes / MEGABYTE).toFixed(1)} MB`;
  if (state === 'ready') return ok(size);
  return {
    state: 'warning',
    finding: `${state}; ${size}`,
    fix: 'The first search builds it; pilotbook index builds it now.',
    repair: async () => `${(await engine.index.refresh()).added} files indexed`,
  };
}

export async function lockCheck(
  { ownFolders, derived }: Services,
  { clock, token }: Pick<Host, 'clock' | 'token'>,
): Promise<Verdict> {
  const who = { owner: await processOwner(token), clock };
  const orphans: { folder: Folder; name: string }[] = [];
  const { folder: shared, isShared } = await derived();
  for (const folder of [await ownFolders.data(), await ownFolders.packs(), isShared ? shared : undefined])
    if (folder) for (const name of await orphanedLocks(folder, who)) orphans.push({ folder, name });
  if (orphans.length === 0) return ok('no stale locks');
  return {
    state: 'warning',
    finding: `left by processes that have ended: ${orphans.map(({ name }) => name).join(', ')}`,
    fix: 'The next writer takes them over; --repair removes them now.',
    repair: async () => {
      for (const { folder, name } of orphans) await clearLock(folder, name, who);
      return `${orphans.length} removed`;
    },
  };
}

export async function stashCheck({ stash }: Services): Promise<Verdict> {
  try {
    await stash.config();
    return ok('.context/config.json is valid');
  } catch (thrown) {
    // A project may have no entries, or deny reading them.
    if (thrown instanceof AppError && (thrown.code === 'not_initialized' || thrown.code === 'denied'))
      return ok(thrown.message);
    throw thrown;
  }
}

export async function packCheck({ packs }: Services, signal: AbortSignal): Promise<Verdict> {
  const broken = (await packs.survey(signal)).flatMap((each) => ('problem' in each ? [each] : []));
  if (broken.length === 0) return ok('all packs can be read');
  return {
    state: 'failed',
    finding: broken.map(({ file, problem }) => `${file}: ${problem.message}`).join('; '),
    fix: 'Fix the file by hand, or move it out of the folder; --repair adds .broken to its name.',
    repair: async () => {
      for (const { file } of broken) await packs.setAside(file);
      return `${broken.length} set aside`;
    },
  };
}
