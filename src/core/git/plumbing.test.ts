import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';

const open = (root: string) => openWorkspaceSync({ root, maxFileBytes: 1000 });
const path = (text: string) => text as RepoPath;
const commit = (root: string) => {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'next');
  return git(root, 'rev-parse', 'HEAD').trim();
};

describe('revisions', () => {
  test('a name, an id, a short id and a relative revision give the id of a commit', async () => {
    const root = gitRepository({ a: '1' });
    const first = git(root, 'rev-parse', 'HEAD').trim();
    write(root, { a: '2' });
    const second = commit(root);
    git(root, 'tag', '-a', 'v1', '-m', 'tag');
    const { resolveRevision, headCommit, mergeBase } = open(root).git;
    expect(await headCommit()).toBe(second);
    for (const name of ['HEAD', 'main', 'v1', second, second.slice(0, 10), 'HEAD~0', '@'])
      expect(await resolveRevision(name)).toBe(second);
    for (const name of ['HEAD~1', 'main^', first]) expect(await resolveRevision(name)).toBe(first);
    expect(await mergeBase('main', first)).toBe(first);
    expect(await mergeBase('main', 'nowhere')).toBeUndefined();
  });

  test.each([
    ['--help'],
    ['-h'],
    ['--output=planted'],
    ['--all'],
    [''],
    ['nowhere'],
    ['HEAD..HEAD'],
    ['^HEAD'],
    ['HEAD HEAD'],
    ['HEAD\nHEAD'],
    ['HEAD\0'],
    ['HEAD:a'],
    ['HEAD^{tree}'],
    [':a'],
    ['$(touch planted)'],
    ['; touch planted'],
    ['x'.repeat(300)],
    ['../../../etc/passwd'],
    ['deadbeef'.repeat(5)],
  ])('%j is no commit', async (revision) => {
    const root = gitRepository({ a: '1' });
    const workspace = open(root);
    expect(await workspace.git.resolveRevision(revision)).toBeUndefined();
    expect(await workspace.git.changedPaths(revision)).toBeUndefined();
    expect((await workspace.files()).map((file) => file.path)).toEqual(['a']);
  });
});

describe('trees and blobs', () => {
  testWith(LINKS)('closed files, links and submodules are not in a tree', async () => {
    const root = gitRepository({ 'a.ts': 'text', 'sub/b.ts': 'more' });
    write(root, { '.env': 'SECRET', 'deep/server.key': 'x' });
    symlinkSync('a.ts', join(root, 'link'));
    git(root, 'add', '-f', '-A');
    git(
      root,
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${git(root, 'rev-parse', 'HEAD').trim()},module`,
    );
    git(root, 'commit', '-q', '-m', 'more');
    for (const name of ['a.ts', 'sub/b.ts', '.env', 'deep/server.key', 'link']) rmSync(join(root, name));
    expect(await open(root).git.changedPaths('HEAD')).toEqual([
      { path: 'a.ts', change: 'deleted' },
      { path: 'sub/b.ts', change: 'deleted' },
    ]);
  });

  test('a file is read as it was', async () => {
    const root = gitRepository({ 'a.ts': 'old\n' });
    write(root, { 'a.ts': 'new\n' });
    expect(await open(root).git.readBlob('HEAD', path('a.ts'))).toMatchObject({
      path: 'a.ts',
      text: 'old\n',
    });
    rmSync(join(root, 'a.ts'));
    expect(await open(root).git.readBlob('HEAD', path('a.ts'))).toMatchObject({ text: 'old\n' });
  });

  testWith(LINKS)('the rules for files hold for their past too', async () => {
    const root = repository({
      '.env': 'SECRET',
      large: 'x'.repeat(1001),
      'dir/a': 'x',
      '*': 'star',
      ':(top)a': 'magic',
    });
    writeFileSync(join(root, 'binary'), Buffer.from([0, 1, 2]));
    symlinkSync('/etc/passwd', join(root, 'link'));
    git(root, 'init', '-q');
    commit(root);
    const { readBlob } = open(root).git;
    const refused = async (name: string) =>
      ((await readBlob('HEAD', path(name))) as { refused?: string }).refused;
    expect(await refused('.env')).toBe('denied');
    expect(await refused('large')).toBe('too_large');
    expect(await refused('binary')).toBe('binary');
    expect(await refused('link')).toBe('not_a_file');
    expect(await refused('dir')).toBe('not_a_file');
    expect(await refused('nowhere')).toBe('missing');
    expect(await refused('../x')).toBe('missing');
    expect(await readBlob('HEAD', path('*'))).toMatchObject({ text: 'star' });
    expect(await readBlob('HEAD', path(':(top)a'))).toMatchObject({ text: 'magic' });
    expect(await readBlob('--help', path('dir/a'))).toBeUndefined();
  });

  test('a folder of a repository sees only its own part', async () => {
    const top = gitRepository({ 'secret.ts': 'above', 'part/a.ts': 'inside' });
    const workspace = open(join(top, 'part'));
    expect(await workspace.git.readBlob('HEAD', path('a.ts'))).toMatchObject({ text: 'inside' });
    expect(await workspace.git.readBlob('HEAD', path('secret.ts'))).toMatchObject({ refused: 'missing' });
    expect(await workspace.git.readBlob('HEAD', path('../secret.ts'))).toMatchObject({ refused: 'missing' });
    write(top, { 'part/b.ts': '', 'c.ts': '' });
    expect(await workspace.git.changedPaths('HEAD')).toEqual([{ path: 'b.ts', change: 'added' }]);
  });
});

describe('what changed since a revision', () => {
  const start = { 'same.ts': 'same\n', 'edited.ts': 'one\n', 'gone.ts': 'x\n', 'staged.ts': 'one\n' };

  test('names edits, new and deleted files, staged or not', async () => {
    const root = gitRepository(start);
    write(root, {
      'edited.ts': 'two\n',
      'staged.ts': 'two\n',
      'new.ts': '',
      'ignored.gen': '',
      '.gitignore': '*.gen\n',
    });
    rmSync(join(root, 'gone.ts'));
    git(root, 'add', 'staged.ts');
    expect(await open(root).git.changedPaths('HEAD')).toEqual([
      { path: '.gitignore', change: 'added' },
      { path: 'edited.ts', change: 'modified' },
      { path: 'gone.ts', change: 'deleted' },
      { path: 'new.ts', change: 'added' },
      { path: 'staged.ts', change: 'modified' },
    ]);
  });

  test('an edit of the same length in the same moment is seen', async () => {
    const root = gitRepository({ a: 'one\n' });
    const mtime = new Date(1_700_000_000_000);
    utimesSync(join(root, 'a'), mtime, mtime);
    git(root, 'update-index', '--refresh');
    utimesSync(join(root, '.git/index'), mtime, mtime);
    write(root, { a: 'two\n' });
    utimesSync(join(root, 'a'), mtime, mtime);
    expect(await open(root).git.changedPaths('HEAD')).toEqual([{ path: 'a', change: 'modified' }]);
  });

  test('a touched file, and an edit that was taken back, are no change', async () => {
    const root = gitRepository(start);
    for (const name of Object.keys(start)) utimesSync(join(root, name), 1, 1);
    write(root, { 'edited.ts': 'two\n' });
    git(root, 'add', 'edited.ts');
    write(root, { 'edited.ts': 'one\n' });
    expect(await open(root).git.changedPaths('HEAD')).toEqual([]);
  });

  test('a file that git converts on checkout is no change while it is untouched', async () => {
    const root = repository({ '.gitattributes': '*.txt text eol=crlf\n', 'a.txt': 'one\r\ntwo\r\n' });
    git(root, 'init', '-q');
    commit(root);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toContain('\r\n');
    // The index is younger than the file, so that its stat data can be believed.
    utimesSync(join(root, 'a.txt'), 1, 1);
    git(root, 'update-index', '--refresh');
    expect(await open(root).git.changedPaths('HEAD')).toEqual([]);
  });

  test('an older revision is compared with the files of now', async () => {
    const root = gitRepository(start);
    write(root, { 'new.ts': '' });
    rmSync(join(root, 'gone.ts'));
    commit(root);
    expect(await open(root).git.changedPaths('HEAD~1')).toEqual([
      { path: 'gone.ts', change: 'deleted' },
      { path: 'new.ts', change: 'added' },
    ]);
    expect(await open(root).git.changedPaths('HEAD')).toEqual([]);
  });

  test('a repository with long ids is compared too', async () => {
    const root = repository({ a: 'one\n', b: 'one\n' });
    git(root, 'init', '-q', '--object-format=sha256');
    commit(root);
    for (const name of ['a', 'b']) utimesSync(join(root, name), 1, 1);
    write(root, { b: 'two\n' });
    expect(await open(root).git.changedPaths('HEAD')).toEqual([{ path: 'b', change: 'modified' }]);
  });
});

test('where there is no repository, no git, or no commit, every question has the same answer', async () => {
  const empty = repository({ a: '' });
  git(empty, 'init', '-q');
  const cases = [
    open(repository({ a: '' })),
    open(empty),
    openWorkspaceSync({ root: gitRepository({ a: '' }), maxFileBytes: 10, programPath: '' }),
  ];
  for (const { git: plumbing } of cases) {
    expect(await plumbing.headCommit()).toBeUndefined();
    expect(await plumbing.readBlob('HEAD', path('a'))).toBeUndefined();
    expect(await plumbing.changedPaths('HEAD')).toBeUndefined();
    expect(await plumbing.mergeBase('HEAD', 'HEAD')).toBeUndefined();
  }
});
