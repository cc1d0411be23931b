/** Real temporary repositories. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { newDirectory, removeTree, temporaryDirectory } from './temporary-directory.ts';

/** Files by path, in a fresh directory that goes when the test ends. */
export function repository(files: Record<string, string>): string {
  const root = temporaryDirectory();
  write(root, files);
  return root;
}

export function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** With the tester's own configuration kept out. */
export function git(root: string, ...args: string[]): string {
  return runGit(root, args, 'inherit');
}

/** Without what it says of things that a test expects to go wrong. */
export function quietGit(root: string, ...args: string[]): string {
  return runGit(root, args, 'ignore');
}

function runGit(root: string, args: readonly string[], stderr: 'inherit' | 'ignore'): string {
  return execFileSync(
    'git',
    ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', stderr],
    },
  );
}

export function gitRepository(files: Record<string, string>): string {
  const root = repository(files);
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'first');
  return root;
}

/**
 * For a repository that several tests of a file begin with: made when the first asks for it, and copied for each. Call it
 * outside of tests.
 */
export function madeOnce<Made extends { root: string }>(
  make: () => Made | Promise<Made>,
): () => Promise<Made> {
  let kept: Made | undefined;
  afterAll(() => {
    if (kept !== undefined) removeTree(kept.root);
  });
  return async () => {
    if (kept === undefined) {
      const made = await make();
      kept = { ...made, root: newDirectory() };
      copy(made.root, kept.root);
    }
    const root = temporaryDirectory();
    copy(kept.root, root);
    return { ...kept, root };
  };
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
