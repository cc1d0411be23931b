import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { LINKS, MODES, testWith } from '../../../tests/helpers/probes.ts';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { createEmbedder, type Embedder } from '../../core/embed/index.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import { createLogger } from '../../core/logger.ts';
import { openDataDirectory } from '../../core/store/index.ts';
import { isRefusal, openWorkspace, refusalError } from '../../core/workspace/index.ts';
import { type CodeHit, type KnowledgeDocument, openSessions, type RecallDeps, recallArea } from './index.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Of a call that nobody cancels. */
const NEVER = new AbortController().signal;

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many shapes, and a test that reads a wrong key fails
type Json = any;

interface Setting {
  files?: Record<string, string>;
  documents?: readonly KnowledgeDocument[];
  hits?: readonly CodeHit[];
  embedder?: () => Promise<Embedder>;
  maxResponseBytes?: number;
}

const NOW = Date.UTC(2026, 1, 13, 10);
const staticEmbedder = () =>
  createEmbedder(
    { driver: 'static', openai: { baseUrl: '', apiKey: undefined, model: '', timeoutMs: 1 } },
    { random: () => 0, sleep: async () => {}, now: () => 0, warn: () => {} },
  );

/** Answers of one size are tested through the front door. */
const unused: RecallDeps['passages'] = {
  ask: () => Promise.reject(new Error('not asked')),
  find: () => Promise.reject(new Error('not asked')),
  tests: () => Promise.reject(new Error('not asked')),
};

let opened: Sessions[] = [];
afterEach(async () => {
  for (const sessions of opened) await sessions.close();
  opened = [];
});

/** The area on a real workspace; only the index and the other areas are played. */
async function recall({
  files = {},
  documents = [],
  hits = [],
  embedder = staticEmbedder,
  maxResponseBytes = 262_144,
}: Setting) {
  const root = repository(files);
  const workspace = await openWorkspace({ root, maxFileBytes: 1_048_576, dataDir: join(root, '.repo_mcp') });
  const clock = { now: () => NOW, elapsed: () => performance.now() };
  const log = createLogger('silent', () => {}, clock.now);
  let words = 0;
  const sessions = openSessions({
    folder: () => openDataDirectory(join(root, '.repo_mcp')),
    clock,
    log,
    token: () => `session-${words++}`,
  });
  opened.push(sessions);
  const globs: (string | undefined)[] = [];
  const deps: RecallDeps = {
    workspace,
    grep: plainGrep(workspace),
    code: {
      search: async (_, { fileGlob }) => {
        globs.push(fileGlob);
        return { hits, warnings: [] };
      },
      isEmpty: async () => Object.keys(files).length === 0,
    },
    knowledge: async () => documents,
    enclosing: async (places) => ({ names: places.map(() => undefined), left: 0 }),
    passages: unused,
    noteStates: async () => new Map(),
    knowledgeAt: async (places) =>
      places.map(({ path }) =>
        path === 'src/auth/token.ts'
          ? [{ id: '00012', kind: 'stash', title: 'Why cookies', via: 'comment' }]
          : [],
      ),
    embedder,
    leavesMachine: false,
    sessions,
    maxFileBytes: 1_048_576,
    maxResponseBytes,
    perMinute: { contextSearch: 30, readFile: 100, grepCodebase: 60 },
    clock,
    log,
  };
  const area = recallArea(deps);
  async function call(
    name: string,
    args: Record<string, unknown>,
  ): Promise<{ value: Json; isError: boolean }> {
    const tool = area.tools.find((each) => each.name === name)!;
    const wired = { tool: name, requestId: 1, args };
    const answer = async () => {
      const parsed = tool.parse(args);
      if (!parsed.ok)
        throw new AppError('invalid', 'invalid_arguments', '', { details: { problems: parsed.problems } });
      for (const each of tool.pathArguments) {
        const resolved = workspace.resolve(String(parsed.value[each]));
        if (isRefusal(resolved)) throw refusalError(resolved);
        parsed.value[each] = resolved;
      }
      const signal = new AbortController().signal;
      const value = await tool.handle(parsed.value, {
        signal,
        commandLine: false,
        form: 'json',
        progress: () => {},
      });
      return { ...area.envelope.success(value, wired), isError: false };
    };
    const outcome = await answer().catch((thrown) => ({
      ...area.envelope.failure(asAppError(thrown), wired),
      isError: true,
    }));
    return { value: JSON.parse(outcome.text), isError: outcome.isError };
  }
  return { call, deps, root, sessions, globs, resources: area.resources![0]! };
}

const discovery = (id: string, text: string, more: Partial<KnowledgeDocument> = {}): KnowledgeDocument => ({
  id,
  source: 'discovery',
  type: 'pattern',
  module: 'auth',
  date: '2026-01-15T10:00:00Z',
  title: text,
  text,
  ...more,
});

const DISCOVERIES = [
  discovery('00001', 'Use JWT tokens stored in httpOnly cookies for auth'),
  discovery('00002', 'Implement token refresh with mutex locks to prevent race conditions'),
  discovery('00003', 'Token refresh race condition fixed with mutex lock', { type: 'issue' }),
  discovery('00004', 'Amounts are integer cents, never floats', { type: 'rule', module: 'billing' }),
  discovery('00005', 'Amounts were floats', { type: 'rule', module: 'billing', supersededBy: '00004' }),
];
const CODE = {
  'src/auth/token.ts':
    'export function signToken(payload: object) {\n  return jwt.sign(payload, SECRET);\n}\n',
  'src/billing/amount.ts': 'export const toCents = (amount: number) => Math.round(amount * 100);\n',
};
const HITS = [
  {
    path: 'src/auth/token.ts',
    startLine: 1,
    endLine: 3,
    score: 9,
    text: CODE['src/auth/token.ts'].trimEnd(),
  },
  {
    path: 'src/billing/amount.ts',
    startLine: 1,
    endLine: 1,
    score: 3,
    text: CODE['src/billing/amount.ts'].trimEnd(),
  },
];

describe('context_search', () => {
  it('answers in the form of the spec, best first', async () => {
    const { call } = await recall({ files: CODE, documents: DISCOVERIES, hits: HITS });
    const { value, isError } = await call('context_search', { query: 'token refresh issue' });
    expect(isError).toBe(false);
    expect(Object.keys(value).sort()).toEqual(['query', 'results', 'searchTime', 'totalFound']);
    expect(value.query).toBe('token refresh issue');
    expect(value.results[0]).toEqual({
      id: '00003',
      type: 'issue',
      content: 'Token refresh race condition fixed with mutex lock',
      module: 'auth',
      date: '2026-01-15T10:00:00Z',
      score: expect.any(Number),
      source: 'discovery',
    });
    const scores = value.results.map((result: Json) => result.score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
    expect(value.totalFound).toBeGreaterThanOrEqual(value.results.length);
    expect(Number.isInteger(value.searchTime)).toBe(true);
  });

  it('finds by meaning what shares no word', async () => {
    const { call } = await recall({ documents: DISCOVERIES });
    const { value } = await call('context_search', { query: 'where is the login credential kept' });
    expect(value.results[0].id).toBe('00001');
  });

  it('shows places in code with their lines', async () => {
    const { call } = await recall({ files: CODE, documents: DISCOVERIES, hits: HITS });
    const { value } = await call('context_search', { query: 'sign token function', limit: 20 });
    expect(value.results.find((result: Json) => result.source === 'code')).toMatchObject({
      id: 'src/auth/token.ts:1-3',
      type: 'code',
      module: 'auth',
      path: 'src/auth/token.ts',
      startLine: 1,
      endLine: 3,
      content: CODE['src/auth/token.ts'].trimEnd(),
    });
  });

  it('filters by type and module before it ranks', async () => {
    const { call, globs } = await recall({ files: CODE, documents: DISCOVERIES, hits: HITS });
    const issues = await call('context_search', { query: 'token refresh', type: 'issue', module: 'auth' });
    expect(issues.value.results.map((result: Json) => result.id)).toEqual(['00003']);
    expect(issues.value.totalFound).toBe(1);
    const billing = await call('context_search', { query: 'amount in cents', module: 'Billing', limit: 20 });
    expect(new Set(billing.value.results.map((result: Json) => result.module))).toEqual(new Set(['billing']));
    expect(billing.value.results.map((result: Json) => result.source)).toContain('code');
    expect(globs).toEqual(['**/Billing/*', '**/Billing/*']);
  });

  it('puts what was superseded below what replaced it, and says so', async () => {
    const { call } = await recall({ documents: DISCOVERIES });
    const { value } = await call('context_search', { query: 'amounts were floats' });
    expect(value.results.map((result: Json) => result.id)).toEqual(['00004', '00005']);
    expect(value.results[1].supersededBy).toBe('00004');
  });

  it('gives the same answer each time', async () => {
    const { call } = await recall({ files: CODE, documents: DISCOVERIES, hits: HITS });
    const once = await call('context_search', { query: 'how does authentication work' });
    await call('context_search', { query: 'something else entirely' });
    const twice = await call('context_search', { query: 'how does authentication work' });
    expect({ ...twice.value, searchTime: 0 }).toEqual({ ...once.value, searchTime: 0 });
  });

  it('has an earlier session in its answer, after all that answers, whose scores stay as they were', async () => {
    const { call, deps } = await recall({ files: CODE, documents: DISCOVERIES });
    await call('read_file', { path: 'src/auth/token.ts' });
    const before = await call('context_search', { query: 'token refresh', limit: 20 });
    const later = openSessions({
      folder: () => openDataDirectory(join(deps.workspace.root, '.repo_mcp')),
      clock: deps.clock,
      log: deps.log,
      token: () => 'later',
    });
    opened.push(later);
    const area = recallArea({ ...deps, sessions: later });
    const result = (await area.tools[0]?.handle(
      { query: 'token refresh', type: 'all', limit: 20 },
      { signal: new AbortController().signal, commandLine: false, form: 'json', progress: () => {} },
    )) as Json;
    const session = result.results.find((each: Json) => each.source === 'session');
    expect(session).toMatchObject({ id: 'session-0', session: 'session-0', type: 'session' });
    expect(result.results.at(-1)).toBe(session);
    expect(result.results.slice(0, -1)).toEqual(before.value.results);
  });

  it.each([['ab'], ['  a  ']])('refuses the query %j as too short', async (query) => {
    const { call } = await recall({ documents: DISCOVERIES });
    expect(await call('context_search', { query })).toEqual({
      value: { error: 'Query must be at least 3 characters' },
      isError: true,
    });
  });

  it.each([
    [{}, 'query'],
    [{ query: 7 }, 'query'],
    [{ query: 'x'.repeat(501) }, 'query'],
    [{ query: 'abc', type: 'bug' }, 'type'],
    [{ query: 'abc', limit: 0 }, 'limit'],
    [{ query: 'abc', limit: 21 }, 'limit'],
    [{ query: 'abc', limit: 1.5 }, 'limit'],
  ])('refuses %j as invalid', async (args, path) => {
    const { call } = await recall({ documents: DISCOVERIES });
    expect(await call('context_search', args)).toEqual({
      value: {
        error: 'Invalid parameters',
        details: [{ path: [path], code: expect.any(String), message: expect.any(String) }],
      },
      isError: true,
    });
  });

  it('says that there is nothing yet when nothing is indexed', async () => {
    const { call } = await recall({});
    expect(await call('context_search', { query: 'anything' })).toEqual({
      value: {
        error: 'No embeddings found. Run initial session to generate context.',
        fallback: 'Use grep_codebase for text search',
      },
      isError: true,
    });
  });

  it('finds nothing without calling it an error', async () => {
    const { call } = await recall({ documents: DISCOVERIES });
    const { value, isError } = await call('context_search', { query: 'zebra crossing painting' });
    expect(isError).toBe(false);
    expect(value).toMatchObject({ results: [], totalFound: 0 });
  });

  const failing = async (): Promise<Embedder> => ({
    id: 'x',
    dims: 8,
    leavesMachine: true,
    embed: async () => {
      throw new AppError('rate_limit', 'embedding_rate_limit', 'API rate limit exceeded');
    },
  });

  it('answers by words when the embedder fails, and says so', async () => {
    const { call } = await recall({ documents: DISCOVERIES, embedder: failing });
    const { value, isError } = await call('context_search', { query: 'token refresh mutex' });
    expect(isError).toBe(false);
    expect(value.results[0].id).toBe('00003');
    expect(value.warnings).toEqual(['Answered by words only: API rate limit exceeded']);
  });

  it('says what failed when the words find nothing either', async () => {
    const { call } = await recall({ documents: DISCOVERIES, embedder: failing });
    const { value, isError } = await call('context_search', { query: 'zebra crossing' });
    expect(isError).toBe(true);
    expect(value).toMatchObject({
      error: 'Failed to generate query embedding',
      details: 'API rate limit exceeded',
    });
  });

  it('answers by words when the model is missing or fails half-way', async () => {
    let calls = 0;
    const halfWay = async (): Promise<Embedder> => {
      const embedder = await staticEmbedder();
      return {
        ...embedder,
        embed: (texts, signal) => {
          if (calls++ === 0) return embedder.embed(texts, signal);
          throw new AppError(
            'unavailable',
            'embedding_server',
            'The embedding server answered with status 500.',
          );
        },
      };
    };
    const missing = async () => {
      throw new AppError('unavailable', 'model_missing', 'The embedding model is missing.');
    };
    for (const embedder of [halfWay, missing]) {
      const { call } = await recall({ documents: DISCOVERIES, embedder });
      const { value } = await call('context_search', { query: 'token refresh mutex' });
      expect(value.results[0].id).toBe('00003');
      expect(value.warnings[0]).toMatch(/^Answered by words only: The embedding/);
    }
  });

  verifies('recall:errors:search-failed', 'an unforeseen failure is worded without its text', async () => {
    const { call } = await recall({
      documents: DISCOVERIES,
      embedder: async () => {
        throw new Error('ENOENT /home/somebody/secret');
      },
    });
    const { value, isError } = await call('context_search', { query: 'token' });
    expect(isError).toBe(true);
    expect(value).toEqual({
      error: 'Search failed',
      message: 'Something failed inside Pilotbook.',
      fallback: 'Try using grep_codebase for text search',
    });
  });
});

const SENSITIVE = 'Access to sensitive paths denied';

describe('read_file', () => {
  const files = {
    'src/auth/service.ts':
      "import { sign } from './token.js';\nimport { User } from '../users';\nimport fs from 'node:fs';\nexport class AuthService {}\n",
    'src/auth/token.ts': 'export const sign = 1;\n',
    'src/users/index.ts': 'export class User {}\n',
    'src/plain.txt': 'no newline at the end',
    '.github/workflows/ci.yml': 'on: push\n',
    '.env': 'SECRET=1',
    '.env.local': 'SECRET=1',
    '.env.example': 'SECRET=\n',
    'node_modules/x/index.js': '1',
  };

  it('answers in the form of the spec', async () => {
    const { call } = await recall({ files });
    const { value, isError } = await call('read_file', { path: 'src/auth/service.ts' });
    expect(isError).toBe(false);
    expect(value).toEqual({
      file: {
        path: 'src/auth/service.ts',
        content: files['src/auth/service.ts'],
        size: files['src/auth/service.ts'].length,
        lines: 4,
        language: 'typescript',
      },
      dependencies: [
        { path: 'src/auth/token.ts', type: 'import', level: 1 },
        { path: 'src/users/index.ts', type: 'import', level: 1 },
      ],
      metadata: {
        module: 'auth',
        role: 'core',
        lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
  });

  it('adds the content of dependencies when asked, and none at depth 0', async () => {
    const { call } = await recall({ files });
    const deep = await call('read_file', { path: 'src/auth/service.ts', includeDeps: true });
    expect(deep.value.dependencies.map((each: Json) => each.content)).toEqual([
      files['src/auth/token.ts'],
      files['src/users/index.ts'],
    ]);
    const flat = await call('read_file', { path: 'src/auth/service.ts', includeDeps: true, maxDepth: 0 });
    expect(flat.value.dependencies).toEqual([]);
  });

  it('leaves out contents that do not fit, and says so', async () => {
    const large = { ...files, 'src/users/index.ts': `// ${'x'.repeat(5_000)}\n` };
    const { call } = await recall({ files: large, maxResponseBytes: 2_000 });
    const { value } = await call('read_file', { path: 'src/auth/service.ts', includeDeps: true });
    expect(value.dependencies).toEqual([
      { path: 'src/auth/token.ts', type: 'import', level: 1, content: files['src/auth/token.ts'] },
      { path: 'src/users/index.ts', type: 'import', level: 1 },
    ]);
    expect(value.warnings).toEqual([expect.stringContaining('1 dependency is listed without content')]);
  });

  it('carries what is known of the file', async () => {
    const { call } = await recall({ files });
    const { value } = await call('read_file', { path: 'src/auth/token.ts' });
    expect(value.knowledge).toEqual([{ id: '00012', kind: 'stash', title: 'Why cookies', via: 'comment' }]);
  });

  it('counts accesses', async () => {
    const { call, sessions } = await recall({ files });
    await call('read_file', { path: 'src/plain.txt' });
    await call('read_file', { path: 'src/plain.txt' });
    expect(await sessions.items(5)).toMatchObject([{ path: 'src/plain.txt', reads: 2, score: 0.608 }]);
  });

  it.each(['.github/workflows/ci.yml', '.env.example'])('reads %s', async (path) => {
    const { call } = await recall({ files });
    expect((await call('read_file', { path })).isError).toBe(false);
  });

  it.each([
    ['invalid/path.ts', { error: 'File not found', path: 'invalid/path.ts' }],
    ['src/auth', { error: 'File not found', path: 'src/auth', details: expect.any(String) }],
    ['.env', { error: 'Permission denied', path: '.env', details: SENSITIVE }],
    ['.env.local', { error: 'Permission denied', path: '.env.local', details: SENSITIVE }],
    ['.git/config', { error: 'Permission denied', path: '.git/config', details: SENSITIVE }],
    [
      'node_modules/x/index.js',
      { error: 'Permission denied', path: 'node_modules/x/index.js', details: SENSITIVE },
    ],
    [
      '../../../etc/passwd',
      { error: 'Path traversal not allowed', path: '../../../etc/passwd', details: expect.any(String) },
    ],
    ['src/..', { error: 'Path traversal not allowed', path: 'src/..', details: expect.any(String) }],
    [
      '/etc/passwd',
      { error: 'Absolute paths not allowed', path: '/etc/passwd', details: expect.any(String) },
    ],
    ['a\u0000b', { error: 'Invalid path', path: 'a\u0000b', details: expect.any(String) }],
  ])('refuses %j', async (path, expected) => {
    const { call } = await recall({ files });
    expect(await call('read_file', { path })).toEqual({ value: expected, isError: true });
  });

  testWith(LINKS, MODES)(
    'refuses files that are too large, not text, not readable or elsewhere',
    async () => {
      const { call, root } = await recall({
        files: { 'big.txt': 'x'.repeat(1_048_577), 'data.bin': 'a\u0000b', 'ok.txt': 'x'.repeat(1_048_576) },
      });
      mkdirSync(join(root, 'dir'));
      symlinkSync('/etc/passwd', join(root, 'dir/link'));
      write(root, { 'closed.txt': 'x' });
      chmodSync(join(root, 'closed.txt'), 0);
      expect((await call('read_file', { path: 'big.txt' })).value.error).toBe('File too large');
      expect((await call('read_file', { path: 'ok.txt' })).isError).toBe(false);
      expect((await call('read_file', { path: 'data.bin' })).value.error).toBe('Not a text file');
      expect((await call('read_file', { path: 'dir/link' })).value.error).toBe('Permission denied');
      if (process.getuid?.() !== 0)
        expect((await call('read_file', { path: 'closed.txt' })).value.error).toBe('Permission denied');
    },
  );

  it.each([{}, { path: '' }, { path: 3 }, { path: 'a', includeDeps: 'yes' }, { path: 'a', maxDepth: 2 }])(
    'refuses %j as invalid',
    async (args) => {
      const { call } = await recall({ files });
      expect(await call('read_file', args)).toMatchObject({
        value: { error: 'Invalid parameters' },
        isError: true,
      });
    },
  );
});

describe('grep_codebase', () => {
  const files = {
    'src/auth/service.ts':
      'a\n// Generate\nfunction f() {\n  const token = jwt.sign(payload);\n  return token;\n}\nend\n',
    'src/b.js': 'JWT.SIGN\nünïcode jwt.sign\n',
    'dist/out.js': 'jwt.sign',
    'build/out.js': 'jwt.sign',
    'packages/x/dist/out.js': 'jwt.sign',
    '.next/out.js': 'jwt.sign',
    '.context/00001.md': 'jwt.sign',
    'node_modules/x/index.js': 'jwt.sign',
    '.env': 'jwt.sign',
    '.gitignore': 'ignored.txt\n',
    'ignored.txt': 'jwt.sign',
    'distance/a.js': 'jwt.sign',
  };

  it('answers in the form of the spec, in order of path and line', async () => {
    const { call } = await recall({ files });
    const { value, isError } = await call('grep_codebase', { pattern: 'jwt\\.sign' });
    expect(isError).toBe(false);
    expect(value.matches.map(({ file, line, column }: Json) => `${file}:${line}:${column}`)).toEqual([
      'distance/a.js:1:1',
      'src/auth/service.ts:4:17',
      'src/b.js:1:1',
      'src/b.js:2:9',
    ]);
    expect(value.matches[1]).toEqual({
      file: 'src/auth/service.ts',
      line: 4,
      column: 17,
      text: '  const token = jwt.sign(payload);',
      context: { before: ['// Generate', 'function f() {'], after: ['  return token;', '}'] },
    });
    expect(value).toMatchObject({ pattern: 'jwt\\.sign', totalMatches: 4, searchTime: expect.any(Number) });
    expect(value.filesSearched).toBeGreaterThanOrEqual(3);
  });

  it('obeys case, file pattern and limit, and counts all', async () => {
    const { call } = await recall({ files });
    const exact = await call('grep_codebase', { pattern: 'JWT', caseSensitive: true });
    expect(exact.value.matches.map(({ file }: Json) => file)).toEqual(['src/b.js']);
    const typed = await call('grep_codebase', { pattern: 'jwt', filePattern: '**/*.ts' });
    expect(typed.value.matches.map(({ file }: Json) => file)).toEqual(['src/auth/service.ts']);
    const limited = await call('grep_codebase', { pattern: 'jwt', limit: 1 });
    expect(limited.value).toMatchObject({ totalMatches: 4, matches: [{ file: 'distance/a.js' }] });
  });

  it('finds nothing without calling it an error', async () => {
    const { call } = await recall({ files });
    const { value, isError } = await call('grep_codebase', { pattern: 'xyznonexistent123' });
    expect(isError).toBe(false);
    expect(value).toMatchObject({
      matches: [],
      totalMatches: 0,
      message: "No matches found for pattern 'xyznonexistent123'",
    });
  });

  it.each(['[invalid(', '(?<!a)b', '*'])('refuses the pattern %s', async (pattern) => {
    const { call } = await recall({ files });
    expect(await call('grep_codebase', { pattern })).toEqual({
      value: { error: 'Invalid regex pattern', pattern, details: expect.any(String) },
      isError: true,
    });
  });

  it.each(['--files', '-e', '--pre=sh', '$(id)'])(
    'takes %s as a pattern, never as an option',
    async (pattern) => {
      const { call } = await recall({ files: { 'a.txt': 'x\n' } });
      expect((await call('grep_codebase', { pattern })).value.totalMatches).toBe(0);
    },
  );

  it.each([
    {},
    { pattern: '' },
    { pattern: 'x'.repeat(201) },
    { pattern: 'a', limit: 101 },
    { pattern: 'a', caseSensitive: 1 },
  ])('refuses %j as invalid', async (args) => {
    const { call } = await recall({ files });
    expect(await call('grep_codebase', args)).toMatchObject({
      value: { error: 'Invalid parameters' },
      isError: true,
    });
  });
});

describe('resources', () => {
  const files = {
    'package.json':
      '{"name": "shop", "description": "Sells\\nthings", "dependencies": {"express": "1", "react": "1"}, "devDependencies": {"typescript": "6"}}',
    'pnpm-lock.yaml': '',
    'src/auth/index.ts': "import '../users/user.ts';\n",
    'src/auth/service.ts': '',
    'src/users/user.ts': '',
  };
  const documents = [
    ...DISCOVERIES,
    { id: 'src/auth', source: 'context' as const, module: 'auth', title: 'auth', text: 'Who may come in.' },
  ];

  it('offers an overview of the project', async () => {
    const { resources } = await recall({ files, documents });
    const read = await resources.read('context://project/overview', NEVER);
    expect(read?.mimeType).toBe('text/markdown');
    expect(read?.text).toContain('# shop\n\nSells things\n');
    expect(read?.text).toContain('- Type: fullstack');
    expect(read?.text).toContain('- Stack: Node.js, react, express, typescript');
    expect(read?.text).toContain('- Package manager: pnpm');
    expect(read?.text).toContain(
      '### auth (src/auth, 2 files)\nWho may come in.\n- src/auth/index.ts (entry)',
    );
    expect(read?.text).toContain('2 patterns, 0 rules, 1 issues');
  });

  it('offers what is known of a module', async () => {
    const { resources, sessions } = await recall({ files, documents });
    sessions.discovered('00001');
    const text = (await resources.read('context://module/auth', NEVER))?.text;
    expect(text).toContain(
      '## Patterns\n\n- Use JWT tokens stored in httpOnly cookies for auth (00001, discovered 2026-01-15T10:00:00Z, session session-0)',
    );
    expect(text).toContain('## Common issues');
    expect(text).toContain('## Dependencies\n\n- src/users');
    await expect(resources.read('context://module/gone', NEVER)).rejects.toMatchObject({
      kind: 'not_found',
      message: 'Module not found: gone',
    });
    expect(await resources.complete('context://module/{name}', 'name', 'a', NEVER)).toEqual(['auth']);
  });

  it('offers the current session and recent ones', async () => {
    const { resources, call } = await recall({ files, documents });
    await expect(resources.read('context://session/current', NEVER)).rejects.toMatchObject({
      message: 'No active session',
    });
    await call('read_file', { path: 'src/auth/index.ts' });
    await call('context_search', { query: 'token refresh' });
    const current = (await resources.read('context://session/current', NEVER))?.text;
    expect(current).toContain('- Started: 2026-02-13T10:00:00.000Z');
    expect(current).toContain('- src/auth/index.ts (1 read)');
    expect(current).toContain('- Topics: token, refresh');
    const recent = (await resources.read('context://sessions/recent?limit=3', NEVER))?.text;
    expect(recent).toContain('## session-');
    expect(recent).toContain('- Status: active');
    expect(recent).toContain('- Files: 1');
  });

  it('keeps within its size and leaves other addresses alone', async () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`src/module-${n}/index.ts`, '']));
    const { resources } = await recall({ files: many, documents });
    expect(
      Buffer.byteLength((await resources.read('context://project/overview', NEVER))?.text ?? ''),
    ).toBeLessThanOrEqual(50 * 1024);
    expect(await resources.read('pilotbook://stash/00001', NEVER)).toBeUndefined();
    expect((await resources.list(NEVER)).map(({ uri }) => uri)).toContain('context://project/overview');
  });
});
