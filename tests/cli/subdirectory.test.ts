/** A command works on the whole repository, wherever in it a person stands. */
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { callPlace } from '../../src/adapters/cli/call-place.ts';
import { matchGlob } from '../../src/core/workspace/index.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { type RunOptions, runProgram, spawnProgram } from '../helpers/run-program.ts';

const FILES = {
  '.context/config.json': '{}\n',
  'top.py': '# refer to context 00099\nTOP = 1\n',
  'pkg/app/main.py': 'def start_engine():\n    return 1\n',
  'pkg/other.py': 'OTHER = 1\n',
};

/** The data directory, if a command made one there. */
const made = (root: string) => readdirSync(root).filter((name) => name === '.repo_mcp');

describe('in a subdirectory', () => {
  it('check finds what is wrong above, and shows it from there', async () => {
    const root = gitRepository(FILES);
    const below = join(root, 'pkg/app');
    const { status, stdout } = await runProgram(below, ['check']);
    expect(status).toBe(1);
    expect(stdout).toContain('../../top.py:1  error  stash/missing-entry');
    expect(made(below)).toEqual([]);
  });

  it('the commands in the advice of check run there as they stand', async () => {
    const notes =
      'version: 1\nlast_updated: x\nfingerprint: "00000000"\nscope: "lib dir"\nsummary: s\nmaintenance: m\n';
    const root = gitRepository({
      ...FILES,
      'top.py': 'TOP = 1\n',
      '.context/00001.md': '# One\n',
      'lib dir/.context.yaml': notes,
      'lib dir/a.py': 'A = 1\n',
    });
    write(root, { '.context/00001.md': '# Another\n' });
    const below = join(root, 'pkg/app');
    const advice = async (...words: string[]) => (await runProgram(below, ['check', ...words])).stdout;
    const [, stamp = ''] =
      /(pilotbook contexts stamp [^\n]*)\./.exec(await advice('--rule', 'contexts/stale')) ?? [];
    expect(stamp).toBe("pilotbook contexts stamp '../../lib dir'");
    expect((await runProgram(below, ['contexts', 'stamp', '../../lib dir'])).status).toBe(0);
    expect(await advice('--rule', 'contexts/stale')).toContain('Nothing to report.');
    const [, restore = ''] = /Restore it \((.*?)\) and/.exec(await advice()) ?? [];
    expect(restore).toMatch(/^git checkout [0-9a-f]{10} -- \.\.\/\.\.\/\.context\/00001\.md$/);
    git(below, ...restore.split(' ').slice(1));
    expect(await advice('--rule', 'stash/changed-entry')).toContain('Nothing to report.');
    write(root, { '.context/00001.md': '# Another\n' });
    expect((await runProgram(below, ['check', '--json'])).stdout).toContain('-- .context/00001.md');
  });

  it('JSON, SARIF and annotations keep the paths of the root', async () => {
    const below = join(gitRepository(FILES), 'pkg/app');
    expect(JSON.parse((await runProgram(below, ['check', '--json'])).stdout).findings[0].file).toBe('top.py');
    expect((await runProgram(below, ['check', '--format', 'github'])).stdout).toContain('file=top.py,');
    expect((await runProgram(below, ['check', '--format', 'sarif'])).stdout).toContain('"uri": "top.py"');
    const found = JSON.parse((await runProgram(below, ['search', 'start_engine', '--json'])).stdout);
    expect(found.result.hits[0].path).toBe('pkg/app/main.py');
  });

  it('there is one index, at the top', async () => {
    const root = gitRepository(FILES);
    const below = join(root, 'pkg/app');
    expect((await runProgram(below, ['search', 'start_engine'])).stdout).toMatch(/^main\.py:1-/);
    expect((await runProgram(join(root, 'pkg'), ['search', 'start_engine'])).stdout).toMatch(
      /^app\/main\.py:1-/,
    );
    expect([made(root), made(below), made(join(root, 'pkg'))]).toEqual([['.repo_mcp'], [], []]);
  });

  it('paths that are typed are relative to it, and what one command prints another takes', async () => {
    const below = join(gitRepository(FILES), 'pkg/app');
    expect((await runProgram(below, ['open', 'main.py'])).stdout).toContain('start_engine');
    expect((await runProgram(below, ['open', '../other.py:1'])).stdout).toBe(
      '../other.py:1 of 1\n 1: OTHER = 1\n',
    );
    expect((await runProgram(below, ['outline', './main.py'])).stdout).toContain('start_engine');
    const place = (await runProgram(below, ['grep', 'TOP'])).stdout.split(/\s/)[0] ?? '';
    expect(place).toBe('../../top.py:2');
    expect((await runProgram(below, ['open', place])).stdout).toBe('../../top.py:2 of 2\n 2: TOP = 1\n');
    expect((await runProgram(below, ['open', '../../../outside.py'])).status).toBe(1);
  });

  it('globs with a slash are relative to it, others match names anywhere', async () => {
    const root = gitRepository(FILES);
    const listed = async (cwd: string, glob: string) =>
      (await runProgram(join(root, cwd), ['files', glob])).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.trim().split(/\s+/)[0]);
    expect(await listed('pkg', './*.py')).toEqual(['other.py']);
    expect(await listed('pkg/app', '../*.py')).toEqual(['../other.py']);
    expect(await listed('pkg/app', '../../*.py')).toEqual(['../../top.py']);
    expect(await listed('pkg', '*.py')).toEqual(['app/main.py', 'other.py', '../top.py']);
  });

  it('notes go to the repository, and their anchors are those that were meant', async () => {
    const root = gitRepository(FILES);
    const below = join(root, 'pkg/app');
    expect(
      (await runProgram(below, ['stash', 'add', 'Why it starts so.', '--anchors', 'main.py:1-2'])).status,
    ).toBe(0);
    expect(existsSync(join(root, '.context/00001.md'))).toBe(true);
    expect(existsSync(join(below, '.context'))).toBe(false);
    expect((await runProgram(below, ['stash', 'show', '1'])).stdout).toContain('anchor: main.py:1-2');
    expect((await runProgram(below, ['brief', 'main.py'])).stdout).toContain('Why it starts so.');
  });

  it('directory notes are those of the directory that is named from there', async () => {
    const root = gitRepository(FILES);
    expect((await runProgram(join(root, 'pkg'), ['contexts', 'generate', 'app'])).stdout).toContain(
      'created    app',
    );
    expect(existsSync(join(root, 'pkg/app/.context.yaml'))).toBe(true);
    expect((await runProgram(join(root, 'pkg/app'), ['contexts', 'show', '.'])).stdout).toContain('main.py');
  });
});

describe('the top level', () => {
  const top = async (cwd: string, options?: RunOptions) => {
    const { stdout } = await runProgram(cwd, ['files', '--json'], options);
    return JSON.parse(stdout).result.files.map(({ path }: { path: string }) => path);
  };

  it('is that of the nearest repository: a nested one, a submodule or a linked work tree is its own', async () => {
    const root = gitRepository({ 'a.py': '1\n', 'nested/sub/b.py': '1\n' });
    git(join(root, 'nested'), 'init', '-q');
    expect(await top(join(root, 'nested/sub'))).toEqual(['sub/b.py']);
    const linked = join(repository({}), 'linked');
    git(root, 'worktree', 'add', '-q', linked);
    mkdirSync(join(linked, 'deep'));
    expect(await top(join(linked, 'deep'))).toContain('a.py');
  });

  it('an empty .git is no repository', async () => {
    const root = gitRepository({ 'a.py': '1\n', 'sub/b.py': '1\n' });
    mkdirSync(join(root, 'sub/.git'));
    expect(await top(join(root, 'sub'))).toEqual(['a.py', 'sub/b.py']);
  });

  it('without git, notes or a configuration mark it, and the nearest counts', async () => {
    const root = repository({ 'repo_mcp.toml': '', 'a.py': '1\n', 'sub/deep/b.py': '1\n' });
    expect(await top(join(root, 'sub/deep'))).toContain('a.py');
    mkdirSync(join(root, 'sub/.context'));
    expect(await top(join(root, 'sub/deep'))).toEqual(['deep/b.py']);
  });

  it('without any mark it is where the command is called', async () => {
    expect(await top(join(repository({ 'a.py': '1\n', 'sub/b.py': '1\n' }), 'sub'))).toEqual(['b.py']);
  });

  it('is never the home directory or above it, unless one stands there', async () => {
    const home = gitRepository({ '.bashrc': '1\n', 'work/b.py': '1\n' });
    expect(await top(join(home, 'work'), { env: { HOME: home } })).toEqual(['b.py']);
    expect(await top(join(home, 'work'), { env: { HOME: join(home, 'other') } })).toEqual(['b.py']);
    expect(await top(home, { env: { HOME: home } })).toContain('work/b.py');
  });

  it('a home directory that is no project has to be named', async () => {
    const home = repository({ 'b.py': 'B = 1\n' });
    for (const command of ['files', 'serve', 'doctor', 'check']) {
      const { status, stdout, stderr } = spawnProgram(home, [command], { env: { HOME: home } });
      expect(stderr).toContain('This is your home directory, not a project.');
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    }
    expect((await runProgram(home, ['completions', 'bash'], { env: { HOME: home } })).status).toBe(0);
    expect(made(home)).toEqual([]);
    expect((await runProgram(home, ['files', '--root', '.'], { env: { HOME: home } })).stdout).toContain(
      'b.py',
    );
    write(home, { 'repo_mcp.toml': '' });
    expect((await runProgram(home, ['files'], { env: { HOME: home } })).stdout).toContain('b.py');
  });

  it.runIf(process.getuid?.() === 0)('is none that another user put there (run as root)', async () => {
    const shared = repository({ 'mine/a.py': '1\n', 'secret.py': '1\n' });
    git(shared, 'init', '-q');
    chownSync(join(shared, '.git'), 65_534, 65_534);
    expect(await top(join(shared, 'mine'))).toEqual(['a.py']);
    chownSync(join(shared, '.git'), 0, 0);
    expect(await top(join(shared, 'mine'))).toContain('secret.py');
  });

  test('--root says otherwise, before and after the command', async () => {
    const root = gitRepository(FILES);
    const below = join(root, 'pkg/app');
    for (const args of [
      ['--root', '.', 'files', '--json'],
      ['--root=.', '--json', 'files'],
      ['files', '--json', '--root', '.'],
    ]) {
      const { status, stdout } = await runProgram(below, args);
      expect(status, args.join(' ')).toBe(0);
      expect(JSON.parse(stdout).result.files).toMatchObject([{ path: 'main.py' }]);
    }
    expect((await runProgram(repository({}), ['--root', root, 'stash', 'list'])).status).toBe(0);
    expect((await runProgram(repository({}), ['--root', root, 'open', 'top.py:2'])).stdout).toBe(
      'top.py:2 of 2\n 2: TOP = 1\n',
    );
    expect((await runProgram(below, ['--root'])).status).toBe(2);
  });
});

test('a server keeps to the directory it is started in, and says that it is a part', () => {
  const root = gitRepository(FILES);
  write(root, { 'pkg/app/new.py': '1\n' });
  const said = (cwd: string, ...args: string[]) => spawnProgram(cwd, ['serve', ...args]).stderr;
  const below = said(join(root, 'pkg/app'));
  expect(below).toContain('Serving a subdirectory of a repository');
  expect(below).toContain('--root ../..');
  expect(said(root)).not.toContain('subdirectory');
  expect(said(join(root, 'pkg/app'), '--root', '.')).not.toContain('subdirectory');
});

describe('what is typed and what is shown', () => {
  const name = fc.stringMatching(/^[a-z*?[\]{}!,. -]{1,6}$/).filter((text) => !/^\.+$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

  test('a path that is shown is the one that is meant when it is typed', () => {
    fc.assert(
      fc.property(path, path, (below, file) => {
        const place = callPlace('/repository', `/repository/${below}`);
        expect(place.path(place.shown(file))).toBe(file);
      }),
    );
  });

  test('a glob for all files of a directory finds a file that is there', () => {
    fc.assert(
      fc.property(path, (below) => {
        const place = callPlace('/repository', `/repository/${below}`);
        expect(matchGlob(place.glob('./*.py'))(`${below}/a.py`)).toBe(true);
        expect(matchGlob(place.glob('./*.py'))('a.py')).toBe(false);
      }),
    );
  });
});
