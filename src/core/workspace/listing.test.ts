/** What the workspace lists, once through git and once through the walker. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, NAMED_PIPES, testWith } from '../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import { matchGlob } from '../sandbox/glob.ts';
import { openWorkspaceSync, type WorkspaceOptions } from './workspace.ts';

const NO_PROGRAMS = '';

async function list(
  root: string,
  options: Partial<WorkspaceOptions> & { hidden?: boolean } = {},
): Promise<string[]> {
  const { hidden = true, ...rest } = options;
  const workspace = openWorkspaceSync({ root, maxFileBytes: 1000, ...rest });
  return (await workspace.files({ includeHidden: hidden })).map((file) => file.path);
}

/** The one list that both ways give. */
async function listed(root: string, options: Partial<WorkspaceOptions> = {}): Promise<string[]> {
  const throughGit = await list(root, options);
  expect(await list(root, { ...options, programPath: NO_PROGRAMS })).toEqual(throughGit);
  return throughGit;
}

describe('a repository', () => {
  test('lists tracked and new files, without what nested, negated and excluded patterns leave out', async () => {
    const root = gitRepository({
      '.gitignore': '*.log\nbuild/\n!keep.log\n/only-here\n',
      'a.ts': '',
      'sub/.gitignore': '!b.log\ntmp\n',
    });
    write(root, {
      'new.ts': '',
      'a.log': '',
      'keep.log': '',
      'sub/b.log': '',
      'sub/c.log': '',
      'sub/tmp/x': '',
      'build/out.js': '',
      'only-here': '',
      'sub/only-here': '',
      'private/notes': '',
      '.git/info/exclude': 'private\n',
    });
    expect(await listed(root)).toEqual([
      '.gitignore',
      'a.ts',
      'keep.log',
      'new.ts',
      'sub/.gitignore',
      'sub/b.log',
      'sub/only-here',
    ]);
  });

  test('lists a file that is tracked though ignored, where git can be asked', async () => {
    const root = repository({ '.gitignore': '*.gen\n', 'a.gen': '' });
    git(root, 'init', '-q');
    git(root, 'add', '-f', '-A');
    expect(await list(root)).toEqual(['.gitignore', 'a.gen']);
  });

  test('leaves out tracked files that are gone, and lists one in conflict once', async () => {
    const root = gitRepository({ 'a.ts': '1\n', 'gone.ts': '' });
    rmSync(join(root, 'gone.ts'));
    git(root, 'checkout', '-q', '-b', 'other');
    write(root, { 'a.ts': '2\n' });
    git(root, 'commit', '-qam', 'two');
    git(root, 'checkout', '-q', 'main');
    write(root, { 'a.ts': '3\n' });
    git(root, 'commit', '-qam', 'three');
    expect(() => git(root, 'merge', '-q', 'other')).toThrow();
    expect(await listed(root)).toEqual(['a.ts']);
  });

  test('node_modules counts as any other directory where a repository speaks', async () => {
    const root = gitRepository({ 'node_modules/a.js': '', 'b.js': '' });
    expect(await listed(root)).toEqual(['b.js', 'node_modules/a.js']);
  });

  test('a global ignore file of the user has no say', async () => {
    const root = gitRepository({ 'a.ts': '' });
    write(root, { '.xdg/git/ignore': '*.md\n', 'b.md': '' });
    const before = process.env.XDG_CONFIG_HOME;
    process.env.XDG_CONFIG_HOME = join(root, '.xdg');
    try {
      expect(await listed(root)).toEqual(['.xdg/git/ignore', 'a.ts', 'b.md']);
    } finally {
      if (before === undefined) delete process.env.XDG_CONFIG_HOME;
      else process.env.XDG_CONFIG_HOME = before;
    }
  });
});

describe('repositories inside and around', () => {
  test('a submodule is listed with its files, by its own ignore rules', async () => {
    const library = gitRepository({ 'lib.ts': '', '.gitignore': '*.tmp\n' });
    const root = gitRepository({ 'a.ts': '', '.gitignore': '*.gen\n' });
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor/lib');
    write(root, { 'vendor/lib/x.tmp': '', 'vendor/lib/y.gen': '', 'z.gen': '' });
    expect(await listed(root)).toEqual([
      '.gitignore',
      '.gitmodules',
      'a.ts',
      'vendor/lib/.gitignore',
      'vendor/lib/lib.ts',
      'vendor/lib/y.gen',
    ]);
    expect(await listed(join(root, 'vendor/lib'))).toEqual(['.gitignore', 'lib.ts', 'y.gen']);
  });

  test('a clone inside, with one inside that, is listed with its files', async () => {
    const root = gitRepository({ 'a.ts': '', '.gitignore': '*.gen\nskipped\n' });
    for (const [path, ignore] of [
      ['inner', '*.tmp\n'],
      ['inner/most', ''],
      ['skipped', ''],
    ] as const) {
      write(root, { [`${path}/.gitignore`]: ignore, [`${path}/x.tmp`]: '', [`${path}/y.gen`]: '' });
      git(join(root, path), 'init', '-q');
    }
    expect(await listed(root)).toEqual([
      '.gitignore',
      'a.ts',
      'inner/.gitignore',
      'inner/most/.gitignore',
      'inner/most/x.tmp',
      'inner/most/y.gen',
      'inner/y.gen',
    ]);
  });

  test('a linked work tree lists by its own files and the shared exclude file', async () => {
    const main = gitRepository({ 'a.ts': '' });
    write(main, { '.git/info/exclude': 'scratch\n' });
    const base = repository({});
    const root = join(base, 'tree');
    git(main, 'worktree', 'add', '-q', '--detach', root);
    write(root, { 'b.ts': '', scratch: '' });
    expect(await listed(root)).toEqual(['a.ts', 'b.ts']);
    expect(await openWorkspaceSync({ root, maxFileBytes: 1 }).git.resolveRevision('HEAD')).toMatch(
      /^[0-9a-f]{40}$/,
    );
  });

  test('a folder of a repository is governed by the ignore files above it', async () => {
    const top = gitRepository({
      '.gitignore': '*.gen\n/packages/a/out\n',
      'packages/a/x.ts': '',
      'other.ts': '',
    });
    write(top, { 'packages/a/y.gen': '', 'packages/a/out/z': '', 'packages/a/new.ts': '' });
    expect(await listed(join(top, 'packages/a'))).toEqual(['new.ts', 'x.ts']);
  });

  test('a repository above that ignores the folder has nothing to say about it', async () => {
    const top = gitRepository({ '.gitignore': '/*\n!/.gitignore\n' });
    write(top, {
      'work/a.ts': '',
      'work/.gitignore': '*.gen\n',
      'work/b.gen': '',
      'work/node_modules/c': '',
    });
    expect(await listed(join(top, 'work'))).toEqual(['.gitignore', 'a.ts']);
    expect(openWorkspaceSync({ root: join(top, 'work'), maxFileBytes: 1 }).git.isRepository()).toBe(false);
  });

  test('an empty .git is no repository', async () => {
    const root = repository({ 'a.ts': '', '.gitignore': 'b\n', b: '' });
    mkdirSync(join(root, '.git'));
    expect(await listed(root)).toEqual(['.gitignore', 'a.ts']);
  });
});

test('without a repository, ignore files count and installed packages are left out', async () => {
  const root = repository({
    '.gitignore': '*.gen\n',
    'a.ts': '',
    'b.gen': '',
    'node_modules/x/index.js': '',
    'src/__pycache__/m.pyc': '',
    'build/c.ts': '',
  });
  expect(await listed(root)).toEqual(['.gitignore', 'a.ts', 'build/c.ts']);
});

describe('what a reader may not open is not listed', () => {
  const files = {
    'a.ts': '',
    '.env': '',
    '.env.example': '',
    'deep/.env.local': '',
    'deep/server.key': '',
    'secrets.yaml': '',
    'id_rsa.pub': '',
    '.repo_mcp/index.db': '',
    'gen/x.ts': '',
    'src/private/y.ts': '',
  };

  test.each([
    ['with git', gitRepository],
    ['without git', repository],
  ])('%s', async (_, make) => {
    const root = make(files);
    const options = { dataDir: join(root, '.repo_mcp'), excludeGlobs: ['gen/**'], extraDeny: ['private'] };
    expect(await listed(root, options)).toEqual(['.env.example', 'a.ts']);
    expect(await list(root, { ...options, hidden: false })).toEqual(['a.ts']);
  });

  testWith(LINKS, NAMED_PIPES)('links and special files are absent, and no link is walked', async () => {
    const base = repository({ 'out/secret': 'x', 'repo/real/a.ts': '' });
    const root = join(base, 'repo');
    symlinkSync('../out', join(root, 'out'));
    symlinkSync('real', join(root, 'again'));
    symlinkSync('..', join(root, 'real/up'));
    symlinkSync('real/a.ts', join(root, 'link.ts'));
    symlinkSync('nowhere', join(root, 'dangling'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await listed(root)).toEqual(['real/a.ts']);
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    expect(await listed(root)).toEqual(['real/a.ts']);
  });

  testWith(LINKS)(
    'a tracked directory that was swapped for a link to the outside tells nothing about the outside',
    async () => {
      const base = repository({ 'out/a.ts': 'from outside', 'repo/dir/a.ts': '', 'repo/b.ts': '' });
      const root = join(base, 'repo');
      git(root, 'init', '-q');
      git(root, 'add', '-A');
      renameSync(join(root, 'dir'), join(base, 'old'));
      symlinkSync('../out', join(root, 'dir'));
      expect(await listed(root)).toEqual(['b.ts']);
    },
  );

  test('names that no call could ask for are absent', async () => {
    const root = gitRepository({ 'a.ts': '' });
    for (const name of ['new\nline', 'back\\slash', 'bell\u0007', 'C:drive', ' '])
      writeFileSync(join(root, name), '');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]), '');
    expect(await listed(root)).toEqual(['a.ts']);
  });
});

test('a list is in code-unit order, and what it names can be read', async () => {
  const root = gitRepository({
    'b.ts': '',
    'a/z.ts': '',
    'a.ts': '',
    'B.ts': '',
    'ä.ts': '',
    'a-b.ts': '',
    '\u{1f600}.ts': '',
    '\uffee.ts': '',
  });
  const paths = await listed(root);
  expect(paths).toEqual(['B.ts', 'a-b.ts', 'a.ts', 'a/z.ts', 'b.ts', 'ä.ts', '\u{1f600}.ts', '\uffee.ts']);
  const workspace = openWorkspaceSync({ root, maxFileBytes: 10 });
  for (const path of paths) expect(workspace.resolve(path)).toBe(path);
  for (const file of await workspace.files())
    expect(await workspace.readText(file.path)).toMatchObject({ ...file });
});

test('files deeper than a path can be long are left out, not fatal', async () => {
  const root = repository({ 'a.ts': '' });
  const dig =
    "const fs = require('node:fs'); for (let i = 0; i < 30; i++) { fs.mkdirSync('d'.repeat(200)); process.chdir('d'.repeat(200)); fs.writeFileSync('f', ''); }";
  execFileSync(process.execPath, ['-e', dig], { cwd: root });
  try {
    const paths = await listed(root);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.length).toBeLessThan(31);
    const workspace = openWorkspaceSync({ root, maxFileBytes: 10 });
    expect(paths.filter((path) => workspace.resolve(path) !== path)).toEqual([]);
  } finally {
    // Node removes by whole paths, which are too long here.
    execFileSync('rm', ['-rf', join(root, 'd'.repeat(200))]);
  }
});

test('a listing ends when it is cancelled', async () => {
  const root = gitRepository({ 'a.ts': '' });
  for (const programPath of [undefined, NO_PROGRAMS]) {
    const workspace = openWorkspaceSync({ root, maxFileBytes: 10, programPath });
    await expect(workspace.files({ signal: AbortSignal.abort() })).rejects.toThrow();
  }
});

test('the glob of a tool and the list agree on what is at the root', async () => {
  const root = gitRepository({ 'a.py': '', 'x/b.py': '' });
  expect((await listed(root)).filter(matchGlob('**/*.py'))).toEqual(['a.py', 'x/b.py']);
});
