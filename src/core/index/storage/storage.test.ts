/** The contract of IndexStorage, held by every implementation. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../../../tests/helpers/postgres.ts';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { createLogger } from '../../logger.ts';
import { checkMigrated, migrate, openPostgres, type PostgresDatabase } from '../../store/for-hub.ts';
import { openFolder, openSqlite } from '../../store/index.ts';
import { Analyser } from '../analyse/analyser.ts';
import { SegmentBuilder } from '../segment/builder.ts';
import { blockAt } from '../segment/bytes.ts';
import { type BlockKind, packedBlocks, type SegmentParts, tablesOf } from '../segment/segment.ts';
import { MemoryPlace, MemoryStorage } from './memory-storage.ts';
import { copyIndex, INDEX_TABLES, PostgresStorage, removeIndex } from './postgres-storage.ts';
import { onlyOwner } from './sqlite-segments.ts';
import { INDEX_FILE, INDEX_SCHEMA, SqliteStorage } from './sqlite-storage.ts';
import type { Changes, IndexStorage, StoredState } from './storage.ts';

const BLOCK_KINDS: readonly BlockKind[] = ['terms', 'pathTerms', 'declarations', 'vectors'];
const DIMS = 4;

let server: TestPostgres;
let database: PostgresDatabase;
let indexes = 0;
const log = createLogger(
  'silent',
  () => {},
  () => 0,
);

beforeAll(async () => {
  server = await startPostgres();
  database = await openPostgres({ url: await server.newDatabase(), log });
  await migrate(database, [INDEX_TABLES]);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

/** Opens a new place and gives what opens it: each call is another process. */
const PLACES: [name: string, place: () => () => Promise<IndexStorage>][] = [
  [
    'SQLite',
    () => {
      const directory = temporaryDirectory();
      return async () => {
        const folder = await openFolder(directory, { create: true });
        return new SqliteStorage(
          (await openSqlite(folder, INDEX_FILE, INDEX_SCHEMA)).database,
          onlyOwner(() => 0),
        );
      };
    },
  ],
  [
    'memory',
    () => {
      const place = new MemoryPlace();
      return async () => new MemoryStorage(place);
    },
  ],
  [
    'PostgreSQL',
    () => {
      const name = `index ${++indexes}`;
      return async () => await PostgresStorage.open(database, name);
    },
  ],
];

/** A segment of so many files, which differs from all others. */
function segment(seed: number, files: number, withVectors: boolean): SegmentParts {
  const builder = new SegmentBuilder(new Analyser());
  for (let n = 0; n < files; n++)
    builder.add(`f${seed}/${n}.ts`, `const word${seed}x${n} = alpha;\n`, {
      size: seed,
      mtimeMs: n,
      ctimeMs: n,
      ino: n,
      hash: new Uint8Array(16).fill(seed),
    });
  const parts = builder.finish();
  const matrix = new Int8Array(parts.chunkCount * DIMS).fill(seed % 100);
  return withVectors ? { ...parts, vectors: { model: `m${seed}`, dims: DIMS, matrix } } : parts;
}

/** Everything that a state says and leads to. */
async function contents(storage: IndexStorage, state: StoredState) {
  const ids = state.segments.map(({ id }) => id);
  const tables = await storage.segments(ids);
  const segments = [];
  for (const [i, { id, stats, dead, vectors }] of state.segments.entries()) {
    const number = vectors?.block;
    const [terms, names, matrix] = await storage.blocks([
      { segment: id, kind: 'terms', number: 0 },
      { segment: id, kind: 'declarations', number: 0 },
      { segment: id, kind: 'vectors', number: number ?? 0 },
    ]);
    segments.push(plain({ id, stats, dead, model: vectors?.model, tables: tables[i], terms, names, matrix }));
  }
  return { segments, values: Object.fromEntries(state.values) };
}

/** Bytes as numbers: what a driver gives may be a Buffer or a view. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array || value instanceof Int8Array) return Array.from(new Uint8Array(value));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

async function stateOf(storage: IndexStorage): Promise<StoredState> {
  return (await storage.state()) ?? expect.unreachable();
}

async function committed(storage: IndexStorage, changes: Changes) {
  const { generation } = await stateOf(storage);
  return (await storage.commit(generation, changes)) ?? expect.unreachable();
}

const NONE = new Uint8Array();

describe.each(PLACES)('storage in %s', (_, newPlace) => {
  async function opened(open = newPlace()): Promise<IndexStorage> {
    const storage = await open();
    onTestFinished(() => storage.close());
    return storage;
  }

  it('is empty at first', async () => {
    const storage = await opened();
    expect(plain(await storage.state())).toEqual({ generation: 0, segments: {}, values: {} });
    expect(await storage.state(0)).toBeUndefined();
    expect(await storage.segments([1])).toEqual([undefined]);
    expect(await storage.blocks([{ segment: 1, kind: 'terms', number: 0 }])).toEqual([undefined]);
  });

  it('gives back every table and block as it was committed', async () => {
    const storage = await opened();
    const parts = segment(1, 70, true);
    const { inserted, generation } = await committed(storage, { insert: [{ parts, dead: NONE }] });
    const [id = 0] = inserted;
    expect(generation).toBe(1);
    expect(plain(await storage.segments([id]))).toEqual(plain([tablesOf(parts)]));
    for (const kind of BLOCK_KINDS) {
      const blocks = packedBlocks(parts, kind);
      for (let number = 0; number < blocks.ends.length; number++) {
        const [read] = await storage.blocks([{ segment: id, kind, number }]);
        expect(plain(read)).toEqual(plain(blockAt(blocks, number)));
      }
      const beyond = { segment: id, kind, number: blocks.ends.length };
      expect(await storage.blocks([beyond])).toEqual([undefined]);
    }
    expect(await storage.sizeBytes()).toBeGreaterThan(0);
  });

  it('says nothing new to those who know the newest commit', async () => {
    const storage = await opened();
    const { generation } = await committed(storage, { values: { complete: 1 } });
    expect(await storage.state(generation)).toBeUndefined();
    expect(await storage.state(generation - 1)).toMatchObject({ generation });
  });

  it('refuses a commit on top of an older one, and does nothing of it', async () => {
    const open = newPlace();
    const [one, two] = [await opened(open), await opened(open)];
    await committed(one, { values: { word: 'first' } });
    const refused = { values: { word: 'second' }, insert: [{ parts: segment(1, 1, false), dead: NONE }] };
    expect(await two.commit(0, refused)).toBeUndefined();
    expect(await two.state()).toMatchObject({ generation: 1, segments: [] });
    expect((await stateOf(two)).values.get('word')).toBe('first');
  });

  it('does nothing of a commit that fails half-way', async () => {
    const storage = await opened();
    await committed(storage, { values: { word: 'kept' } });
    const before = await stateOf(storage);
    const failing: Changes = {
      insert: [{ parts: segment(1, 2, false), dead: NONE }],
      update: [{ id: 999, stats: NONE, dead: NONE }],
      values: { word: 'lost' },
    };
    await expect(storage.commit(before.generation, failing)).rejects.toThrow('a segment is missing');
    expect(plain(await stateOf(storage))).toEqual(plain(before));
  });

  it('gives vectors that are made again another address', async () => {
    const storage = await opened();
    const parts = segment(1, 3, true);
    const [id = 0] = (await committed(storage, { insert: [{ parts, dead: NONE }] })).inserted;
    const matrix = new Int8Array(parts.chunkCount * DIMS).fill(-7);
    await committed(storage, { vectors: { id, vectors: { model: 'other', dims: DIMS, matrix } } });
    const [state] = (await stateOf(storage)).segments;
    expect(state?.vectors).toMatchObject({ model: 'other', dims: DIMS });
    expect(state?.vectors?.block).not.toBe(0);
    const [old, now] = await storage.blocks([
      { segment: id, kind: 'vectors', number: 0 },
      { segment: id, kind: 'vectors', number: state?.vectors?.block ?? 0 },
    ]);
    expect(old).toBeUndefined();
    expect(plain(now)).toEqual(plain(matrix));
  });

  it('never gives an id twice', async () => {
    const storage = await opened();
    const seen = new Set<number>();
    for (let n = 0; n < 5; n++) {
      const [id = 0] = (await committed(storage, { insert: [{ parts: segment(n, 1, false), dead: NONE }] }))
        .inserted;
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      await committed(storage, { remove: [id] });
    }
  });

  it('a reader with an older state finds what it led to, or nothing, never something else', async () => {
    const open = newPlace();
    const [reader, writer] = [await opened(open), await opened(open)];
    await committed(writer, { insert: [{ parts: segment(1, 2, true), dead: NONE }] });
    const old = await stateOf(reader);
    const whole = await contents(reader, old);
    const [id = 0] = old.segments.map((one) => one.id);
    await committed(writer, { remove: [id], insert: [{ parts: segment(2, 2, true), dead: NONE }] });
    expect(await reader.segments([id])).toEqual([undefined]);
    expect(whole.segments).not.toEqual((await contents(reader, await stateOf(reader))).segments);
  });

  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('insert' as const),
        files: fc.integer({ min: 1, max: 40 }),
        vectors: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('update' as const), pick: fc.nat(9), byte: fc.nat(1) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('vectors' as const), pick: fc.nat(9) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), pick: fc.nat(9) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('values' as const),
        value: fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' })),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('stale' as const) }) },
  );

  it('after any sequence of commits every reader sees the whole of one generation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const open = newPlace();
        let writer = await open();
        const reader = await open();
        // What should be there, kept in the simplest way.
        const model = {
          generation: 0,
          values: {} as Record<string, unknown>,
          segments: new Map<number, object>(),
        };
        const kept = new Map<number, SegmentParts>();
        for (const [n, one] of steps.entries()) {
          const ids = [...model.segments.keys()];
          const picked = 'pick' in one ? ids[one.pick % ids.length] : undefined;
          let changes: Changes | undefined;
          let apply = (_: number[]) => {};
          if (one.do === 'insert') {
            const parts = segment(n + 1, one.files, one.vectors);
            changes = { insert: [{ parts, dead: NONE }] };
            apply = ([id = 0]) => {
              kept.set(id, parts);
              model.segments.set(id, expected(id, parts, parts.stats, NONE, parts.vectors));
            };
          } else if (one.do === 'update' && picked !== undefined) {
            const parts = kept.get(picked) ?? expect.unreachable();
            const dead = new Uint8Array(parts.fileCount).fill(one.byte);
            const stats = parts.stats.slice().fill(n, 0, 1);
            changes = { update: [{ id: picked, stats, dead }] };
            apply = () =>
              model.segments.set(picked, { ...model.segments.get(picked), ...bytes({ stats, dead }) });
          } else if (one.do === 'vectors' && picked !== undefined) {
            const matrix = new Int8Array((kept.get(picked)?.chunkCount ?? 0) * DIMS).fill(n);
            changes = { vectors: { id: picked, vectors: { model: `again${n}`, dims: DIMS, matrix } } };
            apply = () =>
              model.segments.set(picked, {
                ...model.segments.get(picked),
                ...bytes({ matrix }),
                model: `again${n}`,
              });
          } else if (one.do === 'remove' && picked !== undefined) {
            changes = { remove: [picked] };
            apply = () => model.segments.delete(picked);
          } else if (one.do === 'values') {
            changes = { values: { word: one.value } };
            apply = () => {
              model.values = { word: one.value };
            };
          } else if (one.do === 'reopen') {
            await writer.close();
            writer = await open();
          } else if (one.do === 'stale')
            expect(await writer.commit(model.generation - 1, { values: { word: 'stale' } })).toBeUndefined();
          if (changes !== undefined) {
            const { inserted, generation } =
              (await writer.commit(model.generation, changes)) ?? expect.unreachable();
            model.generation++;
            expect(generation).toBe(model.generation);
            apply(inserted);
          }
          const state = await stateOf(reader);
          expect(state.generation).toBe(model.generation);
          expect(await contents(reader, state)).toEqual({
            segments: [...model.segments.values()],
            values: model.values,
          });
        }
        await writer.close();
        await reader.close();
      }),
      { numRuns: 25 },
    );
  });

  it('of writers that commit at once, all get through in the end and none is lost', async () => {
    const open = newPlace();
    const writers = [await opened(open), await opened(open), await opened(open)];
    await Promise.all(
      writers.map(async (writer, at) => {
        for (let n = 0; n < 10; ) {
          const { generation } = await stateOf(writer);
          const parts = segment(100 * at + n, 1, false);
          const values = { [`w${at}`]: n };
          if ((await writer.commit(generation, { insert: [{ parts, dead: NONE }], values })) !== undefined)
            n++;
        }
      }),
    );
    const { generation, segments, values } = await stateOf(await opened(open));
    expect([generation, segments.length]).toEqual([30, 30]);
    expect(Object.fromEntries(values)).toEqual({ w0: 9, w1: 9, w2: 9 });
  });
});

const bytes = (named: Record<string, Uint8Array | Int8Array>) => plain(named) as object;

function expected(
  id: number,
  parts: SegmentParts,
  stats: Uint8Array,
  dead: Uint8Array,
  vectors: SegmentParts['vectors'],
): object {
  return plain({
    id,
    stats,
    dead,
    model: vectors?.model,
    tables: tablesOf(parts),
    terms: blockAt(parts.terms.blocks, 0),
    names: blockAt(parts.declarations, 0),
    matrix: vectors?.matrix,
  }) as object;
}

describe('indexes in one PostgreSQL database', () => {
  const count = async (table: string) =>
    Number((await database.query(`SELECT count(*) FROM ${table}`))[0]?.count);

  it('a copy shares the segments, and each goes its own way from there', async () => {
    const [from, to] = [`index ${++indexes}`, `index ${++indexes}`];
    const one = await PostgresStorage.open(database, from);
    const { inserted } = await committed(one, {
      insert: [1, 2].map((seed) => ({ parts: segment(seed, 2, true), dead: NONE })),
      values: { word: 'both' },
    });
    const before = { segments: await count('segment'), blocks: await count('block') };
    expect(await copyIndex(database, from, to)).toBe(true);
    expect(await copyIndex(database, from, to)).toBe(false);
    expect(await copyIndex(database, 'no such index', 'another')).toBe(false);
    expect({ segments: await count('segment'), blocks: await count('block') }).toEqual(before);
    const other = await PostgresStorage.open(database, to);
    const both = await contents(one, await stateOf(one));
    expect(await contents(other, await stateOf(other))).toEqual(both);

    const [first = 0, second = 0] = inserted;
    const matrix = new Int8Array(segment(1, 2, false).chunkCount * DIMS).fill(9);
    await committed(other, { vectors: { id: first, vectors: { model: 'other', dims: DIMS, matrix } } });
    await committed(other, { remove: [second], values: { word: 'mine' } });
    expect(await contents(one, await stateOf(one))).toEqual(both);
    await removeIndex(database, from);
    const [kept] = (await contents(other, await stateOf(other))).segments as {
      model: string;
      matrix: number[];
    }[];
    expect(kept).toMatchObject({ id: first, model: 'other', matrix: Array.from(matrix) });
    await removeIndex(database, to);
    expect(await database.query('SELECT FROM segment WHERE id = ANY($1::bigint[])', [inserted])).toEqual([]);
  });

  it('a row that was damaged is noticed, not shown', async () => {
    const storage = await PostgresStorage.open(database, `index ${++indexes}`);
    const [id] = (await committed(storage, { insert: [{ parts: segment(1, 3, false), dead: NONE }] }))
      .inserted;
    await database.query(
      'UPDATE block SET data = set_byte(data, 1, 255 - get_byte(data, 1)) WHERE segment = $1 AND kind = 0',
      [id],
    );
    await expect(storage.blocks([{ segment: id ?? 0, kind: 'terms', number: 0 }])).rejects.toThrow(
      'checksum',
    );
    await database.query('UPDATE index_segment SET dead = $2 WHERE segment = $1', [id, Buffer.from([1])]);
    await expect(storage.state()).rejects.toThrow('too short');
  });

  it('a database that is away is called so, and is used again when it is back', async () => {
    const own = await startPostgres();
    onTestFinished(() => own.stop());
    const away = await openPostgres({ url: await own.newDatabase(), log });
    onTestFinished(() => away.close());
    await migrate(away, [INDEX_TABLES]);
    const storage = await PostgresStorage.open(away, 'one');
    await committed(storage, { insert: [{ parts: segment(1, 3, true), dead: NONE }] });
    const before = await contents(storage, await stateOf(storage));
    await own.kill();
    for (const ask of [() => storage.state(), () => storage.segments([1]), () => storage.commit(1, {})])
      await expect(ask()).rejects.toMatchObject({ code: 'database_away' });
    await own.start();
    // It may still be reading its log.
    await eventually(async () => expect(await contents(storage, await stateOf(storage))).toEqual(before));
  });

  it('notices reach those who listen, and a lock is held by one at a time', async () => {
    const heard: string[] = [];
    let stop = async () => {};
    await new Promise<void>((ready) => {
      void database
        .listen('words', (message) => heard.push(message), ready)
        .then((one) => {
          stop = one;
        });
    });
    await database.query("SELECT pg_notify('words', 'hello')");
    await eventually(() => expect(heard).toEqual(['hello']));
    await stop();
    const inside = await database.ifUnlocked(
      'name',
      async () => await database.ifUnlocked('name', async () => 'both'),
    );
    expect(inside).toEqual({ done: undefined });
    expect(await database.ifUnlocked('name', async () => 'free again')).toEqual({ done: 'free again' });
  });

  it('tables are made once, and those of a newer version are refused', async () => {
    const fresh = await openPostgres({ url: await server.newDatabase(), log });
    onTestFinished(() => fresh.close());
    await expect(checkMigrated(fresh, [INDEX_TABLES])).rejects.toMatchObject({ code: 'database_older' });
    const both = await Promise.all([1, 2].map(() => migrate(fresh, [INDEX_TABLES])));
    expect(both.flat()).toEqual(['index']);
    await checkMigrated(fresh, [INDEX_TABLES]);
    const next = { name: 'next', statements: ['CREATE TABLE next(id integer)', 'SELECT 1/0'] };
    await expect(migrate(fresh, [INDEX_TABLES, next])).rejects.toThrow('division by zero');
    expect(await migrate(fresh, [INDEX_TABLES])).toEqual([]);
    await migrate(fresh, [INDEX_TABLES, { ...next, statements: next.statements.slice(0, 1) }]);
    for (const ask of [migrate, checkMigrated])
      await expect(ask(fresh, [INDEX_TABLES])).rejects.toMatchObject({ code: 'database_newer' });
  });
});
