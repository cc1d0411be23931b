/** The built program, as a person or a CI job runs it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const PROGRAM = join(import.meta.dirname, '../../bin/pilotbook.js');

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  uid?: number;
  /** Beside PATH, or instead of it. */
  env?: Readonly<Record<string, string>>;
}

/** Somebody who may write nothing here; to root a mode means nothing. */
export const STRANGER: RunOptions = process.getuid?.() === 0 ? { uid: 65_534 } : {};

export function runProgram(cwd: string, args: readonly string[], options: RunOptions = {}): Ran {
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...options.env },
    ...user,
  });
  return { status, stdout, stderr };
}
