/** grep_codebase on a tree that is large enough for what its files hold to be kept in memory. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { rgPath } from '@vscode/ripgrep';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readingRank } from '../../src/core/file-kind/index.ts';
import { byCodeUnit } from '../../src/core/text/index.ts';
import { git, gitRepository, write } from '../helpers/repository.ts';
import { serverCommand } from '../helpers/spawn-server.ts';

const FILES = 2_200;
const TIMEOUT_MS = 120_000;

interface Answer {
  matches: { file: string; line: number; text: string; enclosing?: string }[];
  totalMatches: number;
  filesSearched: number;
}

function largeRepository(): string {
  const crowd = Array.from({ length: FILES }, (_, at) => [
    `pkg/p${at % 40}/file${at}.ts`,
    `export const value${at} = ${at};\n`,
  ]);
  return gitRepository({
    ...Object.fromEntries(crowd),
    'src/deep/needle.ts': 'const theNeedle = 1;\n',
    '.github/flow.yml': 'run: theNeedle\n',
    '.gitignore': '*.log\n',
  });
}

async function connect(root: string) {
  const flags = ['--log-level', 'debug', '--rate-grep-codebase', '100000'];
  const transport = new StdioClientTransport({ ...serverCommand(root, ...flags), stderr: 'pipe' });
  let said = '';
  transport.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const client = new Client({ name: 'pilotbook-tests', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const grep = async (args: Record<string, unknown>): Promise<Answer> => {
    const { content } = await client.callTool({ name: 'grep_codebase', arguments: args });
    const [first] = content;
    if (first?.type !== 'text') throw new Error('no text');
    return JSON.parse(first.text);
  };
  const byName = () => said.split('files were searched by name').length - 1;
  return {
    grep,
    byName,
    found: async (pattern = 'theNeedle') => (await grep({ pattern })).matches.map(({ file }) => file),
    /** Asks until an answer came from files named one by one. */
    async settled() {
      for (const before = byName(); byName() === before; ) await grep({ pattern: 'nowhereToBeFound' });
    },
  };
}

function byHand(root: string, pattern: string, ...options: string[]): string[] {
  const args = [
    '--no-config',
    '--hidden',
    '--glob=!.git',
    '-i',
    '-l',
    '--sort=path',
    ...options,
    '-e',
    pattern,
  ];
  return spawnSync(rgPath, [...args, './'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((name) => name !== '')
    .map((name) => name.slice(2))
    .sort(inReadingOrder);
}

/** The order of the answers: by what kind of file it is, then by path. */
function inReadingOrder(a: string, b: string): number {
  return readingRank(a) - readingRank(b) || byCodeUnit(a, b);
}

describe('grep_codebase on a large repository', () => {
  test(
    'answers the same before, while and after it knows the files',
    async () => {
      const root = largeRepository();
      const server = await connect(root);
      const asked = [
        { pattern: 'theNeedle' },
        { pattern: 'value2199\\b' },
        { pattern: '(?:value2171|value2182) =' },
        { pattern: 'THENEEDLE', caseSensitive: true },
        { pattern: 'theNeedle', filePattern: 'src/**' },
        { pattern: 'export', limit: 3 },
        { pattern: 'nobody wrote this' },
      ];
      const ask = async () => {
        const answers: Answer[] = [];
        for (const args of asked) answers.push(await server.grep(args));
        // Names of symbols come as files are parsed, within a short time: not what is compared here.
        return answers.map(({ matches, totalMatches }) => ({
          matches: matches.map(({ enclosing: _, ...match }) => match),
          totalMatches,
        }));
      };
      const first = await ask();
      expect(first[0]?.matches.map(({ file }) => file)).toEqual(byHand(root, 'theNeedle'));
      expect(await ask()).toEqual(first);
      await server.settled();
      const before = server.byName();
      expect(await ask()).toEqual(first);
      // A word of all files is searched for in all files.
      expect(server.byName() - before).toBe(asked.length - 1);
      const { filesSearched } = await server.grep({ pattern: 'theNeedle' });
      expect(filesSearched).toBe(FILES + 3);
    },
    TIMEOUT_MS,
  );

  test(
    'sees an edit, a new file, a deleted one, a hidden one and a new ignore rule at once',
    async () => {
      const root = largeRepository();
      const server = await connect(root);
      await server.settled();
      const expectSame = async (...files: string[]) => {
        const expected = files.sort(inReadingOrder);
        expect(await server.found()).toEqual(expected);
        expect(byHand(root, 'theNeedle')).toEqual(expected);
      };
      const [hidden, needle] = ['.github/flow.yml', 'src/deep/needle.ts'];
      await expectSame(hidden, needle);
      const before = server.byName();
      appendFileSync(join(root, 'pkg/p1/file1.ts'), '// theNeedle\n');
      await expectSame(hidden, 'pkg/p1/file1.ts', needle);
      expect(server.byName() - before).toBe(1);
      write(root, { 'pkg/p2/new.ts': 'theNeedle', 'brand/new/dir.ts': 'theNeedle', '.hid/x': 'theNeedle' });
      await expectSame(hidden, '.hid/x', 'brand/new/dir.ts', 'pkg/p1/file1.ts', 'pkg/p2/new.ts', needle);
      await server.settled();
      rmSync(join(root, 'brand'), { recursive: true });
      unlinkSync(join(root, 'pkg/p2/new.ts'));
      writeFileSync(join(root, '.hid/x'), 'nothing');
      await expectSame(hidden, 'pkg/p1/file1.ts', needle);
      await server.settled();
      writeFileSync(join(root, 'x.log'), 'theNeedle');
      await expectSame(hidden, 'pkg/p1/file1.ts', needle);
      writeFileSync(join(root, '.gitignore'), '');
      await expectSame(hidden, 'pkg/p1/file1.ts', needle, 'x.log');
      await server.settled();
      git(root, 'checkout', '-q', '--', '.');
      await expectSame(hidden, needle);
    },
    TIMEOUT_MS,
  );
});
