import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

/** From elsewhere. */
const run = (root: string, line: string[], input = '') =>
  runProgram(import.meta.dirname, [...line, '--root', root], { input });

const FILES = {
  '.context.config.yaml': 'min_tokens: 0\n',
  'src/add.ts':
    '/** Adds two numbers together. */\nexport function add(a: number, b: number) {\n  return a + b;\n}\n',
};

test('generate, list, check, edit, stamp, show and validate, with exit codes for CI', async () => {
  const root = repository(FILES);
  expect(await run(root, ['contexts', 'generate'])).toMatchObject({
    status: 0,
    stdout: 'created    .\ncreated    src\n2 created, 0 updated, 0 unchanged, 0 left alone\n',
  });
  expect((await run(root, ['contexts', 'list'])).stdout).toContain('fresh   src  Adds two numbers together.');
  expect(await run(root, ['contexts', 'check'])).toMatchObject({ status: 0, stdout: '2 of 2 fresh\n' });
  const edit = [
    'contexts',
    'edit',
    'src',
    '--decision',
    'Numbers',
    '--why',
    'Fast',
    '--anchors',
    'src/add.ts:2-4',
  ];
  expect((await run(root, edit)).status).toBe(0);
  expect((await run(root, ['contexts', 'stamp', 'src'])).status).toBe(0);
  expect((await run(root, ['contexts', 'show', 'src', '--fields', 'decisions'])).stdout).toContain(
    'Numbers: Fast: [src/add.ts:2-4]',
  );

  write(root, { 'src/add.ts': FILES['src/add.ts'].replace('a + b', 'a - b') });
  const stale = await run(root, ['contexts', 'check', '--json']);
  expect(stale.status).toBe(1);
  expect(JSON.parse(stale.stdout).checked[1]).toMatchObject({
    scope: 'src',
    state: 'stale',
    claims: [{ claim: 'Numbers', state: 'edited', place: 'src/add.ts:2-4' }],
  });

  write(root, { 'src/add.ts': 'export const other = 1;\n' });
  const invalid = await run(root, ['contexts', 'validate']);
  expect(invalid.status).toBe(1);
  expect(invalid.stdout).toMatch(/src\/\.context\.yaml:\d+ {2}interfaces: nothing here is called "add"/);
  expect(await run(root, ['contexts', 'stamp', 'src'])).toMatchObject({ status: 1, stdout: '' });
});

test.each([
  ['not valid YAML', 'version: [\n', 2],
  [
    'it contains merge conflict markers',
    '<<<<<<< HEAD\nversion: 1\n=======\nversion: 2\n>>>>>>> theirs\n',
    1,
  ],
])('notes that cannot be read are neither fresh nor missing: %s', async (problem, text, line) => {
  const root = repository(FILES);
  await run(root, ['contexts', 'generate']);
  write(root, { 'src/.context.yaml': text });
  const shown = `invalid src\n  src/.context.yaml:${line}  ${problem}; pilotbook check says what to do\n`;
  expect(await run(root, ['contexts', 'check'])).toMatchObject({
    status: 1,
    stdout: `${shown}1 of 2 fresh\n`,
  });
  expect(await run(root, ['contexts', 'check', 'src/'])).toMatchObject({
    status: 1,
    stdout: `${shown}0 of 1 fresh\n`,
  });
  expect(JSON.parse((await run(root, ['contexts', 'check', '--json'])).stdout)).toMatchObject({
    ok: false,
    checked: [
      { scope: '.', state: 'fresh' },
      { scope: 'src', state: 'invalid', problem: { line, message: problem } },
    ],
  });
  const list = await run(root, ['contexts', 'list']);
  expect(list.status).toBe(0);
  expect(list.stdout).toContain(`invalid src  line ${line}: ${problem}\n`);
  expect(list.stdout).not.toContain('missing');
  expect(list.stdout).toContain(
    '1 of 2 directories have notes that can be read, 1 that cannot (run pilotbook check);',
  );
  // In JSON it is the answer of the tool, as specs/contexts has it.
  expect(JSON.parse((await run(root, ['contexts', 'list', '--json'])).stdout).entries[1]).toEqual({
    scope: 'src',
    state: 'missing',
    has_context: false,
  });
});

test('JSON alone stands on stdout, and what is left alone makes the exit code 1', async () => {
  const root = repository({ ...FILES, 'src/.context.yaml': 'version: 2\n' });
  const { status, stdout } = await run(root, ['contexts', 'generate', '--json']);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    dry_run: false,
    documents: [
      { scope: '.', action: 'created' },
      { scope: 'src', action: 'left alone' },
    ],
  });
  expect(readFileSync(join(root, 'src/.context.yaml'), 'utf8')).toBe('version: 2\n');
});

test('a document comes from stdin where no editor can be opened', async () => {
  const root = repository(FILES);
  await run(root, ['contexts', 'generate']);
  const before = readFileSync(join(root, 'src/.context.yaml'), 'utf8');
  const text = before.replace(/^summary: .*$/m, 'summary: From stdin');
  expect((await run(root, ['contexts', 'edit', 'src'], text)).status).toBe(0);
  expect(readFileSync(join(root, 'src/.context.yaml'), 'utf8')).toBe(text);
  expect((await run(root, ['contexts', 'edit', 'src'], 'nonsense')).status).toBe(2);
  expect(readFileSync(join(root, 'src/.context.yaml'), 'utf8')).toBe(text);
});

test.each([
  [['contexts', 'generate', '--jobs', '0']],
  [['contexts', 'generate', '../x']],
  [['contexts', 'edit', '.', '--decision', 'without a reason']],
])('%j is a mistake in the line', async (line) => {
  expect((await run(repository(FILES), line)).status).toBe(2);
});

test.each([
  ['stamp', 'src'],
  ['show', 'src'],
  ['check', 'src'],
  ['validate', 'src'],
  ['edit', 'src', '--todo', 'look'],
])('%s says whether the directory or only its document is missing', async (command, scope, ...more) => {
  const root = repository({ 'src/a.ts': 'export {};\n' });
  const asked = await run(root, ['contexts', command, scope, ...more]);
  expect(asked.status).toBe(1);
  expect(asked.stderr).toContain('There is no .context.yaml in "src" yet.');
  expect(asked.stderr).toContain('pilotbook contexts generate src creates one.');
  for (const none of ['nowhere/at/all', 'src/a.ts']) {
    const { status, stderr } = await run(root, ['contexts', command, none, ...more]);
    expect(status).toBe(1);
    expect(stderr).toContain(`There is no directory "${none}".`);
  }
});
