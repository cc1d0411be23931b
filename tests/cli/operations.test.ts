/** Commands that write and are no tools run under the rules of the tools: an audit line each, and the time limit. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  '.context/config.json': '{}',
  '.context/00001.md': '# One\n',
  '.context/00002.md': '---\nsupersedes: ["1"]\n---\n# Two\n',
  'src/a.ts': '// refer to context 00001\nexport const a = 1;\n',
  'src/deep/b.ts': 'export const b = 2;\n',
};

const audited = (root: string) =>
  readFileSync(join(root, '.repo_mcp/audit.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ tool, ok, error_code }) => (ok ? tool : `${tool}: ${error_code}`));

test('each leaves a line in the audit log, also if it fails', async () => {
  const root = repository(FILES);
  const run = async (...words: string[]) => (await runProgram(root, words)).status;
  expect(await run('init', '--yes', '--client', 'none')).toBe(0);
  expect(await run('stash', 'init')).toBe(0);
  await run('check', '--fix');
  expect(await run('contexts', 'generate')).toBe(0);
  expect(await run('contexts', 'edit', '.', '--constraint', 'Cents only')).toBe(0);
  expect(await run('contexts', 'stamp', '.')).toBe(0);
  expect(await run('contexts', 'stamp', 'none/such')).not.toBe(0);
  expect(await run('init', '--yes', '--client', 'none', '--remove')).toBe(0);
  expect(audited(root)).toEqual([
    'init',
    'stash init',
    'check --fix',
    'contexts generate',
    'contexts edit',
    'contexts stamp',
    'contexts stamp: no_document',
    'init --remove',
  ]);
  const text = readFileSync(join(root, '.repo_mcp/audit.jsonl'), 'utf8');
  expect(text).not.toContain('Cents only');
});

test('a repair of doctor leaves one, too', async () => {
  const root = repository({ ...FILES, '.agents/mcp/context_pack/packs/pk_aaaaaaaa.md': 'no front matter\n' });
  await runProgram(root, ['doctor', '--repair']);
  expect(audited(root)).toContain('doctor --repair');
});

test('what only reads or shows leaves none', async () => {
  const root = repository(FILES);
  await runProgram(root, ['check']);
  await runProgram(root, ['contexts', 'generate', '--dry-run']);
  await runProgram(root, ['init', '--dry-run', '--client', 'none']);
  expect(existsSync(join(root, '.repo_mcp/audit.jsonl'))).toBe(false);
});

test('the time limit ends it', async () => {
  const root = repository({ ...FILES, 'src/.context.yaml': 'version: [\n' });
  const { app } = await openApp(root, { 'call-timeout-ms': '100' });
  // While a rule words its advice; the fixes and the second look at the files are still to come.
  const typed = (path: string) => {
    const until = performance.now() + 150;
    while (performance.now() < until);
    return path;
  };
  const { signal } = new AbortController();
  await expect(app.check({ fix: true, typed, signal })).rejects.toMatchObject({
    code: 'timeout',
    message: 'check --fix took longer than 100 ms and was stopped.',
  });
  await app.close();
  expect(audited(root)).toEqual(['check --fix: timeout']);
});

test('init honours the deny list', async () => {
  const root = repository({ 'a.ts': 'export {};\n' });
  const { status, stderr } = await runProgram(root, [
    'init',
    '--yes',
    '--client',
    'none',
    '--deny',
    '.context/**',
  ]);
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('never read') });
  expect(existsSync(join(root, '.context'))).toBe(false);
  expect(existsSync(join(root, 'AGENTS.md'))).toBe(false);
});
