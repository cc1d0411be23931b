/** Hubs and a database that are killed while they work: nothing is lost, answers are right or say that they may be old. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { openTables, type SpawnedHub, spawnHub, whileLocked } from './spawn-hub.ts';
import { type ask, origin, startHub } from './start-hub.ts';

const COUNT = 40;
const part = (at: number, round: number) =>
  `export function chargeCard${at}(amount: number) {\n  return amount + ${round};\n}\n`;
const files = (round: number) =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`src/part${at}.ts`, part(at, round)]));

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

interface Asker {
  ask(token: string, tool: string, args: object): ReturnType<typeof ask>;
}

/** Every file is there, with the text of the round, and the receipt names the commit. */
async function expectWhole(hub: Asker, token: string, round: number, commit: string): Promise<void> {
  const status = JSON.parse((await hub.ask(token, 'repo_status', {})).text).result;
  expect(status.indexed_file_count).toBe(COUNT);
  for (const at of [0, COUNT >> 1, COUNT - 1]) {
    const { text, meta } = await hub.ask(token, 'repo_search', { query: `chargeCard${at}`, mode: 'bm25' });
    const [hit] = JSON.parse(text).result.hits;
    expect(hit.path).toBe(`src/part${at}.ts`);
    expect(hit.snippet).toContain(`return amount + ${round};`);
    expect(meta['io.github.pilotbook/ref']).toMatchObject([{ commit }]);
  }
}

const settings = (bare: string) => `answers = "json"\n[[repository]]\nname = "web"\nurl = "${bare}"\n`;

test('an indexer that is killed in the middle of a commit is succeeded, and nothing of its work is half there', async () => {
  const database = await server.newDatabase();
  const db = await openTables(database);
  const token = await db.token('all');
  const web = origin(files(0));
  const toml = settings(web.bare);
  let commit = web.push({ 'src/part0.ts': `${part(0, 0)}\n` });
  let killed: SpawnedHub | undefined;
  // First a build from nothing, then one that begins as a copy of the index before.
  for (const round of [0, 1]) {
    const successor = await whileLocked(db, 'block', 'SHARE', async (isMet) => {
      killed = await spawnHub({ toml, database, ...(killed && { dataDir: killed.dataDir }) });
      if (round > 0) commit = web.push(files(round));
      await eventually(async () => expect(await isMet()).toBe(true));
      await killed.kill();
      return await startHub({ toml, database });
    });
    await eventually(() => expectWhole(successor, token, round, commit));
    await successor.close();
  }
  const again = await spawnHub({ toml, database, ...(killed && { dataDir: killed.dataDir }) });
  await eventually(() => expectWhole(again, token, 1, commit));
  const orphans = await db.tables.query(
    'SELECT id FROM segment s WHERE NOT EXISTS(SELECT FROM index_segment i WHERE i.segment = s.id)',
  );
  expect(orphans).toEqual([]);
});

test('a searcher that is killed under load leaves the other one right, and comes back to the same answers', async () => {
  const database = await server.newDatabase();
  const db = await openTables(database);
  const token = await db.token('all');
  const web = origin(files(0));
  const commit = web.push({ 'src/part0.ts': `${part(0, 0)}\n` });
  const toml = settings(web.bare);
  const stays = await startHub({ toml, database });
  await eventually(() => expectWhole(stays, token, 0, commit));
  const dies = await spawnHub({ toml, database });
  await eventually(() => expectWhole(dies, token, 0, commit));
  let isDead = false;
  const load = Array.from({ length: 8 }, async (_, at) => {
    for (let n = 0; !isDead; n++)
      await dies.ask(token, 'repo_search', { query: `chargeCard${(at * 7 + n) % COUNT}` }).catch(() => {});
  });
  for (let n = 0; n < 20; n++) await expectWhole(stays, token, 0, commit);
  await dies.kill();
  isDead = true;
  await Promise.all(load);
  await expectWhole(stays, token, 0, commit);
  const next = web.push(files(1));
  await eventually(() => expectWhole(stays, token, 1, next));
  const back = await spawnHub({ toml, database, dataDir: dies.dataDir });
  await eventually(() => expectWhole(back, token, 1, next));
});

test.each(['killed', 'stopped'] as const)(
  'while the database is %s under load, answers are right for the commit they name, and it comes back by itself',
  async (how) => {
    const own = await startPostgres();
    try {
      const database = await own.newDatabase();
      const token = await (await openTables(database)).token('all');
      const web = origin(files(0));
      const roundOf = new Map([[web.push({ 'src/part0.ts': `${part(0, 0)}\n` }), 0]]);
      const { hub, ask: toHub } = await startHub({ toml: settings(web.bare), database });
      await eventually(() => expect(hub.isReady).toBe(true));
      const seen = { right: 0, old: 0, refused: 0 };
      let isOver = false;
      const load = Array.from({ length: 6 }, async (_, worker) => {
        for (let n = 0; !isOver; n++) {
          const at = (worker * 7 + n) % COUNT;
          const answer = await toHub(token, 'repo_search', { query: `chargeCard${at}`, mode: 'bm25' });
          if (answer.status === 503) {
            seen.refused++;
            continue;
          }
          expect(answer.status).toBe(200);
          const warnings = JSON.stringify(answer.meta['io.github.pilotbook/warnings'] ?? []);
          const { ok, result, error } = JSON.parse(answer.text);
          // Either it cannot answer and says why, or what it shows is what the commit has.
          if (ok === false || error !== undefined) {
            expect(answer.text).toContain('database');
            seen.refused++;
            continue;
          }
          const [{ commit }] = answer.meta['io.github.pilotbook/ref'] as [{ commit: string }];
          expect(result.hits[0].path).toBe(`src/part${at}.ts`);
          expect(result.hits[0].snippet).toContain(`return amount + ${roundOf.get(commit)};`);
          if (warnings.includes('The database cannot be reached since')) seen.old++;
          else seen.right++;
        }
      });
      for (let round = 1; round <= runs(1, 5); round++) {
        await eventually(() => expect(seen.right).toBeGreaterThan(20));
        await (how === 'killed' ? own.kill() : own.halt());
        await eventually(() => expect(hub.awaySince).toBeDefined());
        roundOf.set(web.push(files(round)), round);
        seen.old = 0;
        await eventually(() => expect(seen.old).toBeGreaterThan(20));
        await own.start();
        await eventually(() => expect(hub.awaySince).toBeUndefined());
        const newest = [...roundOf].find(([, each]) => each === round)?.[0];
        await eventually(() => expect(hub.repository('web')?.version()?.commit).toBe(newest));
        seen.right = 0;
      }
      await eventually(() => expect(seen.right).toBeGreaterThan(20));
      isOver = true;
      await Promise.all(load);
    } finally {
      await own.stop();
    }
  },
);

test('rows that are damaged are not believed: the index is made anew, and hubs with a whole copy go on', async () => {
  const database = await server.newDatabase();
  const db = await openTables(database);
  const token = await db.token('all');
  const web = origin(files(0));
  const commit = web.push({ 'src/part0.ts': `${part(0, 0)}\n` });
  const toml = settings(web.bare);
  const first = await startHub({ toml, database });
  await eventually(() => expectWhole(first, token, 0, commit));
  for (const [table, column] of [
    ['block', 'data'],
    ['segment', 'files'],
  ]) {
    const damaged = await db.tables.query(
      `UPDATE ${table} SET ${column} = set_byte(${column}, length(${column}) / 2, (get_byte(${column}, length(${column}) / 2) + 1) % 256) RETURNING 1`,
    );
    expect(damaged.length).toBeGreaterThan(0);
    const fresh = await startHub({ toml, database });
    await eventually(() => expectWhole(fresh, token, 0, commit));
    expect(fresh.log()).toContain('The index is damaged');
    await fresh.close();
    await eventually(() => expectWhole(first, token, 0, commit));
  }
});
