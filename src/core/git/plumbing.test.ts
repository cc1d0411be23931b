import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, SHELL, testWith } from '../../../tests/helpers/probes.ts';
import { recordingGit } from '../../../tests/helpers/recording-git.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';
import type { CommitId } from './commits.ts';

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
    const { resolveRevision, branchPoint, mergeBase } = open(root).git;
    for (const name of ['HEAD', 'main', 'v1', second, second.slice(0, 10), 'HEAD~0', '@'])
      expect(await resolveRevision(name)).toBe(second);
    for (const name of ['HEAD~1', 'main^', first]) expect(await resolveRevision(name)).toBe(first);
    expect(await mergeBase('HEAD', first as CommitId)).toBe(first);
    for (const name of ['HEAD~1', 'main^', first]) expect(await branchPoint(name)).toBe(first);
    git(root, 'checkout', '-q', '--orphan', 'other');
    commit(root);
    expect(await branchPoint('main')).toBe(second);
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
    expect(await workspace.git.branchPoint(revision)).toBeUndefined();
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
    expect(await open(root).git.text('HEAD', path('a.ts'))).toBe('old\n');
    rmSync(join(root, 'a.ts'));
    expect(await open(root).git.text('HEAD', path('a.ts'))).toBe('old\n');
  });

  testWith(SHELL)(
    'many files are read in the order given, by two processes, however long their names are',
    async () => {
      const names = Array.from({ length: 200 }, (_, n) => `${'long/'.repeat(20)}é ${200 - n}`);
      const files = Object.fromEntries(names.map((name, n) => [name, n % 7 === 0 ? '' : `text\n${n}`]));
      const root = gitRepository({ ...files, 'a b': 'small' });
      const { programPath, commands } = recordingGit();
      const workspace = openWorkspaceSync({ root, maxFileBytes: 1000, programPath });
      const read = async (wanted: readonly string[]) => {
        const found: [string, string][] = [];
        for await (const { path: at, text } of workspace.git.texts('HEAD', wanted.map(path)))
          found.push([at, text]);
        return found;
      };
      expect(await read([...names, 'nowhere', 'a b'])).toEqual([...Object.entries(files), ['a b', 'small']]);
      expect(commands()).toEqual(['ls-tree', 'cat-file']);
      expect(await read(['nowhere'])).toEqual([]);
    },
  );

  test('a damaged object hides none of the others', async () => {
    const root = gitRepository({ a: 'one', b: 'two', c: 'three' });
    const blob = git(root, 'rev-parse', 'HEAD:b').trim();
    const place = join(root, '.git/objects', blob.slice(0, 2), blob.slice(2));
    const bytes = readFileSync(place);
    rmSync(place);
    writeFileSync(place, bytes.subarray(0, bytes.length - 4));
    const found: string[] = [];
    for await (const { text } of open(root).git.texts('HEAD', ['a', 'b', 'c'].map(path))) found.push(text);
    expect(found).toEqual(['one', 'three']);
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
    const { text } = open(root).git;
    for (const name of ['.env', 'large', 'binary', 'link', 'dir', 'nowhere', '../x'])
      expect(await text('HEAD', path(name))).toBeUndefined();
    expect(await text('HEAD', path('*'))).toBe('star');
    expect(await text('HEAD', path(':(top)a'))).toBe('magic');
  });

  test('a folder of a repository sees only its own part', async () => {
    const top = gitRepository({ 'secret.ts': 'above', 'part/a.ts': 'inside' });
    const workspace = open(join(top, 'part'));
    expect(await workspace.git.text('HEAD', path('a.ts'))).toBe('inside');
    expect(await workspace.git.text('HEAD', path('secret.ts'))).toBeUndefined();
    expect(await workspace.git.text('HEAD', path('../secret.ts'))).toBeUndefined();
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
    const { changedPaths, branchPoint } = open(root).git;
    expect(await changedPaths((await branchPoint('HEAD~1')) ?? 'HEAD')).toEqual([
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
    expect(await plumbing.resolveRevision('HEAD')).toBeUndefined();
    expect(await plumbing.text('HEAD', path('a'))).toBeUndefined();
    expect(await plumbing.additions([path('.')])).toBeUndefined();
    expect(await plumbing.churn(5)).toBeUndefined();
    expect(await plumbing.past({ limit: 5 })).toBeUndefined();
    expect(await plumbing.changedPaths('HEAD')).toBeUndefined();
    expect(await plumbing.mergeBase('HEAD', 'HEAD')).toBeUndefined();
  }
});

describe('past commits', () => {
  const subjects = (commits: readonly { subject: string }[] | undefined) =>
    commits?.map(({ subject }) => subject);

  test('are those of HEAD with what they changed, newest first, without merges', async () => {
    const root = gitRepository({ 'a.ts': '1\n', 'b.ts': '1\n' });
    git(root, 'switch', '-q', '-c', 'side');
    write(root, { 'b.ts': '2\n' });
    git(root, 'commit', '-q', '-a', '-m', 'on the side');
    git(root, 'switch', '-q', 'main');
    write(root, { 'a.ts': '2\n', '.env': 'TOKEN=1\n' });
    git(root, 'add', '-A', '-f');
    git(root, 'commit', '-q', '-m', 'second: größer\n\nAnd a body.');
    const { git: plumbing } = open(root);
    const found = await plumbing.past({ limit: 10 });
    expect(found?.map(({ subject, paths }) => [subject, paths])).toEqual([
      ['second: größer', ['a.ts']],
      ['first', ['a.ts', 'b.ts']],
    ]);
    git(root, 'merge', '-q', '--no-edit', 'side');
    expect(subjects(await plumbing.past({ limit: 10 }))?.sort()).toEqual([
      'first',
      'on the side',
      'second: größer',
    ]);
    expect(subjects(await plumbing.past({ limit: 1, path: path('a.ts') }))).toEqual(['second: größer']);
    const after = await plumbing.resolveRevision('HEAD~1');
    expect(subjects(await plumbing.past({ limit: 10, ...(after && { after }) }))).toEqual(['on the side']);
  });

  test('are told apart from paths, whatever a subject holds', async () => {
    const root = gitRepository({ 'a.ts': '1\n' });
    const subject = `\u0001${'0'.repeat(40)} 1 not a commit`;
    write(root, { 'a.ts': '2\n' });
    git(root, 'commit', '-q', '-a', '-m', subject);
    expect(subjects(await open(root).git.past({ limit: 10 }))).toEqual([subject, 'first']);
  });
});
