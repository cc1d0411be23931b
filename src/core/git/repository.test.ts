/** A .git that came with the files and points to somebody else's repository. */

import { chownSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLacking, LINKS, named, testWith } from '../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';
import type { CommitId } from './commits.ts';
import { findRepository, repositoryAt } from './repository.ts';

/** What a hostile repository is after. */
function victim(): { gitDir: string; head: string; blob: string } {
  const root = gitRepository({ 'secret.txt': 'PRIVATE' });
  const head = git(root, 'rev-parse', 'HEAD').trim();
  return { gitDir: join(root, '.git'), head, blob: git(root, 'rev-parse', 'HEAD:secret.txt').trim() };
}

async function expectClosed(root: string, revision: string): Promise<void> {
  const workspace = openWorkspaceSync({ root, maxFileBytes: 1000 });
  expect(workspace.git.isRepository()).toBe(false);
  expect(await workspace.git.resolveRevision('HEAD')).toBeUndefined();
  expect(await workspace.git.text(revision as CommitId, 'secret.txt' as RepoPath)).toBeUndefined();
  expect(await workspace.git.changedPaths(revision as CommitId)).toBeUndefined();
  expect((await workspace.files()).map((file) => file.path)).toEqual(['a.ts']);
}

describe('a .git that leads to another repository is not used', () => {
  test('a file that names it', async () => {
    const { gitDir, head } = victim();
    await expectClosed(repository({ '.git': `gitdir: ${gitDir}\n`, 'a.ts': '' }), head);
  });

  testWith(LINKS)('a link', async () => {
    const { gitDir, head } = victim();
    const root = repository({ 'a.ts': '' });
    symlinkSync(gitDir, join(root, '.git'));
    await expectClosed(root, head);
  });

  test('a file that names a linked work tree of it', async () => {
    const { gitDir, head } = victim();
    const tree = join(repository({}), 'tree');
    git(join(gitDir, '..'), 'worktree', 'add', '-q', '--detach', tree);
    await expectClosed(repository({ '.git': `gitdir: ${gitDir}/worktrees/tree\n`, 'a.ts': '' }), head);
  });

  test('a directory whose commondir is there', async () => {
    const { gitDir, head } = victim();
    const root = gitRepository({ 'a.ts': '' });
    write(root, { '.git/commondir': `${gitDir}\n` });
    await expectClosed(root, head);
  });

  test('a directory that borrows its objects', async () => {
    const { gitDir, head } = victim();
    const root = gitRepository({ 'a.ts': '' });
    write(root, { '.git/objects/info/alternates': `${gitDir}/objects\n` });
    await expectClosed(root, head);
  });

  test
    .skipIf(isLacking(LINKS))
    .each([['objects'], ['refs'], ['HEAD'], ['config'], ['packed-refs'], ['objects/pack'], ['objects/info']])(
    named('a directory whose %s is a link', LINKS),
    async (part) => {
      const { gitDir, head } = victim();
      git(join(gitDir, '..'), 'pack-refs', '--all');
      const root = gitRepository({ 'a.ts': '' });
      rmSync(join(root, '.git', part), { recursive: true, force: true });
      symlinkSync(join(gitDir, part), join(root, '.git', part));
      await expectClosed(root, head);
    },
  );

  testWith(LINKS)('a directory with one pack, or one folder of objects, that is a link', async () => {
    const { gitDir, head, blob } = victim();
    const loose = gitRepository({ 'a.ts': '' });
    rmSync(join(loose, '.git/objects', blob.slice(0, 2)), { recursive: true, force: true });
    symlinkSync(join(gitDir, 'objects', blob.slice(0, 2)), join(loose, '.git/objects', blob.slice(0, 2)));
    await expectClosed(loose, head);
    git(join(gitDir, '..'), 'repack', '-q', '-a', '-d');
    const packed = gitRepository({ 'a.ts': '' });
    for (const name of readdirSync(join(gitDir, 'objects/pack')))
      symlinkSync(join(gitDir, 'objects/pack', name), join(packed, '.git/objects/pack', name));
    await expectClosed(packed, head);
  });

  test('a pointer to nowhere, to a FIFO-like oddity, or without sense', async () => {
    for (const text of [
      'gitdir: /nowhere\n',
      'gitdir: .\n',
      'nonsense',
      '',
      'gitdir: \n',
      `gitdir: ${'x'.repeat(9000)}`,
    ])
      await expectClosed(repository({ '.git': text, 'a.ts': '' }), 'HEAD');
  });
});

describe('a .git that leads elsewhere with reason is used', () => {
  test('a linked work tree is named by its repository', () => {
    const main = gitRepository({ 'a.ts': '' });
    const tree = join(repository({}), 'tree');
    git(main, 'worktree', 'add', '-q', '--detach', tree);
    expect(repositoryAt(tree)).toMatchObject({ top: tree, commonDir: join(main, '.git') });
  });

  test('a submodule is named by the repository around it', () => {
    const library = gitRepository({ 'lib.ts': '' });
    const root = gitRepository({ 'a.ts': '' });
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    expect(repositoryAt(join(root, 'lib'))).toMatchObject({ gitDir: join(root, '.git/modules/lib') });
  });

  test('one that was moved aside within its own tree is its own', () => {
    const root = gitRepository({ 'a.ts': '' });
    renameSync(join(root, '.git'), join(root, '.store'));
    writeFileSync(join(root, '.git'), 'gitdir: .store\n');
    expect(repositoryAt(root)).toMatchObject({ gitDir: join(root, '.store') });
  });
});

test('a directory that only looks like a bare repository is not taken for one', async () => {
  const root = gitRepository({ 'a.ts': '' });
  for (const name of readdirSync(join(root, '.git'))) renameSync(join(root, '.git', name), join(root, name));
  rmSync(join(root, '.git'), { recursive: true });
  expect(findRepository(root)).toBeUndefined();
  expect(await openWorkspaceSync({ root, maxFileBytes: 10 }).git.resolveRevision('HEAD')).toBeUndefined();
});

test('core.worktree and core.bare of the configuration do not move the work tree', async () => {
  const outside = repository({ 'b.ts': '' });
  const root = gitRepository({ 'a.ts': '' });
  git(root, 'config', 'core.worktree', outside);
  const workspace = openWorkspaceSync({ root, maxFileBytes: 10 });
  expect((await workspace.files()).map((file) => file.path)).toEqual(['a.ts']);
  git(root, 'config', '--unset', 'core.worktree');
  git(root, 'config', 'core.bare', 'true');
  expect((await workspace.files()).map((file) => file.path)).toEqual(['a.ts']);
  expect(await workspace.git.resolveRevision('HEAD')).toMatch(/^[0-9a-f]{40}$/);
});

test('a repository of another user, as in a container, is still a repository', async () => {
  const root = gitRepository({ 'a.ts': '' });
  // Only root can give files away; for others the test shows the plain case.
  if (process.getuid?.() === 0)
    for (const place of [root, join(root, '.git')]) chownSync(place, 12345, 12345);
  expect(await openWorkspaceSync({ root, maxFileBytes: 10 }).git.resolveRevision('HEAD')).toMatch(
    /^[0-9a-f]{40}$/,
  );
});

test('a repository that is made while the server runs is found', async () => {
  const root = repository({ 'a.ts': '' });
  const workspace = openWorkspaceSync({ root, maxFileBytes: 10 });
  expect(workspace.git.isRepository()).toBe(false);
  git(root, 'init', '-q');
  expect(workspace.git.isRepository()).toBe(true);
  mkdirSync(join(root, 'x'));
  expect(await workspace.git.resolveRevision('HEAD')).toBeUndefined();
});
