/**
 * Who writes what: every command runs in a repository and a home directory that are compared before and after, and may
 * change only what the table in ARCHITECTURE.md says it writes. A new command fails here until it has a row.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { faultyRepository, PACKS } from '../helpers/faults.ts';
import { runProgram } from '../helpers/run-program.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { treeOf } from '../helpers/tree.ts';

interface Row {
  patterns: readonly RegExp[];
  /** `any`, or command lines. */
  by: readonly string[];
}

const TABLE = readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8')
  .split('<!-- ownership:start -->')[1]
  ?.split('<!-- ownership:end -->')[0];
const ROWS: Row[] = (TABLE ?? '')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => {
    const [, paths = '', , by = ''] = line.split('|');
    return { patterns: quoted(paths).map(patternOf), by: quoted(by) };
  });

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

/** `*` stands for a part of a name, `**` for any path. */
function patternOf(written: string): RegExp {
  const path = written
    .replace('<data_dir>', '.repo_mcp')
    .replace('<git_common_dir>', '.git')
    .replace('<pack_root>', '.agents/mcp/context_pack');
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => (stars === '*' ? '[^/]*' : stars === '**' ? '.*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}

let root = '';
let home = '';
/** As a person types it, in the repository and with the home directory that are compared. */
async function run(line: string, input: string): Promise<{ status: number | null; stderr: string }> {
  const words = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  const serveHttp = async () => {
    throw new Error('no hub is served here');
  };
  return await runProgram(root, words, {
    env: { HOME: home },
    input,
    instead: { serve: async () => {}, serveHttp },
  });
}

/** By path: below the root, or from `~`. Directories are there for their files. Of git's own, everything but what git itself writes down when it reads. */
function files(): Map<string, string> {
  const under = (place: string, prefix: string) =>
    Object.entries(treeOf(place, { without: ['.git/index'] }))
      .filter(([, line]) => !line.startsWith('4'))
      .map(([path, line]) => [`${prefix}${path}`, line] as const);
  return new Map([...under(root, ''), ...under(home, '~/')]);
}

async function changedBy(line: string, stdin: string): Promise<string[]> {
  const before = files();
  const { status, stderr } = await run(line, stdin);
  expect([0, 1], `${line}: ${stderr}`).toContain(status);
  const after = files();
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

/** Every command; those that write, with something to write. */
const LINES: readonly (string | [line: string, stdin: string])[] = [
  'index',
  'serve',
  'search retries',
  'outline src/pay.ts',
  'show pay',
  'refs pay',
  'callers pay',
  'callees pay',
  'hierarchy pay',
  'impact pay',
  'bundle "how are retries counted"',
  'bundle show last --audit',
  'bundle verify last',
  'ask "retry three times"',
  'recall "retry three times"',
  'read src/pay.ts',
  'grep retries',
  'files',
  'open src/pay.ts',
  'status',
  'stats',
  'log',
  'tour',
  'completions bash',
  'brief src/pay.ts',
  'ui --export page',
  'check',
  'check --fix',
  'doctor',
  'doctor --repair',
  'stash init',
  ['stash add --anchors src/pay.ts:1-3', '# Retries are counted\n\nThree of them.\n'],
  'stash show 00001',
  'stash list',
  'stash search retry',
  'stash refs',
  'pack create ownership --ttl 60',
  'pack edit ownership upsert_section section_key=flow section_title=Flow',
  'pack refresh ownership',
  'pack show ownership',
  'pack list',
  'pack restore ownership --ttl 60',
  'pack keep ownership',
  'pack delete ownership',
  'contexts list',
  'contexts show src/old',
  'contexts check',
  'contexts validate',
  'contexts generate',
  'contexts edit src/old --constraint "Cents only"',
  'contexts stamp src/old',
  'init --yes --client all --skill',
  'init --yes --client all --global',
  'init --yes --client all --remove',
  'init --yes --client all --global --remove',
  'hub --listen 127.0.0.1:0',
  'hub migrate',
  'hub add here .',
  'hub list',
  'hub token add --name ci --repositories here',
  'hub token list',
  'hub token revoke --name ci',
  'hub audit',
  'hub remove here',
];

test('the table has rows, and every command is run', () => {
  expect(ROWS.length).toBeGreaterThan(8);
  const lines = LINES.map((each) => (typeof each === 'string' ? each : each[0]));
  const missing = COMMANDS.filter(({ name }) => !lines.some((line) => `${line} `.startsWith(`${name} `)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('the table names whatever a command writes, and the comparison sees what it does not name', async () => {
  ({ root } = await faultyRepository());
  home = newDirectory();
  onTestFinished(() => removeTree(home));
  const unnamed: Record<string, readonly string[]> = {};
  for (const each of LINES) {
    const [line, stdin] = typeof each === 'string' ? [each, ''] : each;
    if (line.startsWith('pack restore')) expire('ownership');
    const found = (await changedBy(line, stdin)).filter((path) => !isNamed(path, line));
    if (found.length > 0) unnamed[line] = found;
  }
  expect(unnamed).toEqual({});

  const before = files();
  writeFileSync(join(root, 'stray.txt'), '');
  expect([...files().keys()].filter((path) => !before.has(path))).toEqual(['stray.txt']);
  expect(isNamed('stray.txt', 'search retries')).toBe(false);
});

function isNamed(path: string, line: string): boolean {
  return ROWS.some(
    ({ patterns, by }) =>
      patterns.some((pattern) => pattern.test(path)) &&
      by.some((command) => command === 'any' || `${line} `.startsWith(`${command} `)),
  );
}

/** So that the next list puts it aside. */
function expire(name: string): void {
  for (const file of readdirSync(join(root, PACKS))) {
    const path = join(root, PACKS, file);
    const text = readFileSync(path, 'utf8');
    if (text.includes(`name: ${name}`))
      writeFileSync(path, text.replace(/^expires_at: .*$/m, 'expires_at: 2026-01-01T00:00:00Z'));
  }
}
