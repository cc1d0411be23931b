/** Source files that were made to hold up whoever parses them: the server goes on, says so, and ends when told to. */

import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { IS_FULL } from '../helpers/full-run.ts';
import { type Need, SIGNALS, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { type SpawnedServer, spawnServer } from '../helpers/spawn-server.ts';

const END_MS = 2000;

/** Texts that their grammar takes very long for. */
const HOSTILE: Readonly<Record<string, string>> = {
  'hostile.ts': 'a<b<('.repeat(180_000),
  'hostile.py': `x=${'f"{'.repeat(100_000)}`,
};

async function hostileServer(): Promise<SpawnedServer> {
  const server = spawnServer(repository({ ...HOSTILE, 'plain.ts': 'export function plain() {}\n' }));
  await server.client.initialize();
  return server;
}

function outline({ client }: SpawnedServer, path: string) {
  const asked = client.request('tools/call', { name: 'repo_outline', arguments: { path } });
  return asked.then(({ result }) => {
    const [{ text }] = (result as { content: [{ text: string }] }).content;
    return JSON.parse(text) as { ok: boolean; result: { symbols: { name: string }[] }; warnings: string[] };
  });
}

/** How long the work took, and the slowest of the pings that went out meanwhile, one after the other. */
async function slowestPing(server: SpawnedServer, work: Promise<unknown>) {
  const from = performance.now();
  let wholeMs: number | undefined;
  void work.then(() => {
    wholeMs = performance.now() - from;
  });
  let pingMs = 0;
  while (wholeMs === undefined) {
    const sent = performance.now();
    await server.client.request('ping');
    pingMs = Math.max(pingMs, performance.now() - sent);
  }
  return { pingMs, wholeMs };
}

describe('a hostile source file', () => {
  /** A loaded machine may hold up a ping; on the main thread one would wait for the parser every time. */
  const answeredMeanwhile = (path: string) =>
    eventually(async () => {
      const server = await hostileServer();
      const asked = outline(server, path);
      const { pingMs, wholeMs } = await slowestPing(server, asked);
      const answer = await asked;
      expect(answer.ok).toBe(true);
      expect(pingMs).toBeLessThan(wholeMs / 2);
      return { server, answer };
    });

  if (IS_FULL)
    it('in Python: pings are answered while it is parsed', async () => {
      await answeredMeanwhile('hostile.py');
    });

  it('in TypeScript: pings are answered while it is parsed; it gets no outline, and is told why; the next file has one', async () => {
    const { server, answer } = await answeredMeanwhile('hostile.ts');
    expect(answer.result.symbols).toEqual([]);
    expect(answer.warnings).toEqual([
      expect.stringMatching(/^hostile\.ts has no outline: parsing it took too (long|much memory)\./),
    ]);
    expect((await outline(server, 'plain.ts')).result.symbols).toMatchObject([{ name: 'plain' }]);
  });

  const ways: [name: string, end: (server: SpawnedServer) => void, ...needs: Need[]][] = [
    ['SIGTERM', ({ process }) => process.kill('SIGTERM'), SIGNALS],
    ['the end of its input', ({ client }) => client.end()],
  ];
  for (const [name, end, ...needs] of ways)
    testWith(...needs)(
      `${name} ends a server that parses one as soon as one that rests, give or take two seconds`,
      async () => {
        const timeToEnd = async (server: SpawnedServer) => {
          const from = performance.now();
          end(server);
          expect(await server.exit).toBe(0);
          return performance.now() - from;
        };
        // A loaded machine may hold up one of the two; a server that waits for its parser is late every time.
        await eventually(async () => {
          const [busy, resting] = [await hostileServer(), await hostileServer()];
          for (const path of Object.keys(HOSTILE)) void outline(busy, path).catch(() => {});
          // Answered after the calls were taken up.
          await busy.client.request('ping');
          const [hostile, idle] = await Promise.all([timeToEnd(busy), timeToEnd(resting)]);
          expect(hostile).toBeLessThan(idle + END_MS);
        });
      },
    );
});
