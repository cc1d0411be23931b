/** A PostgreSQL server whose data stay, reached by a socket: as it is installed, with nothing made faster that could lose data. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../src/core/logger.ts';
import { openPostgres, type PostgresDatabase } from '../../src/core/store/for-hub.ts';
import { handOver, ORDINARY_USER } from '../../tests/helpers/ordinary-user.ts';
import { postgresPrograms } from '../../tests/helpers/postgres-programs.ts';

export interface BenchPostgres {
  url: string;
  tables: PostgresDatabase;
  /** Of all its processes. */
  residentBytes(): number;
  stop(): Promise<void>;
}

export async function openBenchPostgres(at: string): Promise<BenchPostgres> {
  const place = join(at, 'postgres');
  const data = join(place, 'data');
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true });
    handOver(place);
  }
  const programs = postgresPrograms(place);
  if (!existsSync(data)) {
    const flags = ['--username=pilotbook', '--auth=trust', '--no-locale', '--encoding=UTF8'];
    const made = spawnSync(join(programs, 'initdb'), [`--pgdata=${data}`, ...flags], {
      cwd: place,
      ...ORDINARY_USER,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  }
  const settings = ['listen_addresses=', 'max_connections=60', 'shared_buffers=256MB'];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', place, ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: place, ...ORDINARY_USER, stdio: 'ignore' },
  );
  const url = `postgresql://pilotbook@/postgres?host=${encodeURIComponent(place)}`;
  const log = createLogger(
    'silent',
    () => {},
    () => 0,
  );
  const tables = await openPostgres({ url, log, connections: 2 });
  while (
    !(await tables.query('SELECT 1').then(
      () => true,
      () => false,
    ))
  )
    await sleep(100);
  return {
    url,
    tables,
    residentBytes: () => treeBytes(server.pid ?? 0),
    stop: async () => {
      await tables.close();
      const exit = once(server, 'exit');
      server.kill('SIGINT');
      await exit;
    },
  };
}

/** What a process and its children hold for themselves alone, shared memory counted once. */
function treeBytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '--pid', String(pid), '--ppid', String(pid)], {
    encoding: 'utf8',
  });
  return stdout
    .trim()
    .split('\n')
    .reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}
