/** A value that an option does not take: wrong usage, in the words of the option. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const NUMBER = 'a whole number of at least 1';

describe('an option with a wrong value ends with 2, names itself and says what it takes', () => {
  test.each([
    [['search', 'x', '--top', 'abc'], `--top is "abc"; allowed: ${NUMBER}.`],
    [['search', 'x', '--top', '0'], `--top is "0"; allowed: ${NUMBER}.`],
    [['search', 'x', '--mode', 'fuzzy'], '--mode is "fuzzy"; allowed: bm25, semantic, hybrid.'],
    [['search', 'x', '--mode', 'bm25', '--top', '1.5'], `--top is "1.5"; allowed: ${NUMBER}.`],
    [['log', '--limit', 'x'], `--limit is "x"; allowed: ${NUMBER}.`],
    [['log', '--since', 'monday'], '--since is "monday"; allowed: a time such as 2026-'],
    [['stash', 'add', '--type', 'foo', 'text'], '--type is "foo"; allowed: pattern, rule, decision, issue.'],
    [
      ['stash', 'add', '--type', 'rule', '--anchors', 'a.py', '--supersedes', `1,${'9'.repeat(257)}`, 'text'],
      '; allowed: a text of at most 256 characters.',
    ],
    [['recall', 'the name', '--limit', '21'], '--limit is "21"; allowed: a whole number from 1 to 20.'],
    [['bundle', 'x', '--lines', 'many'], `--lines is "many"; allowed: a whole number`],
    [['open', 'a.py', '--start', '0'], `--start is "0"; allowed: ${NUMBER}.`],
    [['grep', 'x', '--limit', 'x'], '--limit is "x"; allowed: a whole number from 1 to 100.'],
    [['pack', 'create', 'some-pack', '--ttl', 'week'], `--ttl is "week"; allowed: ${NUMBER}.`],
    [['pack', 'list', '--status', 'lost'], '--status is "lost"; allowed: draft, finalized.'],
    [['brief', 'a.py', '--tokens', 'x'], 'tokens'],
  ])('%j', async (args, message) => {
    const { status, stderr, stdout } = await runProgram(repository({ 'a.py': 'x = 1\n' }), args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });
});

test('no index is made for a search that cannot be run', async () => {
  const root = repository({ 'a.py': 'x = 1\n' });
  await runProgram(root, ['search', 'x', '--top', '0']);
  expect(existsSync(join(root, '.repo_mcp'))).toBe(false);
});
