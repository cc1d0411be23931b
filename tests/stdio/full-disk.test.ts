/** On a full disk everything can still be read: answers come as far as they can, and name the full disk. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fullDisk, type Room } from '../helpers/full-disk.ts';
import { repository, write } from '../helpers/repository.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `// coin${at}\n`).join('');
const FILES = {
  'shop.ts': 'export const openingHours = "nine to five";\n',
  'till.ts': `export function takeMoney(cents: number) {\n  return cents;\n}\n${words(10_000)}`,
  'README.md': '# Shop\n',
  '.context/config.json': '{}',
  '.context/00001.md': 'We open at nine: openingHours says so.\n',
};
const NO_ROOM = { files: false, pages: 0 } as const;
/** Small files go in, an index does not. */
const NO_GROWTH = { files: true, pages: 0 } as const;
/** The index can be made, but not filled. */
const SOME_PAGES = { files: true, pages: 24 } as const;
const NAMES_IT = /The disk is full.*Free some space/;

interface Explored {
  ok: boolean;
  result: { hits: { path: string }[]; selections: { path: string }[] };
  /** Of `context_search`. */
  results: { id: string; path?: string }[];
  warnings: string[];
  error: { code: string; message: string; hint: string };
}

/** The server, started on a disk that is full, or that was filled after an earlier one had built the index. */
async function served(room: Room, built: boolean) {
  const root = repository(FILES);
  const disk = fullDisk(join(root, '.repo_mcp'), room);
  const start = async () => {
    const { client, exit } = spawnServer(root, [], disk.env);
    await client.initialize();
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { result = {} } = await client.request('tools/call', { name, arguments: args });
      const [{ text }] = result.content as [{ text: string }];
      return JSON.parse(text) as Explored;
    };
    return { call, client, exit };
  };
  if (built) {
    disk.free();
    const { call, client, exit } = await start();
    expect(await call('repo.refresh_index')).toMatchObject({ ok: true });
    client.end();
    expect(await exit).toBe(0);
    disk.fill();
  }
  return { root, disk, ...(await start()) };
}

test.each([
  ['where nothing can be made', NO_ROOM],
  ['where no index can be made', NO_GROWTH],
  ['where the index ends halfway', SOME_PAGES],
] as const)(
  '%s: refresh fails, search and bundle answer by words and name the full disk',
  async (_, room) => {
    const { call, disk } = await served(room, false);
    expect(await call('repo.refresh_index')).toMatchObject({ ok: false, error: { code: 'DISK_FULL' } });
    const found = await call('repo.search', { query: 'openingHours' });
    expect(found).toMatchObject({ ok: true, result: { hits: [{ path: 'shop.ts' }] } });
    expect(found.warnings).toEqual([expect.stringMatching(NAMES_IT)]);
    const bundle = await call('repo.build_context_bundle', { prompt: 'change openingHours' });
    expect(bundle.result.selections[0]).toMatchObject({ path: 'shop.ts' });
    expect(bundle.warnings).toContainEqual(expect.stringMatching(NAMES_IT));

    // No restart: the next question finds the room.
    disk.free();
    expect(await call('repo.refresh_index')).toMatchObject({ ok: true });
    expect(await call('repo.search', { query: 'takeMoney' })).toMatchObject({
      result: { hits: [{ path: 'till.ts' }] },
      warnings: [],
    });
  },
);

test.each([NO_ROOM, NO_GROWTH, SOME_PAGES])(
  'context_search and outline answer, status answers or says disk_full (%o)',
  async (room) => {
    const { call, disk } = await served(room, false);
    for (const _ of ['first', 'second']) {
      const { results, warnings } = await call('context_search', { query: 'openingHours' });
      expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(['00001', 'shop.ts:1-1']));
      expect(warnings).toContainEqual(expect.stringMatching(NAMES_IT));
      for (const warning of warnings) expect(warning).not.toContain('..');
    }
    expect(await call('repo.outline', { path: 'shop.ts' })).toMatchObject({
      ok: true,
      result: { symbols: [{ name: 'openingHours' }] },
      warnings: [],
    });
    expect(await call('repo.status')).toMatchObject(
      room === SOME_PAGES
        ? {
            ok: true,
            result: { index_status: 'not_indexed', last_refresh_timestamp: null },
            warnings: [expect.stringMatching(NAMES_IT)],
          }
        : { ok: false, error: { code: 'DISK_FULL', hint: expect.stringMatching(/^Free some space/) } },
    );

    disk.free();
    expect(await call('repo.refresh_index')).toMatchObject({ ok: true });
    expect(await call('repo.status')).toMatchObject({ result: { index_status: 'ready' }, warnings: [] });
    expect(await call('context_search', { query: 'openingHours' })).not.toHaveProperty('warnings');
  },
);

test.each([NO_ROOM, NO_GROWTH])(
  'an index from before goes on to answer, with the warning (%o)',
  async (room) => {
    const { root, call } = await served(room, true);
    write(root, { 'new.ts': `export const closingTime = "five";\n${words(10_000)}` });
    expect(await call('repo.refresh_index')).toMatchObject({ ok: false, error: { code: 'DISK_FULL' } });
    // The second too: what the first could not take in is still missing.
    for (const _ of ['first', 'second']) {
      const found = await call('repo.search', { query: 'takeMoney' });
      expect(found).toMatchObject({ ok: true, result: { hits: [{ path: 'till.ts' }] } });
      expect(found.warnings).toEqual([expect.stringMatching(NAMES_IT)]);
    }
  },
);

test('a bundle that cannot be kept is answered, and the warning says why', async () => {
  const { call } = await served(NO_ROOM, true);
  const bundle = await call('repo.build_context_bundle', { prompt: 'change openingHours' });
  expect(bundle.result.selections[0]).toMatchObject({ path: 'shop.ts' });
  expect(bundle.warnings).toContainEqual(
    expect.stringMatching(
      /^The bundle could not be kept in the data directory\. The disk is full.* Free some space/,
    ),
  );
});
