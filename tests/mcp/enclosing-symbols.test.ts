/** Every hit of grep and search says which declaration it is in, by the file as it is now. */
import { expect, test } from 'vitest';
import { type Json, openApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  'shop/refund.py': [
    'from money import convert',
    '',
    'DEFAULT = convert(5)',
    '',
    'class Refund:',
    '    def __init__(self, order):',
    '        self.total = convert(order)',
    '',
    '    @audited',
    '    def approve(self):',
    '        return convert(self.total)',
    '',
    'print(convert(1))',
    '',
  ].join('\n'),
  'shop/pay.ts': 'export class Till {\n  take() {\n    return convert(2);\n  }\n}\n',
  'notes.txt': 'convert\n',
};

const named = (matches: Json): Record<string, string | undefined> =>
  Object.fromEntries(matches.map(({ file, line, enclosing }: Json) => [`${file}:${line}`, enclosing]));

test('a match of grep_codebase names the declaration around its line', async () => {
  const root = repository(FILES);
  const { call } = await openApp(root);
  const grep = async () => named((await call('grep_codebase', { pattern: 'convert' })).value.matches);
  // What is not parsed within the time has no name yet; the next call finds it known.
  await eventually(async () =>
    expect(await grep()).toEqual({
      'notes.txt:1': undefined,
      'shop/pay.ts:3': 'Till.take',
      'shop/refund.py:1': undefined,
      'shop/refund.py:3': 'DEFAULT',
      'shop/refund.py:7': 'Refund.__init__',
      'shop/refund.py:11': 'Refund.approve',
      'shop/refund.py:13': undefined,
    }),
  );
  write(root, { 'shop/pay.ts': 'export function give() {\n\n  convert(3);\n}\n' });
  await eventually(async () => expect((await grep())['shop/pay.ts:3']).toBe('give'));
});

test('a hit of repo.search names the declaration around the line that matches best', async () => {
  const { call } = await openApp(repository(FILES));
  await eventually(async () => {
    const { value } = await call('repo.search', { query: 'approve' });
    expect(value.result.hits[0]).toMatchObject({ path: 'shop/refund.py', enclosing: 'Refund.approve' });
  });
});

test('the commands show it behind the place', async () => {
  const root = repository(FILES);
  await eventually(async () =>
    expect((await runProgram(root, ['grep', 'convert\\(2'])).stdout).toBe(
      'shop/pay.ts:3  Till.take\n 3:     return convert(2);\n',
    ),
  );
  await eventually(async () =>
    expect((await runProgram(root, ['search', 'approve', '--places'])).stdout).toMatch(
      /^shop\/refund\.py:\d+-\d+ {2}Refund\.approve$/m,
    ),
  );
});
