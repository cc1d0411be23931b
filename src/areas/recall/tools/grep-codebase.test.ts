/** The answers of grep_codebase against those of ripgrep, called by hand on the same files. */

import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainGrep } from '../../../../tests/helpers/grep-parts.ts';
import { git, write } from '../../../../tests/helpers/repository.ts';
import { newDirectory, removeTree } from '../../../../tests/helpers/temporary-directory.ts';
import { readingRank } from '../../../core/file-kind/index.ts';
import { createLogger } from '../../../core/logger.ts';
import type { Tool } from '../../../core/tool.ts';
import { openWorkspace } from '../../../core/workspace/index.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { grepCodebaseTool } from './grep-codebase.ts';

interface Place {
  file: string;
  line: number;
  column: number;
  text: string;
}

const FILES: Record<string, string> = {
  'src/auth/service.ts':
    "import { sign } from './token.ts';\n\nexport class AuthService {\n  // TODO: refresh\n  login(user: string): string {\n    return sign({ user });\n  }\n}\n",
  'src/auth/token.ts':
    'export const sign = (payload: object) => jwt.sign(payload, SECRET);\nexport const SECRET = "x";\n',
  'src/windows.ts': 'const a = 1;\r\nconst token = 2;\r\n// TODO\r\n',
  'src/unicode.py':
    '# größe Größe GRÖSSE\nname = "日本語テキスト"\nemoji = "🎉 token 🎉"\ndef naïve():\n    return "ſ K"\n',
  'src/no-newline.go': 'package main\n\nfunc main() { token() }',
  'src/empty.ts': '',
  'src/long.js': `var a="${'x'.repeat(3_000)}token${'y'.repeat(3_000)}";\n`,
  'src/tabs.mk': 'all:\n\techo token\n\techo\ttoken token\n',
  'docs/guide.md': '# Guide\n\nUse a token.\n\n```\ntoken\n```\n- [ ] TODO\n',
  'data/latin1.txt': 'caf\u00e9 token\n',
  '.github/ci.yml': 'run: token\n',
  'dist/out.js': 'token TODO\n',
  'deep/a/b/c/build/x.js': 'token\n',
  'deep/a/b/c/built/x.js': 'token\n',
  'ignored/x.txt': 'token\n',
  '.gitignore': 'ignored/\n*.log\n',
  'x.log': 'token\n',
  'key.pem': 'token\n',
};

const PATTERNS: readonly (string | { pattern: string; caseSensitive?: boolean; filePattern?: string })[] = [
  'token',
  'TODO',
  { pattern: 'todo', caseSensitive: true },
  { pattern: 'TODO', caseSensitive: true },
  'jwt\\.sign',
  'jwt.sign',
  '^import',
  '^',
  '$',
  '^$',
  'token$',
  '^\\s*return',
  '\\btoken\\b',
  '\\w+Service',
  'sign|login',
  '(sign|login)\\(',
  't.k.n',
  '[a-z]+: string',
  '[[:upper:]]{4,}',
  '\\d',
  'x{50,}token',
  'größe',
  { pattern: 'größe', caseSensitive: true },
  '語',
  '\\p{Han}+',
  '🎉',
  'naïve',
  'k',
  's',
  '(?i)SECRET',
  '(?-i)SECRET',
  '.*',
  '.',
  '\\t',
  'echo\\s+token',
  '\\{',
  '"[^"]*"',
  '- \\[ \\]',
  '-e',
  '--hidden',
  "'",
  '$HOME',
  '\\\\',
  'nothing of the kind',
  { pattern: 'token', filePattern: '**/*.ts' },
  { pattern: 'token', filePattern: '*.md' },
  { pattern: 'token', filePattern: 'src/**/*.{ts,py}' },
  { pattern: 'token', filePattern: 'src/auth/*' },
];

let root: string;
let tool: Tool;

beforeAll(async () => {
  root = newDirectory();
  write(root, FILES);
  git(root, 'init', '-q');
  const clock = { now: () => 0, elapsed: () => 0 };
  const unused = {} as RecallDeps;
  const workspace = await openWorkspace({ root, maxFileBytes: 1_048_576, dataDir: `${root}/.repo_mcp` });
  tool = grepCodebaseTool({
    ...unused,
    workspace,
    perMinute: { contextSearch: 600, readFile: 600, grepCodebase: 600 },
    maxFileBytes: 1_048_576,
    grep: plainGrep(workspace),
    noteStates: async () => new Map(),
    knowledgeAt: async (places) => places.map(() => []),
    enclosing: async (places) => ({ names: places.map(() => undefined), left: 0 }),
    sessions: { ...unused.sessions, searched: () => {} },
    clock,
    log: createLogger('silent', () => {}, clock.now),
  });
});

afterAll(() => removeTree(root));

/** One place for each line, as `rg --json` tells it. */
function byHand(pattern: string, caseSensitive: boolean, filePattern: string | undefined): Place[] {
  const excluded = ['node_modules', '.git', 'dist', 'build', '.next', '.context'].map(
    (name) => `--glob=!**/${name}/**`,
  );
  const globs = ['*.pem', '.env'].map((name) => `--glob=!${name}`);
  const wanted = filePattern === undefined ? [] : [`--glob=${filePattern}`];
  const args = [
    '--json',
    '--no-config',
    '--hidden',
    caseSensitive ? '-s' : '-i',
    ...wanted,
    ...excluded,
    ...globs,
  ];
  const { stdout } = spawnSync(rgPath, [...args, '-e', pattern, './'], {
    cwd: root,
    encoding: 'utf8',
    env: {},
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"type":"match"'))
    .map((line) => JSON.parse(line).data)
    .map((data) => ({
      file: data.path.text.replace(/^\.\//, ''),
      line: data.line_number,
      column: columnOf(data.lines.text, data.submatches[0]?.start ?? 0),
      text: data.lines.text.replace(/\r?\n$/, ''),
    }))
    .sort(
      (a, b) =>
        readingRank(a.file) - readingRank(b.file) ||
        (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
    );
}

const columnOf = (line: string, byte: number) =>
  [...Buffer.from(line).subarray(0, byte).toString()].length + 1;

describe('grep_codebase finds what ripgrep finds', () => {
  it.each(PATTERNS.map((each) => (typeof each === 'string' ? { pattern: each } : each)))(
    '$pattern',
    async (asked) => {
      const { caseSensitive = false, filePattern } = asked as {
        caseSensitive?: boolean;
        filePattern?: string;
      };
      const parsed = tool.parse({ ...asked, limit: 100 });
      if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
      const signal = new AbortController().signal;
      const answer = (await tool.handle(parsed.value, {
        signal,
        commandLine: false,
        form: 'json',
        progress: () => {},
      })) as {
        matches: Place[];
        totalMatches: number;
      };
      const expected = byHand(asked.pattern, caseSensitive, filePattern);
      expect(answer.totalMatches).toBe(expected.length);
      const cut = expected.map((place) =>
        place.text.length > 500 ? { ...place, text: expect.stringContaining('…') } : place,
      );
      expect(answer.matches.map(({ file, line, column, text }) => ({ file, line, column, text }))).toEqual(
        cut,
      );
    },
  );
});
