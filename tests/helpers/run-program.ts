/** The built program, as a person or a CI job runs it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { ORDINARY_USER } from './ordinary-user.ts';

export const PROGRAM = join(import.meta.dirname, '../../bin/pilotbook.js');

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** Nobody, if the tests run as root: hand over what it shall read with `handOver`. */
  asOrdinaryUser?: boolean;
  /** Beside PATH, or instead of it. */
  env?: Readonly<Record<string, string>>;
}

export function runProgram(cwd: string, args: readonly string[], options: RunOptions = {}): Ran {
  const { asOrdinaryUser = false } = options;
  const [node, program] = asOrdinaryUser ? inject('ordinaryUsersCommand') : [process.execPath, PROGRAM];
  const { status, stdout, stderr } = spawnSync(node, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...options.env },
    ...(asOrdinaryUser ? ORDINARY_USER : {}),
  });
  return { status, stdout, stderr };
}
