import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { grepParts } from '../../../../tests/helpers/grep-parts.ts';
import { repository } from '../../../../tests/helpers/repository.ts';
import { createBoundary } from '../../sandbox/boundary.ts';
import { sharedWatch } from '../../watch/watch.ts';
import { ripgrep, scopeOf } from '../grep.ts';
import { listTree } from './tree.ts';

test('a directory that went and came again is listed once more after it is watched', async () => {
  const root = repository({ 'src/a.ts': '', 'made/old.ts': '' });
  const boundary = createBoundary({ root });
  const watch = sharedWatch(root, { perDirectory: true })();
  onTestFinished(() => watch.close());
  const grep = grepParts(root, 1_000);
  const parts = {
    boundary,
    isExcluded: () => false,
    repository: undefined,
    program: await ripgrep(grep),
    scope: scopeOf(grep, {}, undefined, []),
    signal: new AbortController().signal,
  };
  await listTree({ ...parts, watch });
  rmSync(join(root, 'made'), { recursive: true });
  // The watch notices that it is gone.
  while (!watch.take()?.has('made')) await pause(1);
  mkdirSync(join(root, 'made'));
  const late = join(root, 'made/late.ts');
  // Written when the files are listed and the directory is not watched yet.
  const follow = (directories: Iterable<string>) => {
    if (!existsSync(late)) writeFileSync(late, '');
    return watch.follow(directories);
  };
  const tree = await listTree({
    ...parts,
    watch: {
      follow,
      settled: async () => {},
      take: () => watch.take(),
      isComplete: true,
      isLost: false,
      close: () => {},
    },
  });
  expect(tree?.files.toSorted()).toEqual(['made/late.ts', 'src/a.ts']);
});
