/**
 * Retrieval quality: asks the tasks of a file and writes what was found, for a scorer to judge.
 *   npm run bench -- quality --tasks FILE --repos DIR [--specs FILE] [--mode bm25|semantic|hybrid] [--out run.json]
 *                            [--over index|memory]
 * `--over memory` measures ranking alone, without workspace, threads and database. Past commits count where a checkout has a `.git`: it
 * must end at the commit that the tasks are about.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchMode } from '../../src/core/index/contract.ts';
import { bundle } from '../speed/bundle.ts';
import { spawned } from '../speed/measure.ts';
import type { Assignment } from './over-index.ts';
import { askMemory } from './over-memory.ts';
import { type RunEntry, readRepositories, readTasks, type Task } from './tasks.ts';

const MODES: readonly SearchMode[] = ['bm25', 'semantic', 'hybrid'];
const USAGE =
  'usage: quality --tasks FILE --repos DIR [--specs FILE] [--mode bm25|semantic|hybrid] [--out FILE] [--over index|memory]';

type Ask = (assignment: Assignment) => Promise<RunEntry[]>;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string' },
      repos: { type: 'string' },
      specs: { type: 'string' },
      mode: { type: 'string', default: 'bm25' },
      out: { type: 'string', default: 'run.json' },
      over: { type: 'string', default: 'index' },
    },
  });
  const mode = MODES.find((known) => known === values.mode);
  if (values.tasks === undefined || values.repos === undefined || mode === undefined) throw new Error(USAGE);
  const tasks = readTasks(values.tasks);
  const listed = readRepositories(values.specs ?? join(dirname(values.tasks), 'repos-dev.json'));
  // An issue has a checkout of its own, which no list names.
  const unlisted = new Set(tasks.map(({ repo }) => repo));
  for (const { name } of listed) unlisted.delete(name);
  const specs = [...listed, ...[...unlisted].map((name) => ({ name, root: null }))];
  const entries: RunEntry[] = [];
  const askAll = async (ask: Ask): Promise<void> => {
    for (const { name, root } of specs) {
      const folder = resolve(values.repos ?? '', name);
      if (!existsSync(folder)) continue;
      const own = tasks.filter((task) => task.repo === name);
      for (const [scope, asked] of byScope(own, root ?? '')) {
        const from = performance.now();
        entries.push(...(await ask({ folder, root: scope, mode, tasks: asked })));
        console.log(
          `${name} ${scope}: ${asked.length} tasks, ${((performance.now() - from) / 1000).toFixed(1)} s`,
        );
      }
    }
  };
  if (values.over === 'memory')
    await askAll(({ tasks, folder, root }) => askMemory(tasks, folder, root, mode));
  else await overIndex(askAll);
  writeFileSync(values.out, JSON.stringify(entries));
  console.log(`${entries.length} queries, ${mode}, written to ${values.out}`);
}

/** A commit is about the whole repository, other tasks about the folder that the benchmark names. */
function byScope(tasks: readonly Task[], root: string): [scope: string, tasks: Task[]][] {
  const scopes: [string, Task[]][] = [
    [root, tasks.filter((task) => task.commit === undefined)],
    ['', tasks.filter((task) => task.commit !== undefined)],
  ];
  return scopes.filter(([, own]) => own.length > 0);
}

async function overIndex(askAll: (ask: Ask) => Promise<void>): Promise<void> {
  const built = await bundle('bench/quality/over-index.ts');
  const scratch = mkdtempSync(join(tmpdir(), 'bench-quality-'));
  const file = join(scratch, 'assignment.json');
  try {
    await askAll(async (assignment) => {
      writeFileSync(file, JSON.stringify(assignment));
      return spawned<RunEntry[]>(join(built, 'over-index.js'), [file]);
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    rmSync(built, { recursive: true, force: true });
  }
}
