/** From a push of 20 files, with a webhook, until a word of them is found. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HubStore } from '../../src/hub/hub-store.ts';
import { newToken, QUIET } from './build.ts';
import { startBenchHub } from './hub-process.ts';
import type { BenchPostgres } from './postgres.ts';
import { spread } from './queries.ts';

const ROUNDS = 5;
const FILES = 20;
const SECRET = 'a secret of the bench';

export async function push(at: string, postgres: BenchPostgres, one: string): Promise<void> {
  const store = new HubStore(postgres.tables);
  const known = (await store.repositories()).find(({ name }) => name === one);
  if (known === undefined) throw new Error(`there is no repository ${one}`);
  const name = `${one}-pushed`;
  const bare = join(at, `${name}.git`);
  // Its own origin, which shares the objects of the one that nobody may write to.
  if (!existsSync(bare)) {
    const head = git(known.url, 'rev-parse', 'HEAD');
    git(at, 'init', '-q', '--bare', '--initial-branch=main', bare);
    writeFileSync(
      join(bare, 'objects/info/alternates'),
      `${join(git(known.url, 'rev-parse', '--absolute-git-dir'), 'objects')}\n`,
    );
    git(bare, 'update-ref', 'refs/heads/main', head);
  }
  const work = mkdtempSync(join(tmpdir(), 'bench-push-'));
  const env = { GIT_INDEX_FILE: join(work, 'index') };
  await store.putRepository(
    { name, url: bare, branches: ['main'], secretEnv: undefined, webhookEnv: 'HOOK' },
    false,
  );
  const token = await newToken(postgres);
  const hub = await startBenchHub(at, { toml: QUIET, database: postgres.url, env: { HOOK: SECRET } });
  const search = (query: string) => hub.call(token, 'repo_search', { query, mode: 'bm25' }, `/r/${name}/mcp`);
  try {
    while (!(await search('anything')).includes('ref: ')) await sleep(500);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const word = `pushedWord${Date.now()}`;
      const base = git(bare, 'rev-parse', 'refs/heads/main');
      git(bare, { env }, 'read-tree', base);
      for (let n = 0; n < FILES; n++) {
        const file = join(work, 'file');
        writeFileSync(file, `package pushed\n\nfunc ${word}${n}() int {\n\treturn ${n}\n}\n`);
        const blob = git(bare, 'hash-object', '-w', file);
        git(bare, { env }, 'update-index', '--add', '--cacheinfo', `100644,${blob},pushed/${word}-${n}.go`);
      }
      const commit = git(bare, 'commit-tree', git(bare, { env }, 'write-tree'), '-p', base, '-m', word);
      const started = performance.now();
      git(bare, 'update-ref', 'refs/heads/main', commit);
      const body = '{}';
      const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
      await fetch(`${hub.url}/hooks/${name}`, {
        method: 'POST',
        headers: { 'X-Hub-Signature-256': signature },
        body,
      });
      while (!(await search(`${word}${FILES - 1}`)).includes(`pushed/${word}-${FILES - 1}.go`))
        await sleep(20);
      times.push(performance.now() - started);
    }
    console.log(JSON.stringify({ load: loadavg()[0], push_to_searchable_ms: spread(times) }, null, 2));
  } finally {
    await hub.stop();
    await store.removeRepository(name);
    rmSync(work, { recursive: true, force: true });
  }
}

function git(cwd: string, ...args: ({ env: Record<string, string> } | string)[]): string {
  const more = args.find((each) => typeof each !== 'string');
  const words = args.filter((each) => typeof each === 'string');
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'safe.directory=*'];
  mkdirSync(cwd, { recursive: true });
  return execFileSync('git', [...who, ...words], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...(typeof more === 'object' ? more.env : {}) },
  }).trim();
}
