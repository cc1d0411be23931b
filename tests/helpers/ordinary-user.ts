/**
 * A user to whom modes mean something. That is the user of the tests, unless it is root: then it is nobody, who can read
 * neither a clone in a private directory nor what was written under a private umask, and is given what it needs.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const NOBODY = 65_534;

/** Root is everybody's master: no mode stops it. */
export const isRoot = process.getuid?.() === 0;

/** For the options of `spawn`. */
export const ORDINARY_USER: { uid?: number; gid?: number } = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Everything below a temporary directory belongs to the ordinary user from now on. Returns the directory. */
export function handOver(path: string): string {
  if (!isRoot) return path;
  lchownSync(path, NOBODY, NOBODY);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name));
  return path;
}

/** The node of the tests, or a copy of it in the directory if the ordinary user cannot start that one. */
export function nodeFor(directory: string): string {
  const { execPath } = process;
  if (spawnSync(execPath, ['--version'], { cwd: '/', ...ORDINARY_USER }).status === 0) return execPath;
  const copy = join(directory, 'node');
  copyFileSync(execPath, copy);
  chownSync(copy, NOBODY, NOBODY);
  return copy;
}
