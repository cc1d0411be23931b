import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { handOver, ORDINARY_USER } from './ordinary-user.ts';
import { MODES, testWith } from './probes.ts';
import { repository } from './repository.ts';
import { removeTree } from './temporary-directory.ts';

testWith(MODES)('a tree can be removed by its owner whatever its modes', () => {
  const root = handOver(repository({ 'a/b/c.txt': 'x', 'd/e.txt': 'x' }));
  for (const [path, mode] of [
    ['d/e.txt', 0],
    ['d', 0],
    ['a/b', 0o555],
    ['a', 0o555],
    ['.', 0o555],
  ] as const)
    chmodSync(join(root, path), mode);
  // Root could remove anything.
  const { uid } = ORDINARY_USER;
  if (uid !== undefined) process.seteuid?.(uid);
  try {
    removeTree(root);
  } finally {
    if (uid !== undefined) process.seteuid?.(0);
  }
  expect(existsSync(root)).toBe(false);
});
