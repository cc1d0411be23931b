/** Contents that come back, and several indexes that share one file, with writers between any two steps. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { openFolder, openSqlite } from '../../store/index.ts';
import { Analyser } from '../analyse/analyser.ts';
import { SegmentBuilder } from '../segment/builder.ts';
import type { SegmentParts } from '../segment/segment.ts';
import { INDEX_FILE, INDEX_SCHEMA, SqliteStorage } from '../storage/sqlite-storage.ts';
import { compact } from './compact.ts';
import { keptContents } from './kept-contents.ts';
import { LiveIndex } from './live-index.ts';

const FILES = 40;
const STAT = { size: 1, mtimeMs: 2, ctimeMs: 3, ino: 4 };
const NEVER = new AbortController().signal;
const PATHS = Array.from({ length: FILES }, (_, n) => `f${String(n).padStart(2, '0')}.ts`);

/** All paths, with contents of that version. */
function segment(version: number, paths: readonly string[] = PATHS): SegmentParts {
  const builder = new SegmentBuilder(new Analyser());
  for (const path of paths)
    builder.add(path, `const word = ${version};\n`, { ...STAT, hash: new Uint8Array(16).fill(version) });
  return builder.finish();
}

interface Owner {
  name?: string;
  now?: () => number;
  isGone?: (name: string) => boolean;
}

function place() {
  const directory = temporaryDirectory();
  return async ({ name = 'main', now = () => 0, isGone = () => false }: Owner = {}) => {
    const folder = await openFolder(directory, { create: true });
    const { database } = await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA);
    const live = new LiveIndex(new SqliteStorage(database, { name, now, isGone }));
    await live.current();
    onTestFinished(() => live.close());
    return {
      live,
      count: (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
    };
  };
}

async function add(live: LiveIndex, version: number, paths?: readonly string[]): Promise<void> {
  live.apply({ parts: segment(version, paths), touched: [], removed: [] });
  await live.save();
}

/** Version of each path. */
function versions(live: LiveIndex): Record<string, number | undefined> {
  return Object.fromEntries(PATHS.map((path) => [path, live.snapshot.entry(path)?.hash[0]]));
}

const all = (version: number | undefined) => Object.fromEntries(PATHS.map((path) => [path, version]));

async function revive(live: LiveIndex, version: number): Promise<void> {
  const kept = await keptContents(live, new Set(PATHS), undefined);
  const revived = [...kept.values()].flatMap((of) =>
    of.filter(({ hash }) => hash[0] === version).map((content) => ({ ...content, stat: STAT })),
  );
  live.apply({ parts: undefined, touched: [], removed: [], revived });
}

describe('contents that come back', () => {
  it('are taken from the segments they lie in, and live in one place', async () => {
    const { live, count } = await place()();
    await add(live, 1);
    await add(live, 2);
    await revive(live, 1);
    expect(versions(live)).toEqual(all(1));
    expect([live.snapshot.knownCount, live.snapshot.chunkCount]).toEqual([FILES, FILES]);
    await live.save();
    await revive(live, 2);
    await live.save();
    expect(versions(live)).toEqual(all(2));
    expect(count('segment')).toBe(2);
  });

  it('are the same for another process', async () => {
    const open = place();
    const [one, other] = [(await open()).live, (await open()).live];
    await add(one, 1);
    await add(one, 2);
    await revive(one, 1);
    await one.save();
    await other.current();
    expect(versions(other)).toEqual(all(1));
  });

  it('are there after the segments were tidied up', async () => {
    const { live, count } = await place()();
    await add(live, 1);
    await add(live, 2);
    await compact(live, NEVER);
    expect(live.snapshot.segments).toHaveLength(1);
    expect(count('segment')).toBe(2);
    await revive(live, 1);
    await live.save();
    expect(versions(live)).toEqual(all(1));
  });

  it('outlive a commit of another process before they are saved', async () => {
    const open = place();
    const [one, other] = [(await open()).live, (await open()).live];
    await add(one, 1);
    await add(one, 2);
    await revive(one, 1);
    await other.save({ word: 1 });
    await one.save();
    await other.current();
    expect([versions(one), versions(other)]).toEqual([all(1), all(1)]);
    expect(one.takeLost()).toEqual([]);
  });

  it('are named as lost if another process removed their segment before they were saved', async () => {
    const open = place();
    const [one, other] = [(await open()).live, (await open()).live];
    await add(one, 1);
    await add(one, 2);
    await revive(one, 1);
    await other.current();
    await other.releaseDead();
    await one.save();
    expect(one.takeLost()).toEqual(PATHS);
    expect(one.takeLost()).toEqual([]);
    expect(versions(one)).toEqual(all(undefined));
  });

  it('stop a merge that was made without them', async () => {
    const open = place();
    const [one, other] = [(await open()).live, (await open()).live];
    const some = PATHS.slice(0, 30);
    await add(one, 1);
    await add(one, 2, some);
    // Both segments, as they are now: what was merged of them has version 2 of most files.
    const merged = one.snapshot.segments;
    await other.current();
    await revive(other, 1);
    await other.save();
    const parts = segment(2, some);
    expect(await one.exchange(merged, parts)).toBe(false);
    expect(versions(one)).toEqual(all(1));
  });
});

describe('indexes in one file', () => {
  it('adopt what another has, and go their own ways', async () => {
    const open = place();
    const main = await open();
    await add(main.live, 1);
    const { live, count } = await open({ name: 'tree' });
    expect(live.snapshot.knownCount).toBe(0);
    await revive(live, 1);
    await live.save();
    expect(versions(live)).toEqual(all(1));
    expect(count('segment')).toBe(1);
    await add(live, 2);
    await compact(live, NEVER);
    await main.live.current();
    expect([versions(main.live), versions(live)]).toEqual([all(1), all(2)]);
    await revive(main.live, 2);
    await main.live.save();
    expect(versions(main.live)).toEqual(all(2));
    expect(count('segment')).toBe(2);
  });

  it('what one removes stays for the other', async () => {
    const open = place();
    const main = (await open()).live;
    await add(main, 1, PATHS.slice(0, 3));
    const { live, count } = await open({ name: 'tree' });
    const kept = await keptContents(live, new Set(PATHS), undefined);
    const revived = [...kept.values()].flat().map((content) => ({ ...content, stat: STAT }));
    live.apply({ parts: undefined, touched: [], removed: [], revived });
    await live.save();
    main.apply({ parts: undefined, touched: [], removed: PATHS });
    await main.save();
    await compact(main, NEVER);
    await live.current();
    expect(live.snapshot.knownCount).toBe(3);
    expect(count('segment')).toBe(1);
    live.apply({ parts: undefined, touched: [], removed: PATHS });
    await live.save();
    await compact(live, NEVER);
    expect([count('segment'), count('block')]).toEqual([0, 0]);
  });

  it('an index of what is gone is removed; if it comes back, it takes its contents again', async () => {
    const open = place();
    const tree = await open({ name: 'tree' });
    await add(tree.live, 1);
    const { live, count } = await open({ isGone: (name) => name === 'tree' });
    await add(live, 2);
    await compact(live, NEVER);
    expect([count('code_index'), count('index_segment'), count('segment')]).toEqual([1, 1, 2]);
    await tree.live.current();
    expect(versions(tree.live)).toEqual(all(undefined));
    await revive(tree.live, 1);
    await tree.live.save();
    expect(versions(tree.live)).toEqual(all(1));
  });

  it('an index that nobody refreshed for months is removed', async () => {
    const open = place();
    await add((await open({ name: 'tree', now: () => 0 })).live, 1);
    const months = 70 * 24 * 60 * 60 * 1_000;
    const { live, count } = await open({ now: () => months });
    await add(live, 2);
    await compact(live, NEVER);
    expect(count('code_index')).toBe(1);
  });

  it('what was released first goes first, when there is more of it than in use', async () => {
    let now = 0;
    const { live, count } = await place()({ now: () => now });
    for (let version = 1; version <= 5; version++) {
      now = version;
      await add(live, version);
      await compact(live, NEVER);
    }
    expect(count('segment')).toBe(2);
    const kept = await keptContents(live, new Set(PATHS), undefined);
    expect([...kept.values()].map((of) => of.map(({ hash }) => hash[0]))).toEqual(PATHS.map(() => [4]));
  });
});
