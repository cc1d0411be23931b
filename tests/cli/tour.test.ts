/** The tour, in repositories of other people. */
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const commandsIn = (text: string) => text.match(/(?<=^\$ pilotbook )\w+/gm);

test('it speaks of a declaration of the repository it is in', () => {
  const root = repository({
    'README.md': '# Shop\n',
    'shop/refunds.go': 'package shop\n\nfunc RunRefund(total int) int {\n\treturn total\n}\n',
    'shop/refunds_test.go': 'package shop\n\nfunc TestRunMain() {\n\tRunRefund(1)\n}\n',
  });
  const { status, stdout } = runProgram(root, ['tour']);
  expect(commandsIn(stdout)).toEqual(['index', 'search', 'search', 'outline', 'bundle', 'recall']);
  expect(stdout).toContain('$ pilotbook search --top 3 RunRefund\nshop/refunds.go:');
  expect(stdout).toContain('$ pilotbook outline shop/refunds.go\n');
  expect(status).toBe(0);
});

test.each([
  ['an empty directory', {}, 'There are no files here', ['index']],
  [
    'texts only',
    { '-x.txt': 'some words\n', 'notes.txt': 'more words\n' },
    'No file with functions',
    ['index', 'search', 'search', 'bundle', 'recall'],
  ],
])('%s ends well and is told what is missing', (_, files, missing, commands) => {
  const { status, stdout, stderr } = runProgram(repository(files), ['tour']);
  expect(stderr).toContain(missing);
  expect(commandsIn(stdout)).toEqual(commands);
  expect(status).toBe(0);
});
