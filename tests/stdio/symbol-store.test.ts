/** Questions about symbols while something is wrong: a file that holds up its parser, edits, a store that is gone, broken or full. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { fullDisk } from '../helpers/full-disk.ts';
import { repository, write } from '../helpers/repository.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const FILES = {
  'shop/pay.ts': 'export function payBill(cents: number) {\n  return cents;\n}\n',
  'shop/till.ts': "import { payBill } from './pay.ts';\n\nexport function close() {\n  payBill(5);\n}\n",
  'shop/night.ts': "import { payBill } from './pay.ts';\n\nexport const nightly = () => payBill(7);\n",
};
const DATA = '.repo_mcp';
const STORE = 'symbols.sqlite';

async function serve(root: string, env: Record<string, string> = {}) {
  const { client, exit } = spawnServer(root, [], env);
  await client.initialize();
  const call = async (args: Record<string, unknown> = {}): Promise<Json> => {
    const { result } = await client.request('tools/call', {
      name: 'repo.references',
      arguments: { symbol: 'payBill', ...args },
    });
    return JSON.parse((result as Json).content[0].text);
  };
  return {
    call,
    /** Until there was time for all files. */
    ask: async (args: Record<string, unknown> = {}): Promise<Json> => {
      for (;;) {
        const answer = await call(args);
        if (!JSON.stringify(answer.warnings).includes('for lack of time')) return answer;
      }
    },
    end: async () => {
      client.end();
      expect(await exit).toBe(0);
    },
  };
}

const WHOLE = { definition: 1, certain: 4, likely: 0, possible: 0, other: 0, total: 5 };
const places = ({ result }: Json) => result.references.map(({ path, line }: Json) => `${path}:${line}`);
const ALL = ['shop/night.ts:1', 'shop/night.ts:3', 'shop/pay.ts:1', 'shop/till.ts:1', 'shop/till.ts:4'];

test('a file that holds up its parser: the thread is ended, its mentions are possible, and the answer says why', async () => {
  const hostile = `import { payBill } from './pay.ts';\npayBill(1);\n${'a<b<(\n'.repeat(120_000)}`;
  const { ask, call } = await serve(repository({ ...FILES, 'shop/hostile.ts': hostile }));
  // While it is being parsed there is an answer without it, which says so.
  expect(await call()).toMatchObject({ ok: true, result: { counts: { total: 7 } } });
  const answer = await ask({ class: 'possible' });
  expect(answer.warnings).toEqual([
    '1 file was not parsed, so all mentions there are possible: shop/hostile.ts (parsing it took too long or too much memory).',
  ]);
  expect(answer.result).toMatchObject({ counts: { ...WHOLE, possible: 2, total: 7 }, files_unparsed: 1 });
  expect(places(answer)).toEqual(['shop/hostile.ts:1', 'shop/hostile.ts:2']);
});

test('an edit while a question is answered is seen by the next call', async () => {
  const root = repository(FILES);
  const { ask, call } = await serve(root);
  expect(places(await ask())).toEqual(ALL);
  for (const round of [1, 2, 3]) {
    const asked = call();
    const path = `shop/late${round}.ts`;
    write(root, { [path]: "import { payBill } from './pay.ts';\n\npayBill(9);\n" });
    const { total, ...classes } = (await asked).result.counts;
    expect(Object.values(classes as number[]).reduce((sum, each) => sum + each, 0)).toBe(total);
    expect(places(await ask())).toEqual(expect.arrayContaining([`${path}:1`, `${path}:3`]));
    // The same length, twice within a moment: no time of a file system tells these apart.
    write(root, { [path]: "import { payBill } from './pay.ts';\npayBill(90);\n\n" });
    expect(places(await ask())).toContain(`${path}:2`);
    rmSync(join(root, path));
    expect(places(await ask())).toEqual(ALL);
  }
});

const DAMAGES: [name: string, damage: (store: string) => void][] = [
  ['deleted', (store) => rmSync(store)],
  ['no database', (store) => writeFileSync(store, 'not a database\n'.repeat(1_000))],
  ['cut in the middle', (store) => truncateSync(store, 6_000)],
  [
    'overwritten behind its head',
    (store) => {
      const bytes = readFileSync(store);
      writeFileSync(
        store,
        Buffer.concat([bytes.subarray(0, 4_096), Buffer.alloc(bytes.length - 4_096, 0x5a)]),
      );
    },
  ],
  [
    'a directory',
    (store) => {
      rmSync(store);
      mkdirSync(store);
    },
  ],
  ['read-only', (store) => chmodSync(store, 0o444)],
];

test.each(DAMAGES)('a store that is %s: the answer is the same', async (_, damage) => {
  const root = repository(FILES);
  const store = join(root, DATA, STORE);
  const before = await serve(root);
  const whole = await before.ask();
  expect(whole.result.counts).toMatchObject(WHOLE);
  // Written behind the answer, and all of it when the server ends.
  await before.end();
  for (const suffix of ['-wal', '-shm']) rmSync(store + suffix, { force: true });
  expect(existsSync(store)).toBe(true);
  damage(store);
  const { ask, end } = await serve(root);
  for (const round of [1, 2]) {
    expect((await ask()).result).toEqual(whole.result);
    write(root, { 'shop/more.ts': `// payBill ${round}\n` });
    expect((await ask()).result.counts).toMatchObject({ ...WHOLE, comment: 1, total: 6 });
    rmSync(join(root, 'shop/more.ts'));
  }
  await end();
});

test.each([
  ['where nothing can be made', { files: false, pages: 0 }],
  ['where the store cannot be filled', { files: true, pages: 1 }],
] as const)('on a full disk %s the answer is the same', async (_, room) => {
  const root = repository(FILES);
  const { ask } = await serve(root, fullDisk(join(root, DATA), room).env);
  for (const _round of [1, 2]) {
    const { ok, result } = await ask();
    expect(ok).toBe(true);
    expect(result.counts).toMatchObject(WHOLE);
  }
});

test('in idle time the server learns files that nobody asked about', async () => {
  const root = repository({ ...FILES, 'other/idle.ts': 'export function neverAsked() {}\n' });
  const { ask } = await serve(root);
  await ask();
  const { connect } = await import('../../src/core/store/sqlite/driver.ts');
  await eventually(async () => {
    const database = await connect(join(root, DATA, STORE));
    try {
      expect(database.prepare('SELECT count(*) AS texts FROM facts').get()).toEqual({ texts: 4 });
    } finally {
      database.close();
    }
  });
});
