/**
 * A hub on PostgreSQL with many repositories: what it takes to index them, and how long callers wait.
 *
 *   npm run bench -- hub build   --at DIR --origins FILE     fetches and indexes; goes on where it was
 *   npm run bench -- hub measure --at DIR --one NAME --local CHECKOUT
 *   npm run bench -- hub restart --at DIR --one NAME
 *   npm run bench -- hub push    --at DIR --one NAME
 *
 * FILE has a line for each repository: NAME PATH-OR-URL [BRANCH].
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { measure } from './measure.ts';
import { openBenchPostgres } from './postgres.ts';
import { push } from './push.ts';
import { restart } from './restart.ts';

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      at: { type: 'string' },
      origins: { type: 'string' },
      one: { type: 'string', default: '' },
      local: { type: 'string', default: '' },
      minutes: { type: 'string', default: '60' },
    },
  });
  const [what = ''] = positionals;
  if (values.at === undefined)
    throw new Error('usage: npm run bench -- hub build|measure|restart|push --at DIR …');
  const at = resolve(values.at);
  const postgres = await openBenchPostgres(at);
  try {
    if (what === 'build') await build(at, postgres, originsIn(values.origins ?? ''), Number(values.minutes));
    else if (what === 'measure') await measure(at, postgres, values.one, values.local);
    else if (what === 'restart') await restart(at, postgres, values.one);
    else if (what === 'push') await push(at, postgres, values.one);
    else throw new Error(`there is no ${what}`);
  } finally {
    await postgres.stop();
  }
}

function originsIn(file: string): { name: string; url: string; branch: string | undefined }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', url = '', branch] = line.trim().split(/\s+/);
      return { name, url, branch };
    });
}
