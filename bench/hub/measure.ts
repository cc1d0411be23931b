/** Latency of a search over one repository, beside a local server on a checkout of it, and over all of them, cold and warm. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { newToken, QUIET } from './build.ts';
import { startBenchHub } from './hub-process.ts';
import type { BenchPostgres } from './postgres.ts';
import { QUERIES, spread, timed } from './queries.ts';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');

export async function measure(
  at: string,
  postgres: BenchPostgres,
  one: string,
  checkout: string,
): Promise<void> {
  const token = await newToken(postgres);
  const hub = await startBenchHub(at, { toml: QUIET, database: postgres.url });
  try {
    const across = (query: string) => timed(() => hub.call(token, 'repo_search', { query }));
    const alone = (query: string) =>
      timed(() => hub.call(token, 'repo_search', { query, mode: 'bm25' }, `/r/${one}/mcp`));
    const cold = await across(QUERIES[0] ?? '');
    for (const query of QUERIES) await across(query);
    const all: number[] = [];
    for (const query of QUERIES) all.push(await across(query));
    const local = checkout === '' ? undefined : await openLocal(checkout);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++)
      for (const query of QUERIES) {
        const [here, there] = [await alone(query), await local?.search(query)];
        if (round === 0) continue;
        ours.push(here);
        if (there !== undefined) theirs.push(there);
      }
    await local?.close();
    console.log(
      JSON.stringify(
        {
          load: loadavg()[0],
          repositories: await hub.gauge('repositories_ready'),
          one_of_hub_ms: spread(ours),
          one_local_ms: theirs.length === 0 ? undefined : spread(theirs),
          all_cold_ms: Math.round(cold),
          all_ms: spread(all),
          hub_resident_bytes: await hub.gauge('resident_bytes'),
          cache_bytes: await hub.gauge('cache_bytes'),
          postgres_resident_bytes: postgres.residentBytes(),
        },
        null,
        2,
      ),
    );
  } finally {
    await hub.stop();
  }
}

async function openLocal(root: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-hub-'));
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'serve', '--root', root, '--data-dir', dataDir, '--answers', 'text'],
      stderr: 'ignore',
    }),
  );
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args }, { timeout: 280_000 });
  await call('repo_refresh_index', {});
  return {
    search: (query: string) => timed(() => call('repo_search', { query, mode: 'bm25', fresh: true })),
    close: async () => {
      await client.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
