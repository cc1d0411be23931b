/** Many calls at once, tokens that end, and a hub that is asked to stop. */
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { SIGNALS, testWith } from '../helpers/probes.ts';
import { openTables, spawnHub, whileLocked } from './spawn-hub.ts';
import { origin, post, startHub } from './start-hub.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `src/part${at}.ts`,
    `export function chargeCard${at}(amount: number) {\n  return amount;\n}\n`,
  ]),
);
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const table = (bare: string) => `calls_per_minute = 1000000\n[[repository]]\nname = "web"\nurl = "${bare}"\n`;

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

const CONNECTIONS = 50;
/** What a leak of a few kilobytes for each call would exceed in the full run, and of a file or socket in either. */
const MOST_GROWTH_BYTES = 96 * 1024 * 1024;
const MOST_MORE_FILES = 12;

test('calls from 50 connections leave nothing behind', async () => {
  const database = await server.newDatabase();
  const token = await (await openTables(database)).token('all');
  const hub = await spawnHub({ toml: table(origin(FILES).bare), database });
  await eventually(async () =>
    expect((await hub.ask(token, 'repo_search', { query: 'chargeCard7' })).text).toContain('src/part7.ts'),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const gauge = async (name: string) =>
    Number(
      new RegExp(`^pilotbook_${name} (\\d+)`, 'm').exec(
        await (await fetch(`${hub.url}/metrics`)).text(),
      )?.[1],
    );
  // Only Linux shows what a process has open.
  const openFiles = () => {
    try {
      return readdirSync(`/proc/${hub.process.pid}/fd`).length;
    } catch {
      return 0;
    }
  };
  const calls = async (count: number) => {
    let left = count;
    const worker = async (_: unknown, at: number) => {
      for (let nth = --left; nth >= 0; nth = --left) {
        const file = (nth + at) % 30;
        const { status, text } = await call(agent, hub.url, token, file, nth);
        expect([status, nth % 3 === 0 || text.includes(`src/part${file}.ts`)]).toEqual([200, true]);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  };
  await calls(runs(400, 2_000));
  await eventually(async () => expect(await gauge('requests_running')).toBe(1));
  const before = { bytes: await gauge('resident_bytes'), files: openFiles() };
  await calls(runs(800, 10_000));
  agent.destroy();
  await eventually(async () => expect(await gauge('requests_running')).toBe(1));
  expect((await gauge('resident_bytes')) - before.bytes).toBeLessThan(MOST_GROWTH_BYTES);
  await eventually(() => expect(openFiles()).toBeLessThan(before.files + MOST_MORE_FILES));
  expect(await gauge('audit_dropped')).toBe(0);
});

/** A search, a question for the tools, or a file: whatever comes next. */
function call(
  agent: Agent,
  url: string,
  token: string,
  file: number,
  nth: number,
): Promise<{ status: number; text: string }> {
  const params =
    nth % 3 === 1
      ? { name: 'repo_open_file', arguments: { path: `src/part${file}.ts` } }
      : { name: 'repo_search', arguments: { query: `chargeCard${file}`, mode: 'bm25' } };
  const body = JSON.stringify(
    nth % 3 === 0 ? LIST : { jsonrpc: '2.0', id: nth, method: 'tools/call', params },
  );
  return new Promise((done, fail) => {
    const sent = request(
      `${url}/mcp`,
      {
        agent,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: `Bearer ${token}`,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

test('a revoked token is refused before a second has passed on the clock of the hub', async () => {
  let passed = 0;
  const clock = { ...systemClock, elapsed: () => passed };
  const { hub, url, token } = await startHub({ clock });
  const all = await token('all');
  const status = async () => (await post(`${url}/mcp`, all, LIST)).status;
  expect(await status()).toBe(200);
  await hub.store.revokeToken('all', systemClock.now());
  const deadline = passed + 1_000;
  while ((await status()) === 200) {
    passed += 50;
    expect(passed).toBeLessThan(deadline);
  }
  expect(await status()).toBe(401);
});

testWith(SIGNALS)(
  'a hub that is asked to stop finishes the calls under way and takes no new ones',
  async () => {
    const database = await server.newDatabase();
    const db = await openTables(database);
    const token = await db.token('all');
    const hub = await spawnHub({ toml: table(origin(FILES).bare), database });
    await eventually(async () =>
      expect((await hub.ask(token, 'repo_search', { query: 'chargeCard7' })).text).toContain('src/part7.ts'),
    );
    const underWay = await whileLocked(db, 'token', 'ACCESS EXCLUSIVE', async (isMet) => {
      // A call stands still until the table can be read, once its token is asked for again: until then it is answered at once.
      const calls: ReturnType<typeof hub.ask>[] = [];
      await eventually(async () => {
        calls.push(hub.ask(token, 'repo_search', { query: `chargeCard${calls.length % 30}` }));
        expect(await isMet()).toBe(true);
      });
      hub.process.kill('SIGTERM');
      await eventually(() => expect(hub.log()).toContain('the hub stops'));
      const refused = await fetch(`${hub.url}/readyz`).then(
        ({ status }) => status,
        () => 'refused',
      );
      expect([503, 'refused']).toContain(refused);
      return { calls };
    });
    for (const [at, answer] of (await Promise.all(underWay.calls)).entries())
      expect(answer.text).toContain(`src/part${at % 30}.ts`);
    expect(await hub.exit).toBe(0);
  },
);
