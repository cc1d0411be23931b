/**
 * grep_codebase over MCP, on a warm server with a real client, beside `rg` by hand. The two take turns, so that other
 * work on the machine meets both; medians are compared.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { rgPath } from '@vscode/ripgrep';
import { openWorkspace } from '../../src/core/workspace/index.ts';
import { MAX_FILE_BYTES } from '../open-index.ts';
import { type Asked, patternsOf } from './patterns.ts';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');
/** What the design wants: this many times rg, and so much more. */
const TIMES = 1.2;
const MORE_MS = 10;
const SELECTIVE_TIMES = 5;
/** As src/core/workspace/grep/quick says. */
const LARGE_TREE = 2_000;

interface Figure extends Asked {
  rgMs: number;
  oursMs: number;
  matches: number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      repo: { type: 'string' },
      rounds: { type: 'string', default: '9' },
      kind: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.repo === undefined)
    throw new Error('usage: npm run bench -- grep --repo DIR [--rounds N] [--kind WORD] [--json]');
  const root = resolve(values.repo);
  const all = await patternsOf(await openWorkspace({ root, maxFileBytes: MAX_FILE_BYTES }));
  const asked = all.filter(({ kind }) => kind.includes(values.kind));
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-grep-'));
  const client = new Client({ name: 'bench', version: '1' });
  try {
    const flags = ['--data-dir', dataDir, '--rate-grep-codebase', '100000', '--log-level', 'debug'];
    const command = [BIN, 'serve', '--root', root, ...flags];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: command,
      stderr: 'pipe',
    });
    await client.connect(transport);
    await warm(client, transport);
    const figures: Figure[] = [];
    for (const one of asked) figures.push(await compare(client, root, one, Number(values.rounds)));
    if (values.json) console.log(JSON.stringify({ root, load: loadavg()[0], figures }, null, 2));
    else print(root, figures);
  } finally {
    await client.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Until the server knows what the files hold, if the tree is large enough for that. */
async function warm(client: Client, transport: StdioClientTransport): Promise<void> {
  const known = new Promise<void>((done) => {
    transport.stderr?.on('data', (chunk) => {
      if (String(chunk).includes('files were read for searching')) done();
    });
  });
  const asked = { name: 'grep_codebase', arguments: { pattern: 'nobodyEverWroteThisWord' } };
  const { content } = await client.callTool(asked);
  const [first] = content;
  const isLarge = first?.type === 'text' && JSON.parse(first.text).filesSearched >= LARGE_TREE;
  if (isLarge) await known;
}

async function compare(client: Client, root: string, asked: Asked, rounds: number): Promise<Figure> {
  const rg: number[] = [];
  const ours: number[] = [];
  let matches = 0;
  for (let round = 0; round < rounds; round++) {
    rg.push(await timed(() => byHand(root, asked)));
    ours.push(
      await timed(async () => {
        matches = await overMcp(client, asked);
      }),
    );
  }
  return { ...asked, rgMs: median(rg), oursMs: median(ours), matches };
}

async function overMcp(client: Client, { pattern, caseSensitive, filePattern }: Asked): Promise<number> {
  const given = {
    pattern,
    ...(caseSensitive ? { caseSensitive } : {}),
    ...(filePattern ? { filePattern } : {}),
  };
  const { content, isError } = await client.callTool({ name: 'grep_codebase', arguments: given });
  const [first] = content;
  if (isError === true || first?.type !== 'text') throw new Error(`${pattern}: ${JSON.stringify(content)}`);
  return (JSON.parse(first.text) as { totalMatches: number }).totalMatches;
}

/** As a person would call it to see the same lines; the output is read, as a person's terminal does. */
async function byHand(root: string, { pattern, caseSensitive, filePattern }: Asked): Promise<void> {
  const options = ['--no-config', '--hidden', '--glob=!.git', '--line-number', '--color=never'];
  if (caseSensitive !== true) options.push('--ignore-case');
  const [folder, rest] = filePattern?.endsWith('/**')
    ? [filePattern.slice(0, -3), undefined]
    : ['.', filePattern];
  if (rest !== undefined) options.push(`--glob=${rest}`);
  const child = spawn(rgPath, [...options, '-e', pattern, '--', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.resume();
  await once(child, 'close');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function print(root: string, figures: readonly Figure[]): void {
  console.log(`\n${root}, load ${loadavg()[0]?.toFixed(1)}; milliseconds, medians`);
  console.log(`  ${'kind'.padEnd(24)}${'matches'.padStart(9)}${'rg'.padStart(8)}${'ours'.padStart(8)}`);
  for (const { kind, pattern, filePattern, matches, rgMs, oursMs } of figures) {
    const numbers = [String(matches).padStart(9), rgMs.toFixed(1).padStart(8), oursMs.toFixed(1).padStart(8)];
    const over = oursMs - (TIMES * rgMs + MORE_MS);
    const verdict =
      over > 0 ? `${over.toFixed(1)} ms over the reach` : `${(rgMs / oursMs).toFixed(1)}× faster`;
    console.log(
      `  ${kind.padEnd(24)}${numbers.join('')}  ${verdict.padEnd(22)} ${pattern} ${filePattern ?? ''}`,
    );
  }
  const within = figures.filter(({ rgMs, oursMs }) => oursMs <= TIMES * rgMs + MORE_MS).length;
  console.log(`  within ${TIMES}× rg + ${MORE_MS} ms: ${within} of ${figures.length}`);
  const selective = figures.filter((figure) => figure.selective);
  if (selective.length === 0) return;
  const quick = selective.filter(({ rgMs, oursMs }) => oursMs * SELECTIVE_TIMES <= rgMs).length;
  console.log(
    `  selective patterns: ${median(selective.map(({ rgMs, oursMs }) => rgMs / oursMs)).toFixed(1)}× faster in the middle, ${quick} of ${selective.length} at least ${SELECTIVE_TIMES}×`,
  );
}
