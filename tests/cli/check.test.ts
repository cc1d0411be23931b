/** `pilotbook check`, as CI runs it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultyRepository } from '../helpers/faults.ts';

const bin = join(import.meta.dirname, '../../bin/pilotbook.js');

function check(root: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'check', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return { status, stdout, stderr };
}

describe('one fault of each kind', () => {
  test('text', async () => {
    const { root } = await faultyRepository();
    const { status, stdout, stderr } = check(root);
    console.log(stdout, stderr);
    expect(status).toBe(1);
  });
});
