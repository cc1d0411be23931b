/** `repo.outline` and `outline` also have the variables and constants at the top of a file, beside the symbols of specs/repo. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  'shop/settings.py': [
    'LIMIT = 3',
    'till, (box, *rest) = make()',
    '',
    'class Till:',
    '    SIZE = 1',
    '    def take(self):',
    '        self.coins = 2',
    '',
    'def price(order):',
    '    total = 1',
    '    return total',
    '',
    'LIMIT = 4',
    'COLOURS = [',
    '    "red",',
    ']',
    '',
  ].join('\n'),
};
const path = 'shop/settings.py';

async function assignmentsOf(file: string, text: string) {
  const { call } = await openApp(repository({ [file]: text }));
  const { result } = (await call('repo.outline', { path: file })).value;
  return result.assignments?.map(
    ({ kind, name, start_line }: { kind: string; name: string; start_line: number }) =>
      `${start_line} ${kind} ${name}`,
  );
}

test('the assignments of a Python module, each name where it is first assigned, and none of classes and functions', async () => {
  const { call } = await openApp(repository(FILES));
  const { result } = (await call('repo.outline', { path })).value;
  expect(result.symbols.map(({ name }: { name: string }) => name)).toEqual(['Till', 'Till.take', 'price']);
  expect(result.assignments).toEqual([
    { kind: 'constant', name: 'LIMIT', start_line: 1, end_line: 1 },
    { kind: 'variable', name: 'till', start_line: 2, end_line: 2 },
    { kind: 'variable', name: 'box', start_line: 2, end_line: 2 },
    { kind: 'variable', name: 'rest', start_line: 2, end_line: 2 },
    { kind: 'constant', name: 'COLOURS', start_line: 14, end_line: 16 },
  ]);
});

test('what the outline lists as a symbol is not listed again', async () => {
  expect(
    await assignmentsOf(
      'a.ts',
      'export const four = 4;\nconst one = 1;\nconst call = () => 1;\nconst table = { a: 1 };\nnamespace N {\n  const inner = 1;\n  export const outer = 2;\n}\n',
    ),
  ).toEqual(['2 constant one', '4 object table', '6 variable N.inner']);
  expect(await assignmentsOf('a.go', 'package shop\n\nconst Most = 3\n\nvar least = 1\n')).toEqual([
    '5 variable least',
  ]);
  expect(await assignmentsOf('a.kt', 'package p\nval shown = 1\nprivate var own = 3\n')).toEqual([
    '3 variable own',
  ]);
  expect(await assignmentsOf('a.c', 'static int count;\nenum E {\n  ONE,\n};\n')).toEqual([
    '1 variable count',
  ]);
  expect(
    await assignmentsOf('a.rs', 'static A: u8 = 1;\nstruct S;\nimpl S {\n  const Q: u8 = 1;\n}\n'),
  ).toEqual(['1 constant A']);
});

test.each([
  ['a file without any', 'a.py', 'def f():\n    x = 1\n'],
  ['a Python text with a syntax error, which has no symbols either', 'a.py', 'A = 1\nB = (\n'],
  ['a language without rules', 'a.md', '# Title\n'],
])('%s has no such field', async (_, file, text) => {
  expect(await assignmentsOf(file, text)).toBeUndefined();
});

test('a language that is switched off has none', async () => {
  const { call } = await openApp(
    repository({ ...FILES, 'repo_mcp.toml': '[adapters]\ndisabled = ["python"]\n' }),
  );
  const { result } = (await call('repo.outline', { path })).value;
  expect(result).toEqual({ path, language: 'python', symbols: [] });
});

test('many assignments never make an outline too large: those that fit are given, and the rest is counted', async () => {
  const text = `def f(): pass\n${Array.from({ length: 4000 }, (_, at) => `NAME_${at} = ${at}\n`).join('')}`;
  const { call } = await openApp(repository({ 'a.py': text }));
  const { result, ok, warnings } = (await call('repo.outline', { path: 'a.py' })).value;
  expect({ ok, symbols: result.symbols.length }).toEqual({ ok: true, symbols: 1 });
  expect(result.assignments.length).toBeGreaterThan(1000);
  expect(warnings).toEqual([
    `${4000 - result.assignments.length} more assignments have no room in the answer. Raise --max-total-bytes-per-response to see them.`,
  ]);
});

test('at the command line they stand in their place, with --names too', async () => {
  const root = repository(FILES);
  const { stdout } = await runProgram(root, ['outline', path]);
  const lines = [
    `${path}  python, 8 declarations`,
    ' 1 constant LIMIT',
    ' 2 variable till',
    ' 2 variable box',
    ' 2 variable rest',
    ' 4-7 class Till',
    '  6-7 take(self)',
    ' 9-11 price(order)',
    ' 14-16 constant COLOURS',
  ];
  expect(stdout).toBe(`${lines.join('\n')}\n`);
  const names = await runProgram(root, ['outline', path, '--names']);
  const named = lines.map((line) =>
    line.replace('take(self)', 'method take').replace('price(order)', 'function price'),
  );
  expect(names.stdout).toBe(`${named.join('\n')}\n`);
  const top = await runProgram(root, ['outline', path, '--names', '--depth', '1']);
  expect(top.stdout).toBe(
    `${named
      .filter((line) => !line.includes('take'))
      .join('\n')
      .replace('8 declarations', '7 declarations')}\n`,
  );
});

test('nothing else is read: no index is made', async () => {
  const root = repository(FILES);
  const { call, app } = await openApp(root);
  await call('repo.outline', { path });
  await app.close();
  expect(existsSync(join(root, '.repo_mcp', 'index.sqlite'))).toBe(false);
});
