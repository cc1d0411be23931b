import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLacking, LINKS, named, testWith } from '../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const FILES = {
  'src/a.ts': '',
  'src/deep/b.ts': '',
  'src/deep/skip.log': '',
  'src/deep/kept.log': '',
  'build/out.js': '',
  'node_modules/x/index.js': '',
  '.hidden/c.ts': '',
  'secrets.json': '',
  'docs/drafts/d.md': '',
  'docs/e.md': '',
  '.gitignore': '*.log\nbuild/\n',
  'src/deep/.gitignore': '!kept.log\n',
};

async function tree(git: boolean): Promise<Workspace> {
  const root = temporaryDirectory();
  if (git) execFileSync('git', ['init', '-q'], { cwd: root });
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await symlink(join(root, 'src/a.ts'), join(root, 'src/link.ts'));
  return openWorkspace({ root, maxFileBytes: 1_000, excludeGlobs: ['docs/drafts/**'] });
}

describe('whether a file is listed', () => {
  it.skipIf(isLacking(LINKS)).each([true, false])(
    named('agrees with the listing (in a repository: %s)', LINKS),
    async (git) => {
      const workspace = await tree(git);
      const listed = new Set((await workspace.files()).map(({ path }) => path));
      expect(listed.has('src/deep/kept.log' as RepoPath)).toBe(true);
      for (const path of [...Object.keys(FILES), 'src/link.ts', 'src', 'missing.ts'])
        expect([path, workspace.lists(path as RepoPath)]).toEqual([path, listed.has(path as RepoPath)]);
    },
  );
});

describe('whether a directory is looked into', () => {
  it.skipIf(isLacking(LINKS)).each([true, false])(
    named('agrees with the listing (in a repository: %s)', LINKS),
    async (git) => {
      const workspace = await tree(git);
      const directories = [
        'src',
        'src/deep',
        'build',
        'build/more',
        'node_modules',
        '.hidden',
        'docs/drafts/deep',
        'docs',
      ];
      for (const directory of directories) {
        await mkdir(join(workspace.root, directory), { recursive: true });
        await writeFile(join(workspace.root, directory, 'any.txt'), '');
      }
      await symlink('src', join(workspace.root, 'link'));
      const listed = new Set((await workspace.files()).map(({ path }) => path as string));
      for (const path of [...directories, 'link', 'missing', 'src/a.ts'])
        expect([path, workspace.listsBelow(path as RepoPath)]).toEqual([path, listed.has(`${path}/any.txt`)]);
    },
  );
});

testWith(LINKS)(
  'agrees with the listing behind links and inside repositories within the repository',
  async () => {
    const workspace = await tree(true);
    const add = async (path: string, text = '') => {
      await mkdir(join(workspace.root, dirname(path)), { recursive: true });
      await writeFile(join(workspace.root, path), text);
    };
    for (const path of ['inner/x.log', 'inner/y.tmp', 'inner/most/z.log', 'build/inner/a.ts'])
      await add(path);
    await add('inner/.gitignore', '*.tmp\n');
    for (const path of ['inner', 'inner/most', 'build/inner'])
      execFileSync('git', ['init', '-q'], { cwd: join(workspace.root, path) });
    await symlink('src', join(workspace.root, 'again'));
    const listed = new Set((await workspace.files()).map(({ path }) => path as string));
    expect(listed.has('inner/most/z.log')).toBe(true);
    for (const path of ['inner/x.log', 'inner/y.tmp', 'inner/most/z.log', 'build/inner/a.ts', 'again/a.ts'])
      expect([path, workspace.lists(path as RepoPath)]).toEqual([path, listed.has(path)]);
  },
);
