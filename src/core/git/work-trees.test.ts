/** Which directory the work trees of a repository share, and which are not believed. */
import { chownSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import { workTreeAt } from './work-trees.ts';

function linked(root: string, name: string): string {
  const tree = join(repository({}), name);
  git(root, 'worktree', 'add', '-q', '--detach', tree);
  return tree;
}

describe('the directory of', () => {
  test('the first work tree is its own', () => {
    const root = gitRepository({ 'a.ts': '' });
    expect(workTreeAt(root)).toMatchObject({ commonDir: join(root, '.git'), name: 'main' });
  });

  test('a linked one is that of the first', () => {
    const root = gitRepository({ 'a.ts': '' });
    const tree = linked(root, 'tree');
    expect(workTreeAt(tree)).toMatchObject({ commonDir: join(root, '.git'), name: 'worktrees/tree' });
    // As git writes it if it is told to use relative paths.
    const gitDir = join(root, '.git/worktrees/tree');
    writeFileSync(join(gitDir, 'gitdir'), `${relative(gitDir, join(tree, '.git'))}\n`);
    writeFileSync(join(tree, '.git'), `gitdir: ${relative(tree, gitDir)}\n`);
    expect(workTreeAt(tree)).toMatchObject({ name: 'worktrees/tree' });
  });

  test('a submodule is that of the submodule', () => {
    const library = gitRepository({ 'b.ts': '' });
    const root = gitRepository({ 'a.ts': '' });
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
    expect(workTreeAt(join(root, 'sub'))).toMatchObject({
      commonDir: join(root, '.git/modules/sub'),
      name: 'main',
    });
  });

  test('a directory below the top is nobody’s: its paths are other ones', () => {
    expect(workTreeAt(join(gitRepository({ 'src/a.ts': '' }), 'src'))).toBeUndefined();
    expect(workTreeAt(repository({ 'a.ts': '' }))).toBeUndefined();
  });
});

describe('a .git that came with the files is not believed', () => {
  test('if it names another repository, or a work tree of it', () => {
    const victim = gitRepository({ 'secret.txt': '' });
    linked(victim, 'tree');
    for (const gitDir of [join(victim, '.git'), join(victim, '.git/worktrees/tree')])
      expect(workTreeAt(repository({ '.git': `gitdir: ${gitDir}\n` }))).toBeUndefined();
  });

  test('if it names a directory that names it, too, but calls the repository of another its own', () => {
    const victim = gitRepository({ 'secret.txt': '' });
    const root = repository({ 'a.ts': '' });
    for (const below of ['fake', 'fake/worktrees/tree']) {
      const planted = join(repository({}), below);
      write(planted, {
        HEAD: 'ref: refs/heads/main\n',
        commondir: `${join(victim, '.git')}\n`,
        gitdir: `${join(root, '.git')}\n`,
      });
      writeFileSync(join(root, '.git'), `gitdir: ${planted}\n`);
      expect(workTreeAt(root)).toBeUndefined();
    }
  });

  testWith(LINKS)('if it is a link to another repository', () => {
    const victim = gitRepository({ 'secret.txt': '' });
    const root = repository({ 'a.ts': '' });
    symlinkSync(join(victim, '.git'), join(root, '.git'));
    expect(workTreeAt(root)).toBeUndefined();
  });

  // Only root can give a directory away.
  test.runIf(process.getuid?.() === 0)('if the directory is another user’s (run by root alone)', () => {
    const root = gitRepository({ 'a.ts': '' });
    const tree = linked(root, 'tree');
    chownSync(join(root, '.git'), 12_345, 12_345);
    expect([workTreeAt(root), workTreeAt(tree)]).toEqual([undefined, undefined]);
  });
});

test('a work tree is gone if git forgot it, or if it leads nowhere and is not locked', () => {
  const root = gitRepository({ 'a.ts': '' });
  const trees = ['one', 'two', 'three'].map((name) => linked(root, name));
  const gone = () =>
    ['main', ...trees.map((_, at) => `worktrees/${['one', 'two', 'three'][at]}`), 'worktrees/none'].map(
      (name) => workTreeAt(root)?.isGone(name),
    );
  expect(gone()).toEqual([false, false, false, false, true]);
  git(root, 'worktree', 'remove', trees[0] ?? '');
  rmSync(trees[1] ?? '', { recursive: true });
  git(root, 'worktree', 'lock', trees[2] ?? '');
  renameSync(trees[2] ?? '', join(repository({}), 'away'));
  expect(gone()).toEqual([false, true, true, false, true]);
});
