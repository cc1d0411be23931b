/**
 * What this machine can do. A test that needs more than every system has names the need, and is left out where it is not
 * met, with the reason in its name. Each is found out by trying, where it can be tried.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, type TestOptions, test } from 'vitest';
import { newDirectory, removeTree } from './temporary-directory.ts';

export interface Need {
  readonly met: boolean;
  /** Why a test is left out. */
  readonly otherwise: string;
}

const trials = newDirectory();

/** Windows lets only some users make them. */
export const LINKS = need('no symbolic links here', () => {
  symlinkSync('nowhere', join(trials, 'link'));
  return lstatSync(join(trials, 'link')).isSymbolicLink();
});

/** Windows knows no more than read-only. */
export const MODES = need('no permissions of owner, group and others here', () => {
  writeFileSync(join(trials, 'mode'), '');
  chmodSync(join(trials, 'mode'), 0o751);
  return (statSync(join(trials, 'mode')).mode & 0o777) === 0o751;
});

export const NAMED_PIPES = need('no named pipes here', () => {
  spawnSync('mkfifo', [join(trials, 'pipe')]);
  return lstatSync(join(trials, 'pipe')).isFIFO();
});

/** On Windows a process can be ended, but not asked to end. */
export const SIGNALS = need('no signals here', () => process.platform !== 'win32');

export const SHELL = need('no /bin/sh here', () => existsSync('/bin/sh'));

/** Windows has one that starts a Linux, if one is installed. */
export const BASH = need('no bash here', () => {
  const { stdout } = spawnSync('bash', ['-c', 'echo $BASH_VERSION'], { encoding: 'utf8' });
  return /^\d/.test(stdout);
});

/** On Windows npm, npx and the programs of packages are scripts, and only a shell starts them. */
export const NPM = need('npm and what it installs can only be started by a shell here', () => {
  return spawnSync('npm', ['--version']).status === 0;
});

/** Windows keeps the name of a file that somebody has open. */
export const REPLACING = need('a file that is open cannot be replaced here', () => {
  const [open, other] = [join(trials, 'open'), join(trials, 'other')];
  writeFileSync(other, '');
  const descriptor = openSync(open, 'w');
  try {
    renameSync(other, open);
  } finally {
    closeSync(descriptor);
  }
  return true;
});

/** The usual file systems of macOS and Windows take `a` and `A` for one name. */
export const CASE = need('names that differ in case alone are one name here', () => {
  writeFileSync(join(trials, 'case'), '');
  return !existsSync(join(trials, 'CASE'));
});

/** Windows takes none of `: * ? " < > |`, no backslash and no line end. */
export const ANY_NAME = need('names with : or * cannot be made here', () => {
  const name = 'a:b*c"d\\e\nf';
  writeFileSync(join(trials, name), '');
  return readdirSync(trials).includes(name);
});

removeTree(trials);

/** `test`, for what not every system has. */
export function testWith(...needs: readonly Need[]) {
  return (
    name: string,
    work: (context: TestContext) => Promise<void> | void,
    options: TestOptions = {},
  ): void => test.skipIf(isLacking(...needs))(named(name, ...needs), options, work);
}

/** For `skipIf`. */
export function isLacking(...needs: readonly Need[]): boolean {
  return needs.some(({ met }) => !met);
}

/** The name of a test, with the reason if it is left out. */
export function named(name: string, ...needs: readonly Need[]): string {
  const lacking = needs.find(({ met }) => !met);
  return lacking === undefined ? name : `${name} (left out: ${lacking.otherwise})`;
}

function need(otherwise: string, isMet: () => boolean): Need {
  try {
    return { met: isMet(), otherwise };
  } catch {
    return { met: false, otherwise };
  }
}
