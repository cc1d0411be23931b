/** The built program, as a person or a CI job runs it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { ORDINARY_USER } from './ordinary-user.ts';

export const PROGRAM = join(import.meta.dirname, '../../bin/pilotbook.js');

/** Nothing of the tester's environment but what a program needs to start. `HOME` is the home on every system. */
export function programEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  const home = more.HOME === undefined ? {} : { USERPROFILE: more.HOME, APPDATA: join(more.HOME, 'AppData') };
  return { PATH, ...(SystemRoot === undefined ? {} : { SystemRoot }), ...home, ...more };
}

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
    env: programEnvironment(options.env),
    ...(asOrdinaryUser ? ORDINARY_USER : {}),
  });
  return { status, stdout, stderr };
}
