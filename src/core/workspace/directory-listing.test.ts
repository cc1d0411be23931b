import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { isRefusal } from '../sandbox/refusal.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync, type Workspace } from './workspace.ts';

function opened(paths: readonly string[]): { root: string; workspace: Workspace } {
  const root = temporaryDirectory();
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  return { root, workspace: openWorkspaceSync({ root, maxFileBytes: 1000 }) };
}

function at(workspace: Workspace, path: string): RepoPath {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) throw new Error(resolved.reason);
  return resolved;
}

const PATHS = [
  'a.ts',
  'src/a.ts',
  'src/b.log',
  'src/[x]/c.ts',
  'src/deep/d.ts',
  'lib/e.ts',
  'lib/in/f.ts',
  'lib/in/g.log',
];

test.each([
  ['a plain directory', false],
  ['a git repository', true],
])('in %s, one directory is listed as the whole listing has it', async (_, inGit) => {
  const { root, workspace } = opened(PATHS);
  const git = (place: string) => execFileSync('git', ['init', '-q', join(root, place)]);
  if (inGit) git('.');
  git('lib');
  writeFileSync(join(root, '.gitignore'), '*.log\n');
  writeFileSync(join(root, 'lib/.gitignore'), 'g.log\n');
  const all = await workspace.files({ includeHidden: true });
  for (const directory of ['.', 'src', 'src/[x]', 'src/deep', 'lib', 'lib/in', 'none']) {
    const own = all.filter(({ path }) => dirname(path) === directory);
    const listed = await workspace.files({ includeHidden: true, directory: at(workspace, directory) });
    expect(listed, directory).toEqual(own);
  }
});

testWith(LINKS)(
  'stats of a directory hold ignored and denied files, and neither links nor directories',
  () => {
    const { root, workspace } = opened(['src/a.ts', 'src/.env', 'src/b.log', 'src/deep/d.ts']);
    symlinkSync('a.ts', join(root, 'src/link.ts'));
    symlinkSync('src', join(root, 'linked'));
    const stats = workspace.directoryStats(at(workspace, 'src'));
    expect(stats.map(({ name, size }) => [name, size]).sort()).toEqual([
      ['.env', 8],
      ['a.ts', 8],
      ['b.log', 9],
    ]);
    expect(workspace.directoryStats(at(workspace, 'linked'))).toEqual([]);
    expect(workspace.directoryStats(at(workspace, 'none'))).toEqual([]);
  },
);
