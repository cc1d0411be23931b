/**
 * How much of what a task needs one answer shows, for how many characters: the subject of a commit is asked, and the lines that
 * the commit changed should be in the answer.
 *   npm run bench -- lines --tasks FILE --repos DIR --scorer FILE [--only NAME,NAME] [--ask NAME,NAME] [--data DIR] [--out DIR]
 * Every repository gets a server of the built program, once for each form of answer. `--data` keeps their indexes between runs.
 * Writes a run for each question and form, and prints what the scorer says of it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Form, type Item, itemsOf } from './items.ts';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');
const FORMS: readonly Form[] = ['json', 'text'];

/** What is asked, by the name of the row in the table. */
const QUESTIONS: Readonly<Record<string, (query: string) => { name: string; arguments: Arguments }>> = {
  search: (query) => ({ name: 'repo.search', arguments: { query, top_k: 10 } }),
  recall: (query) => ({
    name: 'context_search',
    arguments: { query: query.slice(0, 500), maxCharacters: 0 },
  }),
  ask: (query) => ({
    name: 'context_search',
    arguments: { query: query.slice(0, 500), maxCharacters: 8_000 },
  }),
  ask16: (query) => ({
    name: 'context_search',
    arguments: { query: query.slice(0, 500), maxCharacters: 16_000 },
  }),
  bundle: (prompt) => ({ name: 'repo.build_context_bundle', arguments: { prompt } }),
};

type Arguments = Record<string, unknown>;

interface Task {
  repo: string;
  query_id: string;
  query: string;
}

interface RunEntry {
  repo: string;
  query_id: string;
  chars: number;
  items: Item[];
  ms: number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string' },
      repos: { type: 'string' },
      scorer: { type: 'string' },
      only: { type: 'string' },
      ask: { type: 'string', default: Object.keys(QUESTIONS).join(',') },
      forms: { type: 'string', default: FORMS.join(',') },
      data: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { tasks: taskFile, repos, scorer } = values;
  if (taskFile === undefined || repos === undefined || scorer === undefined)
    throw new Error(
      'usage: lines --tasks FILE --repos DIR --scorer FILE [--only NAMES] [--data DIR] [--out DIR]',
    );
  // The file comes from the person who runs the benchmark; a wrong one shows at once.
  const tasks = JSON.parse(readFileSync(taskFile, 'utf8')) as Task[];
  const asked = values.ask.split(',').filter((name) => Object.hasOwn(QUESTIONS, name));
  const forms = FORMS.filter((form) => values.forms.split(',').includes(form));
  const names = (values.only?.split(',') ?? [...new Set(tasks.map(({ repo }) => repo))]).filter((name) =>
    existsSync(join(repos, name)),
  );
  const scratch = mkdtempSync(join(tmpdir(), 'bench-lines-'));
  const out = values.out ?? scratch;
  mkdirSync(out, { recursive: true });
  const runs = new Map<string, RunEntry[]>();
  try {
    for (const name of names)
      for (const form of forms) {
        const own = tasks.filter(({ repo }) => repo === name);
        const dataDir = join(values.data ?? scratch, name);
        const found = await askServer(resolve(repos, name), dataDir, form, asked, own);
        for (const [question, entries] of found) {
          const key = `${question}-${form}`;
          runs.set(key, [...(runs.get(key) ?? []), ...entries]);
        }
      }
    for (const [key, entries] of runs) {
      const file = join(out, `${key}.json`);
      writeFileSync(file, JSON.stringify(entries));
      console.log(`\n${key}: ${timesOf(entries)}`);
      console.log(execFileSync(process.execPath, [scorer, file, '--tasks', taskFile], { encoding: 'utf8' }));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function askServer(
  root: string,
  dataDir: string,
  form: Form,
  questions: readonly string[],
  tasks: readonly Task[],
): Promise<Map<string, RunEntry[]>> {
  const client = new Client({ name: 'bench', version: '1' });
  const flags = [
    '--data-dir',
    dataDir,
    '--answers',
    form,
    '--rate-context-search',
    '100000',
    '--repeat',
    'always',
    '--log-level',
    'error',
  ];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'serve', '--root', root, ...flags] }),
  );
  const call = async (tool: { name: string; arguments: Arguments }) => {
    const { content, isError } = await client.callTool(tool, { timeout: 600_000 });
    const [first] = content;
    if (first?.type !== 'text' || isError === true)
      throw new Error(`${tool.name}: ${first?.type === 'text' ? first.text : 'no text'}`);
    return first.text;
  };
  const found = new Map<string, RunEntry[]>();
  try {
    await call({ name: 'repo.refresh_index', arguments: {} });
    for (const question of questions) {
      const entries: RunEntry[] = [];
      for (const { repo, query_id, query } of tasks) {
        const tool = QUESTIONS[question]?.(query);
        if (tool === undefined) continue;
        const from = performance.now();
        const answer = await call(tool);
        const ms = performance.now() - from;
        entries.push({ repo, query_id, chars: answer.length, items: itemsOf(answer, form), ms });
      }
      found.set(question, entries);
    }
    return found;
  } finally {
    await client.close();
  }
}

function timesOf(entries: readonly RunEntry[]): string {
  const sorted = entries.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}
