/**
 * A real PostgreSQL server for the tests of one file, reached by a socket in a temporary directory: no port, no password, no user of the
 * system. The server does not run as root; then it is the ordinary user's, with a copy of the programs if that user cannot reach ours.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '../../src/core/logger.ts';
import { openPostgres } from '../../src/core/store/for-hub.ts';
import { eventually } from './eventually.ts';
import { handOver, ORDINARY_USER } from './ordinary-user.ts';
import { postgresPrograms } from './postgres-programs.ts';
import { newDirectory, removeTree } from './temporary-directory.ts';

/** Nothing here outlives the process of the tests, so nothing need survive a power cut. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'listen_addresses=',
  'max_connections=120',
  'shared_buffers=64MB',
];

export interface TestPostgres {
  /** Of a new, empty database. */
  newDatabase(): Promise<string>;
  /** As a power cut would: every process of it ends at once. */
  kill(): Promise<void>;
  /** As an operator would; connections are ended with a word. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const base = newDirectory();
  const place = join(base, 'db');
  mkdirSync(place);
  handOver(base);
  const programs = postgresPrograms(base);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${place}/data`,
      '--username=pilotbook',
      '--auth=trust',
      '--no-sync',
      '--no-locale',
      '--encoding=UTF8',
    ],
    { cwd: base, ...ORDINARY_USER, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  let server: ChildProcess | undefined;
  let databases = 0;
  const urlOf = (name: string) => `postgresql://pilotbook@/${name}?host=${encodeURIComponent(place)}`;

  const ended = async (signal: NodeJS.Signals) => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exit = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await exit;
  };
  const args = ['-D', `${place}/data`, '-k', place, ...SETTINGS.flatMap((setting) => ['-c', setting])];
  const start = () =>
    eventually(async () => {
      // After a kill it refuses to start until the last process of the old one is gone.
      if (server === undefined || server.exitCode !== null)
        server = spawn(join(programs, 'postgres'), args, { cwd: base, ...ORDINARY_USER, stdio: 'ignore' });
      await asked(urlOf('postgres'), 'SELECT 1');
    });
  await start();
  return {
    newDatabase: async () => {
      const name = `test${++databases}`;
      await asked(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    kill: () => ended('SIGKILL'),
    halt: () => ended('SIGINT'),
    start,
    stop: async () => {
      await ended('SIGINT');
      removeTree(base);
    },
  };
}

async function asked(url: string, text: string): Promise<void> {
  const database = await openPostgres({
    url,
    log: createLogger(
      'silent',
      () => {},
      () => 0,
    ),
  });
  try {
    await database.query(text);
  } finally {
    await database.close();
  }
}
