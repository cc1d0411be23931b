import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { handOver } from '../../../../tests/helpers/ordinary-user.ts';
import { LINKS, MODES, testWith } from '../../../../tests/helpers/probes.ts';
import { finished, modulePath, says, startScript } from '../../../../tests/helpers/processes.ts';
import { madeOnce, repository } from '../../../../tests/helpers/repository.ts';
import { createLogger } from '../../../core/logger.ts';
import { processOwner } from '../../../core/store/index.ts';
import { advance, newPack, withMeta } from '../pack.ts';
import type { PackRepository } from '../ports.ts';
import type { Pack } from '../types.ts';
import { markdownRepository } from './markdown-repository.ts';

const HOUR = 3_600_000;
const signal = new AbortController().signal;
let storage: string;
let now: number;
let words = 0;

beforeEach(() => {
  storage = join(repository({}), 'storage');
  now = Date.now();
});

function open(): PackRepository {
  return markdownRepository({
    storage: { path: storage },
    owner: () => processOwner(() => `token-${process.pid}-${words++}`),
    token: () => `word-${process.pid}-${words++}`,
    clock: { now: () => now, elapsed: () => performance.now() },
    log: createLogger(
      'silent',
      () => {},
      () => 0,
    ),
  });
}
const create = (packs: PackRepository, name?: string, ttl = HOUR) =>
  packs.create(
    name,
    (id) =>
      newPack({ id, name, title: 'T', brief: undefined, tags: [], sections: [], now, expiresAt: now + ttl }),
    signal,
  );
const retitle = (title: string) => async (pack: Pack) =>
  advance(pack, withMeta(pack, { title, brief: undefined, tags: undefined }), now);
const file = (pack: Pack) => join(storage, 'packs', `${pack.id}.md`);

test('nothing is made by reading', async () => {
  const packs = open();
  expect(await packs.list()).toEqual([]);
  expect(await packs.byId('pk_abcdefgh')).toBeUndefined();
  await expect(packs.update('pk_abcdefgh', 1, retitle('x'), signal)).rejects.toMatchObject({
    kind: 'not_found',
  });
  expect(existsSync(storage)).toBe(false);
});

test('a pack is a file of its id, found again by another repository', async () => {
  const pack = await create(open(), 'demo');
  expect(readdirSync(join(storage, 'packs'))).toEqual([`${pack.id}.md`]);
  expect(readFileSync(file(pack), 'utf8')).toMatch(/^---\nschema_version: 2\nid: pk_/);
  expect(await open().byId(pack.id)).toEqual(pack);
  expect(await open().byName('demo')).toEqual(pack);
  expect(await open().list()).toEqual([pack]);
});

test('a name belongs to one living pack', async () => {
  const packs = open();
  await create(packs, 'demo', HOUR);
  await expect(create(open(), 'demo')).rejects.toMatchObject({ kind: 'conflict', code: 'conflict' });
  now += 2 * HOUR;
  await expect(create(open(), 'demo')).resolves.toMatchObject({ name: 'demo' });
});

test('a change is written once, a change that changes nothing is not written', async () => {
  const packs = open();
  const pack = await create(packs);
  const after = await packs.update(pack.id, 1, retitle('New'), signal);
  expect(after).toMatchObject({ revision: 2, title: 'New' });
  const before = readFileSync(file(pack), 'utf8');
  expect(await packs.update(pack.id, 2, retitle('New'), signal)).toMatchObject({ revision: 2 });
  expect(readFileSync(file(pack), 'utf8')).toBe(before);
  await expect(packs.update(pack.id, 1, retitle('Late'), signal)).rejects.toMatchObject({
    code: 'revision_conflict',
  });
});

test('what people wrote below the front matter survives a change', async () => {
  const packs = open();
  const pack = await create(packs);
  writeFileSync(file(pack), `${readFileSync(file(pack), 'utf8')}# My notes\n`);
  await packs.update(pack.id, 1, retitle('New'), signal);
  expect(readFileSync(file(pack), 'utf8')).toMatch(/title: New\n.*---\n# My notes\n$/s);
});

test('a change made by hand is seen', async () => {
  const packs = open();
  const pack = await create(packs);
  writeFileSync(file(pack), readFileSync(file(pack), 'utf8').replace('title: T', 'title: By hand'));
  expect(await packs.byId(pack.id)).toMatchObject({ title: 'By hand' });
});

test('removing needs the revision, and leaves nothing', async () => {
  const packs = open();
  const pack = await create(packs);
  await expect(packs.remove(pack.id, 2, signal)).rejects.toMatchObject({ code: 'revision_conflict' });
  expect(await packs.remove(pack.id, 1, signal)).toEqual(pack);
  expect(readdirSync(join(storage, 'packs'))).toEqual([]);
  await expect(packs.remove(pack.id, 1, signal)).rejects.toMatchObject({ kind: 'not_found' });
});

describe('expiry', () => {
  const aside = (pack: Pack) => join(storage, 'expired', `${pack.id}.md`);
  const daysLeft = () => JSON.parse(readFileSync(join(storage, 'expired', 'kept.json'), 'utf8')).days_left;
  const endless = async (pack: Pack) => advance(pack, { ...pack, expiresAt: null }, now);

  test('an expired pack is hidden from every reader, and its file stays as it is', async () => {
    const packs = open();
    const pack = await create(packs, 'demo');
    const text = readFileSync(file(pack), 'utf8');
    now += HOUR;
    expect(await packs.byName('demo')).toBeUndefined();
    expect(await packs.byId(pack.id)).toBeUndefined();
    expect(await packs.list()).toEqual([]);
    expect(await packs.expired()).toEqual([pack]);
    await expect(packs.update(pack.id, 1, retitle('x'), signal)).rejects.toMatchObject({ kind: 'not_found' });
    expect(readFileSync(file(pack), 'utf8')).toBe(text);
  });

  test('purging puts it aside byte for byte, where git does not see it', async () => {
    const packs = open();
    const pack = await create(packs, 'demo');
    const kept = await create(packs, 'other', 5 * HOUR);
    writeFileSync(file(pack), `${readFileSync(file(pack), 'utf8')}Written by a person.\n`);
    const text = readFileSync(file(pack), 'utf8');
    now += HOUR;
    await packs.purge(signal);
    expect(existsSync(file(pack))).toBe(false);
    expect(readFileSync(aside(pack), 'utf8')).toBe(text);
    expect(readFileSync(join(storage, 'expired', '.gitignore'), 'utf8')).toBe('*\n');
    expect(await packs.list()).toEqual([kept]);
    expect(await packs.expired()).toEqual([pack]);
  });

  test.each(['before', 'after'])('it is restored %s it was put aside, whole', async (when) => {
    const packs = open();
    const pack = await create(packs, 'demo');
    writeFileSync(file(pack), `${readFileSync(file(pack), 'utf8')}Written by a person.\n`);
    now += HOUR;
    if (when === 'after') await packs.purge(signal);
    await expect(packs.restore(pack.id, 7, endless, signal)).rejects.toMatchObject({
      code: 'revision_conflict',
    });
    const restored = await packs.restore(pack.id, 1, endless, signal);
    expect(restored).toMatchObject({ id: pack.id, revision: 2, expiresAt: null });
    expect(await packs.byName('demo')).toEqual(restored);
    expect(readFileSync(file(pack), 'utf8')).toContain('Written by a person.');
    expect(existsSync(aside(pack))).toBe(false);
    expect(await packs.expired()).toEqual([]);
  });

  test('it is not restored over another pack that took its name', async () => {
    const packs = open();
    const pack = await create(packs, 'demo');
    now += HOUR;
    await packs.purge(signal);
    await create(packs, 'demo');
    await expect(packs.restore(pack.id, 1, endless, signal)).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(aside(pack))).toBe(true);
  });

  const daysPassed = madeOnce(async () => {
    const root = repository({});
    storage = join(root, 'storage');
    const packs = open();
    const pack = await create(packs);
    now += HOUR;
    await packs.purge(signal);
    for (let day = 1; day < 90; day++) {
      now += 24 * HOUR;
      await packs.purge(signal);
      // A second use on the same day does not count.
      await packs.purge(signal);
    }
    return { root, pack, on: now };
  });

  /** Put aside, and kept for all of its days but one; packs were used on each of them. */
  async function onLastDay(): Promise<{ packs: PackRepository; pack: Pack }> {
    const { root, pack, on } = await daysPassed();
    storage = join(root, 'storage');
    now = on;
    return { packs: open(), pack };
  }

  test('it is kept for ninety days on which packs were used, then removed', async () => {
    const { packs, pack } = await onLastDay();
    expect(existsSync(aside(pack))).toBe(true);
    now += 24 * HOUR;
    await packs.purge(signal);
    expect(existsSync(aside(pack))).toBe(false);
    expect(await packs.expired()).toEqual([]);
  });

  test('one that was restored has all its days again when it expires again', async () => {
    const { packs, pack } = await onLastDay();
    expect(daysLeft()).toEqual({ [pack.id]: 1 });
    const hourMore = async (one: Pack) => advance(one, { ...one, expiresAt: now + HOUR }, now);
    await packs.restore(pack.id, 1, hourMore, signal);
    expect(daysLeft()).toEqual({});
    now += 24 * HOUR;
    await packs.purge(signal);
    expect(existsSync(aside(pack))).toBe(true);
    // The day is over for whatever is kept, as for any pack that is put aside late in it.
    expect(daysLeft()).toEqual({ [pack.id]: 89 });
  });

  test.each([0, -1, 1.5, 91, '7', null])(
    'a number of days that was never written is all days: %j',
    async (days) => {
      const packs = open();
      const pack = await create(packs);
      now += HOUR;
      await packs.purge(signal);
      const count = { counted_at: new Date(now).toISOString(), days_left: { [pack.id]: days } };
      writeFileSync(join(storage, 'expired', 'kept.json'), JSON.stringify(count));
      await packs.purge(signal);
      expect(existsSync(aside(pack))).toBe(true);
      expect(daysLeft()).toEqual({ [pack.id]: 90 });
    },
  );

  test('a clock that jumps years ahead, again and again, loses nothing', async () => {
    const packs = open();
    const old = await create(packs, 'old');
    now += HOUR;
    await packs.purge(signal);
    const young = await create(packs, 'young', 100 * HOUR);
    const before = now;
    for (let year = 1; year <= 20; year++) {
      now = before + year * 365 * 24 * HOUR;
      await packs.purge(signal);
      await packs.purge(signal);
    }
    now = before;
    await packs.purge(signal);
    expect((await packs.expired()).map(({ id }) => id).sort()).toEqual([old.id, young.id].sort());
    expect(await packs.restore(young.id, 1, endless, signal)).toMatchObject({ name: 'young' });
  });

  test.each(['{', '{"counted_at": "soon", "days_left": {}}', '{"counted_at": "2001-01-01", "days_left": 7}'])(
    'a count of days that is broken starts anew: %s',
    async (text) => {
      const packs = open();
      const pack = await create(packs);
      now += HOUR;
      await packs.purge(signal);
      writeFileSync(join(storage, 'expired', 'kept.json'), text);
      await packs.purge(signal);
      expect(existsSync(aside(pack))).toBe(true);
      expect(daysLeft()).toEqual({ [pack.id]: 90 });
    },
  );

  test('its file stays where it is while somebody holds the lock', async () => {
    const packs = open();
    const pack = await create(packs);
    now += HOUR;
    const lock = join(storage, 'packs', `${pack.id}.lock`);
    const { host } = await processOwner(() => 'someone-else');
    // A process that runs, and is not this one.
    writeFileSync(lock, JSON.stringify({ pid: process.ppid, host, startedAt: '', token: 'someone-else' }));
    await packs.purge(signal);
    expect(await packs.list()).toEqual([]);
    expect(existsSync(file(pack))).toBe(true);
  });

  test('a file that was extended meanwhile is not put aside', async () => {
    const packs = open();
    const pack = await create(packs);
    await packs.update(
      pack.id,
      1,
      async (one) => advance(one, { ...one, expiresAt: now + 5 * HOUR }, now),
      signal,
    );
    now += 2 * HOUR;
    await packs.purge(signal);
    expect(await packs.list()).toHaveLength(1);
    expect(existsSync(file(pack))).toBe(true);
  });

  test('a broken file beside it neither stops the purge nor is touched', async () => {
    const packs = open();
    const pack = await create(packs);
    const broken = join(storage, 'packs', 'pk_bbbbbbbb.md');
    writeFileSync(broken, 'broken');
    now += HOUR;
    await packs.purge(signal);
    expect(existsSync(aside(pack))).toBe(true);
    expect(readFileSync(broken, 'utf8')).toBe('broken');
  });
});

describe('reading fails closed', () => {
  const bad = () => join(storage, 'packs', 'pk_bbbbbbbb.md');
  const named = { kind: 'io', code: 'io_error', message: expect.stringContaining('pk_bbbbbbbb.md') };

  test.each<[string, () => void]>([
    ['broken text', () => writeFileSync(bad(), 'broken')],
    ['bytes', () => writeFileSync(bad(), Buffer.from([0xff, 0xfe, 0, 1]))],
    ['a huge file', () => writeFileSync(bad(), `---\nx: ${'y'.repeat(2_000_000)}\n---\n`)],
  ])(
    '%s: lists, names and creation by name fail and name the file; other packs are still there by id',
    async (_, plant) => {
      const packs = open();
      const pack = await create(packs, 'demo');
      plant();
      await expect(packs.list()).rejects.toMatchObject(named);
      await expect(packs.byName('demo')).rejects.toMatchObject(named);
      await expect(packs.byId('pk_bbbbbbbb')).rejects.toMatchObject(named);
      await expect(create(packs, 'other')).rejects.toMatchObject(named);
      expect(await packs.byId(pack.id)).toEqual(pack);
      expect(await packs.update(pack.id, 1, retitle('New'), signal)).toMatchObject({ revision: 2 });
      expect(readFileSync(bad()).length).toBeGreaterThan(0);
    },
  );

  test('another schema version asks for migration and the file is left alone', async () => {
    const packs = open();
    const pack = await create(packs);
    const text = readFileSync(file(pack), 'utf8').replace('schema_version: 2', 'schema_version: 3');
    writeFileSync(file(pack), text);
    for (const work of [
      () => packs.list(),
      () => packs.byId(pack.id),
      () => packs.update(pack.id, 1, retitle('x'), signal),
    ])
      await expect(work()).rejects.toMatchObject({ kind: 'migration', code: 'migration_required' });
    expect(readFileSync(file(pack), 'utf8')).toBe(text);
  });

  testWith(LINKS)(
    'files that are no packs do not matter, and a link in the place of one is not seen',
    async () => {
      const packs = open();
      await create(packs);
      for (const name of ['README.md', 'pk_short.md', 'pk_abcdefgh.txt'])
        writeFileSync(join(storage, 'packs', name), 'x');
      symlinkSync('/etc/hostname', join(storage, 'packs', 'pk_cccccccc.md'));
      expect(await packs.list()).toHaveLength(1);
    },
  );
});

testWith(LINKS)('a storage directory that is a link inside the repository is refused', async () => {
  const root = repository({});
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, '.agents'));
  storage = join(root, '.agents', 'mcp');
  const packs = markdownRepository({
    storage: { path: storage, within: root },
    owner: () => processOwner(() => `token-${words++}-xxxx`),
    token: () => `word-${words++}`,
    clock: { now: () => now, elapsed: () => performance.now() },
    log: createLogger(
      'silent',
      () => {},
      () => 0,
    ),
  });
  await expect(create(packs)).rejects.toMatchObject({ kind: 'io', code: 'not_a_folder' });
  expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
});

/** `packs`, `create` and `retitle` as above, in a process of its own. */
const PRELUDE = `
  import { randomUUID } from 'node:crypto';
  import { existsSync } from 'node:fs';
  import { systemClock } from '${modulePath('src/core/clock.ts')}';
  import { createLogger } from '${modulePath('src/core/logger.ts')}';
  import { processOwner } from '${modulePath('src/core/store/index.ts')}';
  import { markdownRepository } from '${modulePath('src/areas/packs/storage/markdown-repository.ts')}';
  import { advance, newPack, withMeta } from '${modulePath('src/areas/packs/pack.ts')}';
  const [, , path, ...args] = process.argv;
  const signal = new AbortController().signal;
  const now = Date.now();
  const packs = markdownRepository({
    storage: { path }, owner: () => processOwner(randomUUID), token: randomUUID, clock: systemClock,
    log: createLogger('silent', () => {}, () => 0),
  });
  const create = (name) => packs.create(name, (id) => newPack({
    id, name, title: 'T', brief: undefined, tags: [], sections: [], now, expiresAt: now + 3_600_000 }), signal);
  const retitle = (title) => async (pack) =>
    advance(pack, withMeta(pack, { title, brief: 'x'.repeat(20_000) + title, tags: undefined }), Date.now());
`;
/** All children begin at the same moment, as near as processes can: when the file that is their last argument is there. */
const TOGETHER = `
  console.log('ready');
  while (!existsSync(args.at(-1))) await new Promise((go) => setTimeout(go, 1));
`;
/** What each of them said in the end. */
async function startTogether(count: number, source: string, ...args: string[]): Promise<string[]> {
  const start = join(repository({}), 'start');
  const children = Array.from({ length: count }, () =>
    startScript(`${PRELUDE}${TOGETHER}${source}`, { args: [storage, ...args, start] }),
  );
  const ends = children.map(finished);
  await Promise.all(children.map((child) => says(child, 'ready')));
  writeFileSync(start, '');
  const ended = await Promise.all(ends);
  expect(ended.map(({ stderr }) => stderr)).toEqual(children.map(() => ''));
  return ended.map(({ stdout }) => stdout.replace('ready', '').trim());
}

test('several processes, one name: exactly one wins', async () => {
  const source = `console.log(await create('demo').then(() => 'won', (error) => error.code));`;
  const ends = await startTogether(4, source);
  expect(ends.sort()).toEqual(['conflict', 'conflict', 'conflict', 'won']);
  expect(await open().list()).toHaveLength(1);
  expect(readdirSync(join(storage, 'packs'))).toHaveLength(1);
});

test('several processes, one revision: exactly one wins each time', async () => {
  const pack = await create(open(), 'demo');
  const source = `
    let won = 0;
    for (let revision = 1; revision <= 25; ) {
      const mine = await packs.update(args[0], revision, retitle(process.pid + '-' + revision), signal).then(() => 1, (error) => {
        if (error.code !== 'revision_conflict') throw error;
        return 0;
      });
      won += mine;
      revision = (await packs.byId(args[0])).revision;
    }
    console.log(won);`;
  const wins = (await startTogether(3, source, pack.id)).map(Number);
  const { revision } = (await open().byId(pack.id)) ?? { revision: 0 };
  // Each win raised the revision by one: no change was lost and none was made twice.
  expect(wins.reduce((sum, won) => sum + won, 0)).toBe(revision - 1);
  expect(revision).toBeGreaterThanOrEqual(26);
});

test('kills during writes leave no torn pack, no lost pack and no lock that holds', async () => {
  const pack = await create(open(), 'demo');
  const source = `${PRELUDE}
    for (let round = 0; ; round++) {
      const { revision } = await packs.byId(args[0]);
      await packs.update(args[0], revision, retitle(String(revision + 1)), signal).catch((error) => {
        if (error.code !== 'revision_conflict') throw error;
      });
      if (round === 0) console.log('writing');
      if (round % 5 === 0) await create();
      // The others want the lock too.
      await new Promise((go) => setTimeout(go, 10));
    }`;
  let last = 1;
  let known = new Set([pack.id]);
  const kill = async (delay: number) => {
    const child = startScript(source, { args: [storage, pack.id] });
    const ended = finished(child);
    await says(child, 'writing');
    await new Promise((go) => setTimeout(go, delay));
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
  };
  for (let round = 0; round < runs(2, 13); round++) {
    // Four writers at once: one is killed while the others wait for its lock.
    await Promise.all([3, 7, 11, 13].map((step) => kill((round * step) % 40)));
    const packs = open();
    const all = await packs.list();
    const ids = new Set(all.map(({ id }) => id));
    for (const id of known) expect(ids.has(id)).toBe(true);
    known = ids;
    const now = all.find(({ id }) => id === pack.id);
    expect(now?.title).toBe(String(now?.revision));
    expect(now?.revision).toBeGreaterThan(last);
    last = (
      await packs.update(pack.id, now?.revision ?? 0, retitle(String((now?.revision ?? 0) + 1)), signal)
    ).revision;
  }
});

testWith(MODES)('a directory that cannot be written says so and loses nothing', async () => {
  const pack = await create(open(), 'demo');
  const directories = [handOver(join(storage, '..')), storage, join(storage, 'packs')];
  for (const path of directories) chmodSync(path, 0o555);
  const source = `${PRELUDE}
    const told = (work) => work.then(() => 'worked', ({ kind, code, message }) => ({ kind, code, message }));
    console.log(JSON.stringify([
      (await packs.list()).length,
      await told(packs.update(args[0], 1, retitle('x'), signal)),
      await told(create('other')),
    ]));`;
  const { stdout } = await finished(startScript(source, { args: [storage, pack.id], asOrdinaryUser: true }));
  const refusal = {
    kind: 'io',
    code: 'no_permission',
    message: expect.stringMatching(/^Permission was denied: /),
  };
  expect(JSON.parse(stdout)).toEqual([1, refusal, refusal]);
  expect(await open().byId(pack.id)).toEqual(pack);
});
