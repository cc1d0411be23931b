import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { handOver, isRoot, nodeFor } from './ordinary-user.ts';
import { newDirectory, removeTree } from './temporary-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How an ordinary user starts the program. */
    ordinaryUsersCommand: readonly [node: string, program: string];
  }
}

/** Tests of the built program must not meet yesterday's build. */
export default function setup(project: TestProject): (() => void) | undefined {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const root = join(import.meta.dirname, '../..');
  const program = 'bin/pilotbook.js';
  if (!isRoot) {
    project.provide('ordinaryUsersCommand', [process.execPath, join(root, program)]);
    return;
  }
  const copy = newDirectory();
  for (const path of ['package.json', 'bin', 'dist', ...installedDependencies(root)])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  handOver(copy);
  project.provide('ordinaryUsersCommand', [nodeFor(copy), join(copy, program)]);
  return () => removeTree(copy);
}

/** Paths of the packages that the program needs to run, as far as they are made for this system. */
function installedDependencies(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean }>(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path]) => path);
}
