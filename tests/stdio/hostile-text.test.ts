/** YAML, JSON and TOML of a repository that would use up the stack of a parser, through the built server. */
import { describe, expect, test } from 'vitest';
import { runs } from '../helpers/full-run.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const deep = (open: string, close = '') => open.repeat(2000) + close.repeat(2000);
/** The first are one of each kind: within a line, over lines, by indentation, by reference. */
const HOSTILE: readonly [name: string, yaml: string][] = [
  ['brackets', `a: ${deep('[')}\n`],
  ['dashes', `${deep('- ')}x\n`],
  ['indentation', Array.from({ length: 1500 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
  ['aliases', `a: &a [x, x]\n${Array.from({ length: 3000 }, (_, at) => `k${at}: *a\n`).join('')}`],
  ['closed brackets', `a: ${deep('[', ']')}\n`],
  ['braces', `${deep('{a: ', '}')}\n`],
  ['question marks', `${deep('? ')}x\n`],
  ['keys behind keys', deep('b: a:\n')],
];
const PACK = 'pk_aaaaaaaa';

const tool = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });
const CALLS = [
  tool('list_contexts'),
  tool('check_freshness', { scope: '.' }),
  tool('query_context', { scope: '.' }),
  tool('input', { action: 'list' }),
  tool('output', { action: 'read', name: PACK }),
  tool('stash_list'),
  tool('stash_get', { id: '00001' }),
  tool('stash_search', { query: 'word' }),
  tool('stash_create', { content: 'word' }),
  tool('context_search', { query: 'word' }),
  tool('repo.audit_log', { limit: 5 }),
  tool('repo.status'),
];

describe('a server outlives nested', () => {
  test.each(HOSTILE.slice(0, runs(4, HOSTILE.length)))('%s', async (_, yaml) => {
    const front = `---\n${yaml}---\nword\n`;
    const json = `{"timestamp": "2026-01-01T00:00:00Z", "a": ${deep('[', ']')}}`;
    const root = repository({
      '.context.yaml': yaml,
      'a/.context.yaml': yaml,
      'b/.context.yaml': yaml,
      'a/x.ts': "import './y';\nexport const x = 1;\n",
      '.context-config.yaml': yaml,
      '.context/config.json': json,
      '.context/00001.md': front,
      [`.context/packs/${PACK}.md`]: front,
      [`packs/${PACK}.md`]: front,
      'package.json': json,
      'tsconfig.json': json,
      'composer.json': json,
      'pyproject.toml': `x = ${deep('[', ']')}\n`,
      'Cargo.toml': `[${'a.'.repeat(2000)}a]\n`,
      '.repo_mcp/audit.jsonl': `${json}\n`,
      '.repo_mcp/contexts.json': json,
      '.mcp.json': json,
    });
    const { client, process: child } = spawnServer(root, ['--log-level', 'silent']);
    await client.initialize();
    for (const call of CALLS)
      expect((await client.request('tools/call', call)).result?.content, call.name).toBeDefined();
    expect((await client.request('ping')).result).toEqual({});
    expect(child.exitCode).toBeNull();
  });
});

test('the document is named with its line and the limit', async () => {
  const root = repository({ '.context.yaml': `version: 1\na: ${deep('[')}\n` });
  const { status, stdout } = await runProgram(root, ['contexts', 'validate']);
  expect(status).toBe(1);
  expect(stdout).toContain('.context.yaml:2');
  expect(stdout).toContain('nested deeper than 64 levels');
});

test('a megabyte of keys is named with the limit, and read no further', async () => {
  const keys = Array.from({ length: 80_000 }, (_, at) => `key${at}: v\n`).join('');
  const root = repository({
    '.context.yaml': keys,
    [`.agents/mcp/context_pack/packs/${PACK}.md`]: `---\n${keys}---\n`,
  });
  const limit = 'more than 100000 keys, values and marks';
  expect((await runProgram(root, ['contexts', 'validate'])).stdout).toContain(limit);
  expect((await runProgram(root, ['pack', 'list'])).stderr).toContain(limit);
});

test.each([
  ['.mcp.json', (root: string) => runProgram(root, ['init', '--dry-run', '--client', 'claude-code'])],
  ['repo_mcp.toml', (root: string) => runProgram(root, ['status'])],
  ['.context/config.json', (root: string) => runProgram(root, ['stash', 'list'])],
])('%s that nests without end is named, and nothing else happens', async (name, run) => {
  const text = name.endsWith('.toml') ? `x = ${deep('[')}` : `{"a": ${deep('[')}`;
  const { stdout, stderr } = await run(repository({ [name]: text }));
  expect(stdout + stderr).toContain(name);
  expect(stdout + stderr).toContain('nested deeper than 64 levels');
});
