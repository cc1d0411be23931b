/** Several hubs on one PostgreSQL database, and what happens when one of them, or the database, is gone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHubDatabase } from '../../src/hub/index.ts';
import { eventually } from '../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { origin, startHub } from './start-hub.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `src/part${at}.ts`,
    `export function chargeCard${at}(amount: number) {\n  return amount;\n}\n`,
  ]),
);
let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

test('one of two hubs indexes, both answer the same, and a push reaches both', async () => {
  const database = await server.newDatabase();
  const web = origin(FILES);
  const toml = `[[repository]]\nname = "web"\nurl = "${web.bare}"\n`;
  const hubs = [await startHub({ toml, database }), await startHub({ toml, database })] as const;
  const all = await hubs[0].token('all');
  const answers = (query: string) =>
    Promise.all(hubs.map(async ({ ask }) => (await ask(all, 'repo_search', { query })).text));
  await eventually(async () => {
    const [one, other] = await answers('chargeCard7');
    expect(one).toContain('src/part7.ts:1-3');
    expect(other).toBe(one);
  });
  const segments = await hubs[0].hub.store.branches();
  expect(segments).toHaveLength(1);
  const commit = web.push({ 'src/refund.ts': 'export const refundEverything = 1;\n' });
  await eventually(async () => {
    const [one, other] = await answers('refundEverything');
    expect(one).toContain('src/refund.ts:1');
    expect(one).toContain(commit.slice(0, 12));
    expect(other).toBe(one);
  });
  await hubs[0].hub.store.revokeToken('all', Date.now());
  for (const { ask } of hubs)
    await eventually(async () => expect((await ask(all, 'repo_search', { query: 'x' })).status).toBe(401));
});

test('while the database is away hubs answer from what they keep and say so; it comes back by itself', async () => {
  const own = await startPostgres();
  const web = origin(FILES);
  const toml = `[[repository]]\nname = "web"\nurl = "${web.bare}"\n`;
  const { hub, ask, token, close } = await startHub({ toml, database: await own.newDatabase() });
  const all = await token('all');
  const search = (query: string) => ask(all, 'repo_search', { query, mode: 'bm25' });
  await eventually(async () => expect((await search('chargeCard7')).text).toContain('src/part7.ts:1-3'));
  await own.kill();
  await eventually(() => expect(hub.awaySince).toBeDefined());
  const away = await search('chargeCard7');
  expect(away.text).toContain('src/part7.ts:1-3');
  expect(away.text).toContain('The database cannot be reached since');
  await own.start();
  await eventually(() => expect(hub.awaySince).toBeUndefined());
  web.push({ 'src/refund.ts': 'export const refundEverything = 1;\n' });
  await eventually(async () => expect((await search('refundEverything')).text).toContain('src/refund.ts:1'));
  expect((await search('refundEverything')).text).not.toContain('cannot be reached');
  await close();
  await own.stop();
});

test('a hub refuses a database without tables, and one that a newer version has changed', async () => {
  const database = await server.newDatabase();
  await expect(startHub({ database, migrated: false })).rejects.toMatchObject({
    code: 'database_older',
    hint: expect.stringContaining('pilotbook hub migrate'),
  });
  const { hub } = await startHub({ database });
  const tables = await openHubDatabase(hub.settings, hub.host);
  await tables.query("INSERT INTO pilotbook_migration(number, name) VALUES(99, 'later')");
  await tables.close();
  await expect(startHub({ database })).rejects.toMatchObject({ code: 'database_newer' });
});

test('a hub whose tables a newer one has changed answers on, takes in nothing new, and says that it should be replaced', async () => {
  const database = await server.newDatabase();
  const web = origin(FILES);
  const toml = `[[repository]]\nname = "web"\nurl = "${web.bare}"\n`;
  const { hub, url, ask, token, log } = await startHub({ toml, database });
  const all = await token('all');
  const search = (query: string) => ask(all, 'repo_search', { query, mode: 'bm25' });
  await eventually(async () => expect((await search('chargeCard7')).text).toContain('src/part7.ts:1-3'));
  const { commit } = hub.repository('web')?.version() ?? {};
  const tables = await openHubDatabase(hub.settings, hub.host);
  await tables.query("INSERT INTO pilotbook_migration(number, name) VALUES(99, 'later')");
  await eventually(() => expect(hub.outdated).toContain('a newer version of Pilotbook'));
  web.push({ 'src/refund.ts': 'export const refundEverything = 1;\n' });
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, database: 'newer' }]);
  const answer = await search('chargeCard7');
  expect(answer.text).toContain('src/part7.ts:1-3');
  expect(answer.text).toContain('This hub takes in nothing new until it is replaced.');
  expect((await hub.store.branches()).map((branch) => branch.commit)).toEqual([commit]);
  expect(log().match(/a newer version of Pilotbook/g)).toHaveLength(1);
  await tables.query('DELETE FROM pilotbook_migration WHERE number = 99');
  await tables.close();
  await eventually(async () => expect((await search('refundEverything')).text).toContain('src/refund.ts:1'));
});

test('an index that another version has made is left to it', async () => {
  const database = await server.newDatabase();
  const web = origin(FILES);
  const toml = `[[repository]]\nname = "web"\nurl = "${web.bare}"\n`;
  const first = await startHub({ toml, database });
  const all = await first.token('all');
  const search = async (hub: typeof first) =>
    (await hub.ask(all, 'repo_search', { query: 'chargeCard7' })).text;
  await eventually(async () => expect(await search(first)).toContain('src/part7.ts:1-3'));
  const [branch] = await first.hub.store.branches();
  if (branch === undefined) expect.unreachable();
  const tables = await openHubDatabase(first.hub.settings, first.hub.host);
  // As a newer hub would leave it: its own index, in words that this one cannot read.
  const theirs = `${branch.index.slice(0, branch.index.lastIndexOf(' '))} 999`;
  await tables.query('INSERT INTO code_index(name, generation) VALUES($1, 7)', [theirs]);
  await tables.query(
    "INSERT INTO index_value(index, name, value) SELECT id, 'analysis', '999' FROM code_index WHERE name = $1",
    [theirs],
  );
  await first.hub.store.putBranch({ ...branch, index: theirs });
  const second = await startHub({ toml, database });
  await eventually(async () => expect(await search(second)).toContain('src/part7.ts:1-3'));
  expect(await search(first)).toContain('src/part7.ts:1-3');
  const rows = await tables.query('SELECT generation FROM code_index WHERE name = $1', [theirs]);
  expect(rows).toEqual([{ generation: 7 }]);
  await tables.close();
});
