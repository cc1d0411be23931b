/** The program where the system itself refuses to write: real limits and permissions, no injected faults. */

import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { handOver } from '../helpers/ordinary-user.ts';
import { MODES, SHELL, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';
import { PROGRAM, runProgram } from '../helpers/run-program.ts';

/** Two blocks are 1 or 2 KiB, as the shell counts; what is written is longer. */
const LIMIT_BLOCKS = 2;
const LONG = `# Long\n\n${'a reason that goes on '.repeat(300)}\n`;

function stash(): string {
  return repository({ '.context/config.json': '{}', '.context/00001.md': '# One\n' });
}

testWith(SHELL)('a file that may not grow is an error, and half of it is not left behind', () => {
  const root = stash();
  const limited = `ulimit -f ${LIMIT_BLOCKS}; exec "$@"`;
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', limited, 'sh', process.execPath, PROGRAM, 'stash', 'add', '--root', root],
    { input: LONG, encoding: 'utf8', cwd: root, env: { PATH: process.env.PATH } },
  );
  expect(stderr).toContain('The file would be larger than the limit on this system: 00002.md');
  expect(status).toBe(1);
  expect(stderr).not.toContain(root);
  expect(readdirSync(join(root, '.context')).sort()).toEqual(['00001.md', 'config.json']);
  expect(readFileSync(join(root, '.context/00001.md'), 'utf8')).toBe('# One\n');
});

verifies(
  'stash:errors:structured',
  'a directory without permission is an error, and its entries can be read',
  async () => {
    const root = handOver(stash());
    for (const path of [root, join(root, '.context')]) chmodSync(path, 0o555);
    const shown = await runProgram(root, ['stash', 'show', '1'], { asOrdinaryUser: true });
    expect(shown.stdout).toContain('# One');
    const { status, stderr } = await runProgram(root, ['stash', 'add', '# Two'], { asOrdinaryUser: true });
    expect(stderr).toContain('Permission was denied: 00002.md');
    expect(status).toBe(1);
    expect(readdirSync(join(root, '.context')).sort()).toEqual(['00001.md', 'config.json']);
  },
  { needs: [MODES] },
);
