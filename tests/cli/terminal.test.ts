/** Names, titles, notes and arguments that would control a terminal, through every command that prints them. */
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const EVIL = 'x\u001b[2J\u009b31m\u202e\u200b\u{e0041}\u2028y';
const RAW = /(?![\t\n])\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

test.each([
  [['check']],
  [['check', '--format', 'github']],
  [['check', '--format', 'sarif']],
  [['check', '--format', 'json']],
  [['check', '--format', EVIL]],
  [[EVIL]],
  [['open', EVIL]],
  [['read', EVIL]],
  [['outline', EVIL]],
  [['stash', 'get', EVIL]],
  [['pack', 'show', EVIL]],
  [['files']],
  [['files', '--json']],
  [['grep', 'word']],
  [['grep', 'word', '--json']],
  [['search', 'word']],
  [['stash', 'list']],
  [['stash', 'get', '00001']],
  [['brief']],
  [['contexts', 'validate']],
  [['status']],
])('command %#', (args) => {
  const root = repository({
    [`${EVIL}.ts`]: `// word ${EVIL}\nexport const x = 1; // refer to context 99999\n`,
    '.context/00001.md': `# ${EVIL} word\n`,
    '.context/00002.md': `---\nsupersedes: ["1"]\n---\n# ${EVIL} word\n`,
    'b.ts': '// refer to context 00001\n',
    '.context.yaml': `version: 1\n${EVIL}: 1\n`,
  });
  const { stdout, stderr } = runProgram(root, args);
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toMatch(RAW);
});
