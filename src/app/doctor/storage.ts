/** What is written here: the checkout, the data directory, the index. */
import { isWritable } from '../../core/store/index.ts';
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

export async function dataCheck({ openData }: Services): Promise<Verdict> {
  const folder = await openData();
  await folder.writeAtomic('probe', '');
  await folder.remove('probe');
  return ok('the data directory is writable');
}

export async function indexCheck({ engine }: Services): Promise<Verdict> {
  const { state, indexedFileCount, sizeBytes } = await (await engine.index()).status();
  const size = `${indexedFileCount} files, ${(sizeBytes / MEGABYTE).toFixed(1)} MB`;
  if (state === 'ready') return ok(size);
  return {
    state: 'warning',
    finding: `${state}; ${size}`,
    fix: 'The first search builds it; pilotbook index builds it now.',
    repair: async () => `${(await (await engine.index()).refresh()).added} files indexed`,
  };
}
