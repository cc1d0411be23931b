import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { AppError } from '../../errors.ts';
import { openFolder } from '../../store/index.ts';
import { connect } from '../../store/sqlite/driver.ts';
import { Analyser } from '../analyse/analyser.ts';
import { SegmentBuilder } from '../segment/builder.ts';
import { BlockCache, CachedStorage } from './cached-storage.ts';
import { MemoryStorage } from './memory-storage.ts';
import type { IndexStorage } from './storage.ts';

const FILE = 'blocks.sqlite';
const MEGABYTE = 1024 * 1024;

function parts(files: number) {
  const builder = new SegmentBuilder(new Analyser());
  for (let n = 0; n < files; n++)
    builder.add(`f${n}.ts`, `const word${n} = alpha;\n`, {
      size: n,
      mtimeMs: n,
      ctimeMs: n,
      ino: n,
      hash: new Uint8Array(16),
    });
  return builder.finish();
}

/** One segment in a storage that can be away, behind a cache in the directory. */
async function place(directory = temporaryDirectory(), maxBytes = MEGABYTE) {
  const inner = new MemoryStorage();
  const committed = await inner.commit(0, { insert: [{ parts: parts(50), dead: new Uint8Array() }] });
  const asked: number[] = [];
  let isAway = false;
  const through = <T>(work: () => Promise<T>, blocks = 0) => {
    if (isAway) throw new AppError('unavailable', 'database_away', 'The database cannot be reached.');
    if (blocks > 0) asked.push(blocks);
    return work();
  };
  const remote: IndexStorage = {
    state: async (known) => through(() => inner.state(known)),
    segments: async (ids) => through(() => inner.segments(ids), ids.length),
    blocks: async (addresses) => through(() => inner.blocks(addresses), addresses.length),
    commit: async (base, changes) => through(() => inner.commit(base, changes)),
    sizeBytes: async () => through(() => inner.sizeBytes()),
    close: async () => {},
  };
  const folder = (await openFolder(directory, { create: true })) ?? expect.unreachable();
  const cache = await BlockCache.open(folder, FILE, maxBytes);
  onTestFinished(() => cache.close());
  return {
    inner,
    asked,
    cache,
    storage: new CachedStorage(remote, cache),
    id: committed?.inserted[0] ?? expect.unreachable(),
    away: (now: boolean) => {
      isAway = now;
    },
  };
}

it('what was read once is read from the disk, also while the storage is away', async () => {
  const { storage, inner, id, asked, away } = await place();
  const wanted = (['terms', 'pathTerms'] as const).map((kind) => ({ segment: id, kind, number: 0 }));
  const read = [await storage.segments([id]), await storage.blocks(wanted)];
  expect(read).toEqual([await inner.segments([id]), await inner.blocks(wanted)]);
  expect(asked).toEqual([1, 2]);
  away(true);
  expect([await storage.segments([id]), await storage.blocks(wanted)]).toEqual(read);
  expect(asked).toEqual([1, 2]);
});

it('while the storage is away there is nothing new, and what was never read fails', async () => {
  const { storage, id, away } = await place();
  const state = await storage.state();
  away(true);
  expect(await storage.state(state?.generation)).toBeUndefined();
  const gone = { code: 'database_away' };
  await expect(storage.state()).rejects.toMatchObject(gone);
  await expect(storage.blocks([{ segment: id, kind: 'terms', number: 0 }])).rejects.toMatchObject(gone);
  await expect(storage.commit(1, {})).rejects.toMatchObject(gone);
  away(false);
  expect(await storage.commit(1, {})).toMatchObject({ generation: 2 });
});

it('of several blocks only those that are not kept are asked for, and come in the order asked for', async () => {
  const { storage, inner, id, asked } = await place();
  const address = (kind: 'terms' | 'pathTerms' | 'declarations', number = 0) => ({
    segment: id,
    kind,
    number,
  });
  await storage.blocks([address('pathTerms')]);
  const wanted = [address('terms'), address('pathTerms'), address('declarations'), address('terms', 99)];
  expect(await storage.blocks(wanted)).toEqual(await inner.blocks(wanted));
  expect(asked).toEqual([1, 3]);
});

it('keeps to its limit, and what was used last', async () => {
  const { cache } = await place(undefined, 100_000);
  const key = (number: number) => ({ segment: 1, kind: 'terms', number }) as const;
  for (let number = 0; number < 40; number++) {
    await cache.put([{ key: key(number), bytes: new Uint8Array(10_000) }]);
    expect((await cache.get([key(0)]))[0]).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  }
  expect((await cache.get([key(1)]))[0]).toBeUndefined();
});

it('what is kept no longer whole is asked for again, and a file that is no cache is made anew', async () => {
  const directory = temporaryDirectory();
  const { storage, inner, id, asked, cache } = await place(directory);
  const wanted = [{ segment: id, kind: 'terms', number: 0 } as const];
  await storage.blocks(wanted);
  const beside = await connect(join(directory, FILE));
  beside.exec("UPDATE kept SET data = x'0011223344556677'");
  beside.close();
  expect(await storage.blocks(wanted)).toEqual(await inner.blocks(wanted));
  expect(await storage.blocks(wanted)).toEqual(await inner.blocks(wanted));
  expect(asked).toEqual([1, 1]);
  cache.close();
  cache.close = () => {};
  writeFileSync(join(directory, FILE), 'no database at all');
  const again = await place(directory);
  expect(await again.storage.blocks(wanted)).toEqual(await again.inner.blocks(wanted));
});
