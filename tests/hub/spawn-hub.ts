/** A hub in a process of its own, which can be killed, and the database that it shares with others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { PostgresDatabase } from '../../src/core/store/for-hub.ts';
import { openPostgres } from '../../src/core/store/for-hub.ts';
import { HubStore } from '../../src/hub/hub-store.ts';
import { addToken, migrateDatabase } from '../../src/hub/index.ts';
import { readSettings } from '../../src/hub/settings.ts';
import { PROGRAM, programEnvironment } from '../helpers/run-program.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';
import { ask, hubHost } from './start-hub.ts';

export interface SpawnedHub {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** The exit code, or the signal that ended it. */
  exit: Promise<number | NodeJS.Signals>;
  log(): string;
  /** As a crash would. */
  kill(): Promise<void>;
  ask(token: string, tool: string, args: object, path?: string): ReturnType<typeof ask>;
}

/** Ends with the test; started once it listens. */
export async function spawnHub({
  toml,
  database,
  dataDir = temporaryDirectory(),
}: {
  toml: string;
  database: string | undefined;
  dataDir?: string;
}): Promise<SpawnedHub> {
  const config = join(temporaryDirectory(), 'hub.toml');
  writeFileSync(config, `listen = "127.0.0.1:0"\nfetch_every_seconds = 1\n${toml}`);
  const child = spawn(process.execPath, [PROGRAM, 'hub', '--config', config, '--data', dataDir], {
    env: programEnvironment(database === undefined ? {} : { PILOTBOOK_DATABASE_URL: database }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const port = await new Promise<number>((found, fail) => {
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
      const [, text] = /the hub listens.*"port":(\d+)/.exec(said) ?? [];
      if (text !== undefined) found(Number(text));
    });
    void exit.then((code) => fail(new Error(`the hub ended (${code}) before it listened: ${said}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    dataDir,
    process: child,
    exit,
    log: () => said,
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
    ask: (token, tool, args, path) => ask(url, token, tool, args, path),
  };
}

/** A migrated database, as the tests see it beside the hubs. */
export async function openTables(
  url: string,
): Promise<{ tables: PostgresDatabase; store: HubStore; token(name: string): Promise<string> }> {
  const host = hubHost({ PILOTBOOK_DATABASE_URL: url });
  const settings = await readSettings({ text: undefined, directory: temporaryDirectory(), env: host.env });
  await migrateDatabase(settings, host);
  const tables = await openPostgres({ url, log: host.log });
  onTestFinished(() => tables.close());
  const store = new HubStore(tables);
  const asked = { repositories: ['*'], writesNotes: false, perMinute: 1_000_000, expiresAt: undefined };
  return {
    tables,
    store,
    token: (name) => addToken(store, { name, ...asked }, { now: systemClock.now(), secret: host.secret }),
  };
}

/**
 * Nobody can write to the table until `work` is done, so whoever tries stands still in the middle of it. `isMet` says whether somebody does.
 */
export async function whileLocked<T>(
  { tables }: { tables: PostgresDatabase },
  table: string,
  mode: 'SHARE' | 'ACCESS EXCLUSIVE',
  work: (isMet: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return await tables.transaction(async (query) => {
    await query(`LOCK TABLE ${table} IN ${mode} MODE`);
    return await work(async () => {
      const waiting = await tables.query(
        'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
        [table],
      );
      return waiting.length > 0;
    });
  });
}
