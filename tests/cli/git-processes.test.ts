/** How often a command starts git: a process takes 3 to 10 ms, on Windows 40, so the number must not grow with the files. */
import { expect } from 'vitest';
import { faultyRepository } from '../helpers/faults.ts';
import { SHELL, testWith } from '../helpers/probes.ts';
import { recordingGit } from '../helpers/recording-git.ts';
import { git, gitRepository, madeOnce, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const faulty = madeOnce(faultyRepository);

async function commandsOf(root: string, ...args: string[]): Promise<string[]> {
  const { programPath, commands } = recordingGit();
  const { status, stderr } = await runProgram(root, args, { env: { PATH: programPath } });
  expect([status, stderr]).toEqual([expect.toSatisfy((code) => code === 0 || code === 1), '']);
  return commands().sort();
}

testWith(SHELL)('a check reads the history, the listing and what is tracked but ignored once', async () => {
  const { root } = await faulty();
  const names = ['log', 'ls-files', 'ls-files'];
  // One entry has the number of another: the last asks which comments were there before it.
  expect(await commandsOf(root, 'check')).toEqual([...names, 'ls-tree']);
  expect(await commandsOf(root, 'check', '--since', 'HEAD~1')).toEqual(
    [...names, 'ls-tree', 'ls-files', 'ls-tree', 'merge-base'].sort(),
  );
});

testWith(SHELL)('check --fix lists the files again and reads the history once', async () => {
  const { root } = await faulty();
  // A fix that adds an entry looks for the language most files are in.
  expect(await commandsOf(root, 'check', '--fix')).toEqual([
    'log',
    ...Array.from({ length: 4 }, () => 'ls-files'),
    'ls-tree',
  ]);
});

testWith(SHELL)('a brief reads all files as they were with two processes', async () => {
  const { root } = await faulty();
  // The last listing is that of the index, which is asked who uses what changed.
  const listings = Array.from({ length: 4 }, () => 'ls-files');
  const changed = ['cat-file', ...listings, 'ls-tree', 'ls-tree'];
  expect(await commandsOf(root, 'brief')).toEqual([...changed, 'rev-parse']);
  expect(await commandsOf(root, 'brief', '--since', 'HEAD~1')).toEqual([...changed, 'merge-base']);
  expect(await commandsOf(root, 'brief', 'src')).toEqual(['ls-files', 'ls-files']);
});

testWith(SHELL)('a brief of many changed files starts git as often as one of few', async () => {
  const files = (text: string) =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `src/${n}.ts`,
        `// refer to context 1\nexport const a${n} = ${text};\n`,
      ]),
    );
  const root = gitRepository({ '.context/config.json': '{}', '.context/1.md': '# One\n', ...files('1') });
  write(root, { 'src/0.ts': 'export {};\n' });
  const few = await commandsOf(root, 'brief');
  write(root, files('2'));
  git(root, 'add', 'src/1.ts');
  const many = await commandsOf(root, 'brief');
  expect([...new Set(many)]).toEqual([...new Set(few)]);
  // A watch that does not settle in time, as on a busy machine, costs one more listing.
  expect(many.length - few.length).toBeLessThanOrEqual(1);
});
