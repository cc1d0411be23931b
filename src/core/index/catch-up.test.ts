import { describe, expect, it } from 'vitest';
import { openTestIndex } from '../../../tests/helpers/code-index.ts';
import { onFailingDisk } from '../../../tests/helpers/failing-disk.ts';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { systemClock } from '../clock.ts';
import { openFolder, processOwner, withLock } from '../store/index.ts';
import { CatchUp, type CatchUpDeps } from './catch-up.ts';

const FILES = {
  'src/anchor.ts': 'export function dropAnchor() {\n  return "chain";\n}\n',
  'src/helm.ts': 'export const helm = 1;\n',
  'docs/anchor.md': '# Anchors\n\nHow to drop an anchor.\n',
};

let words = 0;

/** As long as another process builds, this one has no index of its own. */
async function whileAnotherBuilds(dataDir: string, work: () => Promise<void>): Promise<void> {
  const folder = await openFolder(dataDir, { create: true });
  const owner = await processOwner(() => `other-builder-${words++}`);
  await withLock(folder, 'index.lock', { owner, clock: systemClock, waitMs: 1_000 }, work);
}

describe('before the index is built', () => {
  it('answers from the files that hold the words, and says how far the index is', async () => {
    const root = repository(FILES);
    const { index, dataDir } = await openTestIndex(root, { built: false });
    expect((await index.status()).state).toBe('not_indexed');
    await whileAnotherBuilds(dataDir, async () => {
      const answer = await index.search('dropAnchor', { mode: 'bm25', topK: 5 });
      expect(answer.warnings).toEqual([expect.stringMatching(/^The index is being built: /)]);
      expect(answer.hits[0]).toMatchObject({ path: 'src/anchor.ts', startLine: 1 });
      expect(answer.hits[0]?.text).toContain('function dropAnchor');
      expect((await index.status()).state).toBe('building');
    });
    await index.refresh();
    const answer = await index.search('dropAnchor', { mode: 'bm25', topK: 5 });
    expect(answer).toMatchObject({ warnings: [] });
    expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: 3, progress: undefined });
  });

  it('keeps to the glob in that answer too', async () => {
    const { index, dataDir } = await openTestIndex(repository(FILES), { built: false });
    await whileAnotherBuilds(dataDir, async () => {
      const { hits } = await index.search('anchor', { mode: 'bm25', topK: 5, fileGlob: 'docs/**' });
      expect(hits.map(({ path }) => path)).toEqual(['docs/anchor.md']);
    });
  });
});

describe('after a refresh that failed', () => {
  const ON_FULL_DISK = { failure: 'ENOSPC', after: 0 } as const;
  const WHY = expect.stringMatching(
    /^The index could not be brought up to date\. The disk is full.* Free some space/,
  );

  it('one that was asked for by name: the answer says why there is no index, not that it is being built', async () => {
    const { index, dataDir } = await openTestIndex(repository(FILES), { built: false });
    // Opens it while there is room.
    await index.status();
    await onFailingDisk({ ...ON_FULL_DISK, below: dataDir }, () =>
      expect(index.refresh()).rejects.toMatchObject({ code: 'disk_full' }),
    );
    await whileAnotherBuilds(dataDir, async () => {
      const answer = await index.search('dropAnchor', { mode: 'bm25', topK: 5 });
      expect(answer).toMatchObject({ warnings: [WHY] });
      expect(answer.hits[0]).toMatchObject({ path: 'src/anchor.ts' });
    });
  });

  it('one of its own: the answer is not called ready, until a refresh works', async () => {
    const root = repository(FILES);
    const { close, dataDir } = await openTestIndex(root);
    await close();
    const { index: again } = await openTestIndex(root, { dataDir, built: false });
    await again.status();
    write(root, { 'src/keel.ts': 'export const keel = 1;\n' });
    const search = () => again.search('keel', { mode: 'bm25', topK: 5 });
    await onFailingDisk({ ...ON_FULL_DISK, below: dataDir }, async () => {
      for (const _ of ['first', 'second']) expect(await search()).toMatchObject({ warnings: [WHY] });
    });
    expect(await search()).toMatchObject({
      warnings: [],
      hits: [{ path: 'src/keel.ts' }],
    });
  });
});

describe('while files are compared with a complete index', () => {
  it.each([
    [{ done: 0, total: 0 }, []],
    [{ done: 7, total: 7 }, []],
    [{ done: 1, total: 7 }, [expect.stringContaining('6 files to read')]],
    [undefined, [expect.stringContaining('still being compared')]],
  ])('with %o of the files read again it warns only of what is missing', async (progress, warnings) => {
    const parts = {
      database: { live: { current: async () => {}, value: () => 1 } },
      background: { start: () => new Promise<void>(() => {}), progress, hasReadAll: warnings.length === 0 },
      changedFiles: { catchUp: async () => undefined },
      clock: systemClock,
    };
    // Only these are asked; a refresh that takes just so long cannot be had from a real one.
    const catchUp = new CatchUp(parts as unknown as CatchUpDeps);
    expect(await catchUp.before('anchor', undefined)).toEqual(warnings);
  });
});
