/**
 * What the same answer costs in both forms: every reading tool is called with the same arguments, once for JSON and once for text.
 *   npm run bench -- answers --repo DIR [--file PATH] [--symbol NAME]
 * DIR is copied without its history, so that entries, a pack and directory notes can be added; --file is the one to outline and to read.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');
const FORMS = ['json', 'text'] as const;
type Form = (typeof FORMS)[number];

/** Aims, as shares of the bytes of the JSON. */
const AIM = 0.6;
const AIMS: Readonly<Record<string, number>> = { 'repo.outline': 0.4, 'repo.build_context_bundle': 0.5 };

interface Asked {
  tool: string;
  arguments: Record<string, unknown>;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      repo: { type: 'string' },
      file: { type: 'string', default: 'django/db/models/query.py' },
      symbol: { type: 'string', default: 'QuerySet.bulk_create' },
    },
  });
  if (values.repo === undefined) throw new Error('usage: answers --repo DIR [--file PATH] [--symbol NAME]');
  const scratch = mkdtempSync(join(tmpdir(), 'bench-answers-'));
  const root = join(scratch, basename(resolve(values.repo)));
  try {
    cpSync(values.repo, root, { recursive: true, filter: (path) => basename(path) !== '.git' });
    addNotes(root);
    const calls = callsOn(values.file, values.symbol);
    await sizesOf(root, 'json', packOn(values.file));
    const sizes = new Map<Form, number[]>();
    for (const form of FORMS) sizes.set(form, await sizesOf(root, form, calls));
    print(calls, sizes.get('json') ?? [], sizes.get('text') ?? []);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What people and agents write about code. */
function addNotes(root: string): void {
  mkdirSync(join(root, '.context'), { recursive: true });
  writeFileSync(join(root, '.context/config.json'), '{}\n');
  for (let at = 1; at <= 20; at++)
    writeFileSync(
      join(root, `.context/${String(at).padStart(5, '0')}.md`),
      `---\ntype: decision\nmodule: orm\n---\n# Decision ${at} on batches\n\nBatches are at most ${at}00 rows: the driver binds no more.\n`,
    );
  execFileSync(process.execPath, [BIN, 'contexts', 'generate', '--root', root], { stdio: 'ignore' });
}

/** The pack that is read, with one place in the file. */
function packOn(path: string): Asked[] {
  const input = (given: Asked['arguments']): Asked => ({ tool: 'input', arguments: given });
  const target = { name: 'batches', section_key: 'core' };
  return [
    input({ action: 'create', name: 'batches', title: 'How rows are written in batches', ttl_minutes: 60 }),
    input({ action: 'upsert_section', ...target, section_title: 'The core', expected_revision: 1 }),
    input({
      action: 'upsert_ref',
      ...target,
      ref_key: 'main',
      path,
      line_start: 100,
      line_end: 140,
      ref_why: 'Rows are split here.',
      expected_revision: 2,
    }),
  ];
}

function callsOn(path: string, symbol: string): Asked[] {
  const call = (tool: string, given: Asked['arguments'] = {}): Asked => ({ tool, arguments: given });
  return [
    call('repo.status'),
    call('repo.list_files', { glob: '*.py' }),
    call('repo.outline', { path }),
    call('repo.outline', { path, depth: 1 }),
    call('repo.outline', { path, names: true }),
    call('repo.open_file', { path, start_line: 100, end_line: 299 }),
    call('repo.symbol', { symbol, with: ['callers', 'callees'] }),
    call('repo.references', { symbol }),
    call('repo.search', { query: 'bulk create in batches', mode: 'hybrid' }),
    call('repo.build_context_bundle', { prompt: 'change how bulk create splits rows into batches' }),
    call('repo.audit_log'),
    call('context.list'),
    call('context.get', { ref: '3' }),
    call('context.search', { query: 'driver' }),
    call('output', { name: 'batches' }),
    call('input', { action: 'get', name: 'batches' }),
    call('list_contexts', { limit: 50 }),
    call('query_context', { scope: '.' }),
    call('check_freshness', { scope: '.' }),
    call('context_search', { query: 'why are batches limited' }),
    call('read_file', { path, maxLines: 400 }),
    call('grep_codebase', { pattern: 'batch_size', context: 0 }),
    call('grep_codebase', { pattern: 'batch_size', context: 2 }),
    call('grep_codebase', { pattern: 'batch_size', countOnly: true }),
  ];
}

async function sizesOf(root: string, form: Form, calls: readonly Asked[]): Promise<number[]> {
  const client = new Client({ name: 'pilotbook-bench', version: '1.0.0' });
  const args = [
    BIN,
    'serve',
    '--root',
    root,
    '--answers',
    form,
    '--repeat',
    'always',
    '--tool-names',
    'spec',
  ];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const sizeOf = async ({ tool, arguments: given }: Asked) => {
    const { content, isError } = await client.callTool(
      { name: tool, arguments: given },
      { timeout: 300_000, maxTotalTimeout: 300_000 },
    );
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError === true) throw new Error(`${tool}: ${text}`);
    return Buffer.byteLength(text);
  };
  try {
    await sizeOf({ tool: 'repo.refresh_index', arguments: {} });
    const sizes: number[] = [];
    for (const call of calls) sizes.push(await sizeOf(call));
    return sizes;
  } finally {
    await client.close();
  }
}

function print(calls: readonly Asked[], json: readonly number[], text: readonly number[]): void {
  console.log('| call | JSON bytes | text bytes | text / JSON | aim |\n|---|---:|---:|---:|---|');
  for (const [at, { tool, arguments: given }] of calls.entries()) {
    const [whole, short] = [json[at] ?? 0, text[at] ?? 0];
    const share = short / whole;
    const aim = AIMS[tool] ?? AIM;
    const asked = Object.entries(given)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(', ');
    console.log(
      `| ${tool} ${asked} | ${whole} | ${short} | ${share.toFixed(2)} | ${share <= aim ? 'reached' : `missed (${aim})`} |`,
    );
  }
}
