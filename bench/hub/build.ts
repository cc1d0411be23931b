/** Fetches and indexes every origin; ends when all can be searched, or after so many minutes. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/core/clock.ts';
import { HubStore } from '../../src/hub/hub-store.ts';
import { addToken, migrateDatabase } from '../../src/hub/index.ts';
import { readSettings } from '../../src/hub/settings.ts';
import { hubHost } from './host.ts';
import { startBenchHub } from './hub-process.ts';
import type { BenchPostgres } from './postgres.ts';

/** So that no figure has a fetch in it. */
export const QUIET =
  'fetch_every_seconds = 86400\ncalls_per_minute = 1000000\nmemory_megabytes = 4096\nopen_repositories = 100\ncache_megabytes = 8192\nmax_megabytes = 8192\n';

export async function build(
  at: string,
  { url, tables, residentBytes }: BenchPostgres,
  origins: readonly { name: string; url: string; branch: string | undefined }[],
  minutes: number,
): Promise<void> {
  const host = hubHost({ PILOTBOOK_DATABASE_URL: url });
  await migrateDatabase(await readSettings({ text: undefined, directory: at, env: host.env }), host);
  const store = new HubStore(tables);
  const started = performance.now();
  for (const { name, url: from, branch } of origins) {
    const branches = branch === undefined ? [] : [branch];
    await store.putRepository(
      { name, url: from, branches, secretEnv: undefined, webhookEnv: undefined },
      false,
    );
  }
  const hub = await startBenchHub(at, { toml: QUIET, database: url });
  let most = 0;
  try {
    for (;;) {
      await sleep(2_000);
      const ready = await hub.gauge('repositories_ready');
      most = Math.max(most, await hub.gauge('resident_bytes'));
      const isOver = performance.now() - started > minutes * 60_000;
      if (ready < origins.length && !isOver) continue;
      const branches = await store.branches();
      const files = branches.reduce((sum, branch) => sum + branch.files, 0);
      const [size] = await tables.query('SELECT pg_database_size(current_database())::float8 AS bytes');
      const figures = {
        repositories: branches.length,
        files,
        seconds: Math.round((performance.now() - started) / 1000),
        database_bytes: size?.bytes,
        disk_bytes: diskBytes(join(at, 'hub')),
        trees_and_mirrors_bytes: diskBytes(join(at, 'hub', 'repositories')),
        hub_resident_bytes: most,
        postgres_resident_bytes: residentBytes(),
        problems: (await store.repositories()).flatMap(({ name, problem }) =>
          problem === undefined ? [] : [`${name}: ${problem}`],
        ),
      };
      console.log(JSON.stringify(figures, null, 2));
      break;
    }
  } finally {
    await hub.stop();
  }
}

/** A token for everything, made anew each time: it is shown once. */
export async function newToken({ tables }: BenchPostgres): Promise<string> {
  const host = hubHost({});
  const asked = { repositories: ['*'], writesNotes: false, perMinute: 1_000_000, expiresAt: undefined };
  return await addToken(
    new HubStore(tables),
    { name: `bench-${host.secret(12)}`, ...asked },
    { now: systemClock.now(), secret: host.secret },
  );
}

/** A file with several names counts once. */
function diskBytes(directory: string, seen = new Set<number>()): number {
  let sum = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) sum += diskBytes(path, seen);
    else {
      const { ino, size } = lstatSync(path);
      if (!seen.has(ino)) sum += size;
      seen.add(ino);
    }
  }
  return sum;
}
