/** Paths from outside against real directories: what leads out, by name or by link, and what only looks so. */

import { linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isLacking, LINKS, named, testWith } from '../../../tests/helpers/probes.ts';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { newDirectory, removeTree } from '../../../tests/helpers/temporary-directory.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';
import { isRefusal } from './refusal.ts';
import type { RepoPath } from './repo-path.ts';

const MARK = 'CONTENT FROM OUTSIDE';
const base = newDirectory();
afterAll(() => removeTree(base));

const root = join(base, 'repo');
for (const directory of ['repo/src/deep', 'repo/.git', 'repo/data', 'repo/real', 'repo-evil', 'outside/dir'])
  mkdirSync(join(base, directory), { recursive: true });
for (const [path, text] of Object.entries({
  'repo/src/a.ts': 'inside\n',
  'repo/.git/config': 'url = https://token@example.invalid\n',
  'repo/.env': 'SECRET=1\n',
  'repo/data/index.db': 'own data\n',
  'repo/real/b.ts': 'inside\n',
  'repo-evil/a.ts': MARK,
  'outside/a.ts': MARK,
  'outside/dir/a.ts': MARK,
}))
  writeFileSync(join(base, path), text);
const LINKED = Object.entries({
  'repo/out-file': join(base, 'outside/a.ts'),
  'repo/out-file-relative': '../outside/a.ts',
  'repo/out-dir': join(base, 'outside/dir'),
  'repo/src/up': '../../outside',
  'repo/chain-1': 'chain-2',
  'repo/chain-2': 'src/chain-3',
  'repo/src/chain-3': '../../outside/a.ts',
  'repo/loop-a': 'loop-b',
  'repo/loop-b': 'loop-a',
  'repo/dangling-out': join(base, 'outside/not-there'),
  'repo/dangling-in': 'not-there',
  'repo/in-file': 'src/a.ts',
  'repo/in-dir': 'real',
  'repo/in-absolute': join(root, 'src/a.ts'),
  'repo/to-env': '.env',
  'repo/to-git': '.git',
  'repo/to-data': 'data',
  'repo/to-root': '.',
  'repo/evil': join(base, 'repo-evil'),
  'repo/proc-root': '/proc/self/root',
  'repo/proc-fd': '/proc/self/environ',
  'repo/dev-zero': '/dev/zero',
  'link-to-repo': 'repo',
});
if (LINKS.met) for (const [path, target] of LINKED) symlinkSync(target, join(base, path));
linkSync(join(base, 'outside/a.ts'), join(root, 'hard-link'));

const workspace = openWorkspaceSync({ root, maxFileBytes: 1000, dataDir: join(root, 'data') });
const codeOf = (path: string) => {
  const resolved = workspace.resolve(path);
  return isRefusal(resolved) ? resolved.refused : resolved;
};

verifies('repo:sandbox:relative-to-root', 'a relative path is looked up below the root', () => {
  expect(codeOf('src/a.ts')).toBe('src/a.ts');
  expect(codeOf('src/not-there-yet.ts')).toBe('src/not-there-yet.ts');
  expect(codeOf('no/such/directory/file.ts')).toBe('no/such/directory/file.ts');
});

verifies('repo:sandbox:absolute-outside', 'an absolute path is taken only below the root', () => {
  expect(codeOf(join(root, 'src/a.ts'))).toBe('src/a.ts');
  expect(codeOf(root)).toBe('.');
  for (const path of [
    '/etc/passwd',
    join(base, 'outside/a.ts'),
    join(base, 'repo-evil/a.ts'),
    base,
    '/',
    `${root}-evil`,
  ])
    expect(codeOf(path)).toBe('absolute');
});

verifies(
  'repo:sandbox:parent-traversal',
  'a path with two dots is refused even where it would stay inside',
  () => {
    for (const path of [
      '..',
      '../outside/a.ts',
      'src/../src/a.ts',
      'src\\..\\..\\x',
      `${root}/../outside/a.ts`,
    ])
      expect(codeOf(path)).toBe('traversal');
  },
);

const LEADING_OUT = [
  'out-file',
  'out-file-relative',
  'out-dir',
  'out-dir/a.ts',
  'out-dir/not-there',
  'src/up/a.ts',
  'src/up/not/there',
  'chain-1',
  'evil/a.ts',
  'proc-root/etc/passwd',
  'dev-zero',
  'proc-fd',
  'in-dir/../out-file',
];

verifies(
  'repo:sandbox:symlink-escape',
  'a link that leads out is refused, wherever it stands in the path',
  () => {
    for (const path of LEADING_OUT)
      expect([path, codeOf(path)]).toEqual([path, path.includes('..') ? 'traversal' : 'outside']);
  },
  { needs: [LINKS] },
);

describe('links', () => {
  test.skipIf(isLacking(LINKS)).each([
    ['loop-a', 'unreadable'],
    ['loop-a/x', 'unreadable'],
    ['dangling-out', 'missing'],
    ['dangling-out/x', 'missing'],
    ['dangling-in', 'missing'],
    ['to-env', 'denied'],
    ['to-git', 'denied'],
    ['to-git/config', 'denied'],
    ['to-git/not-there', 'denied'],
    ['to-data/index.db', 'denied'],
    ['to-root/.env', 'denied'],
    ['in-file', 'in-file'],
    ['in-absolute', 'in-absolute'],
    ['in-dir/b.ts', 'in-dir/b.ts'],
    ['to-root/src/a.ts', 'to-root/src/a.ts'],
  ])(named('%s: %s', LINKS), (path, expected) => {
    expect(codeOf(path)).toBe(expected);
  });

  testWith(LINKS)('a link inside to a file inside is read under the name that was asked for', () => {
    expect(workspace.readTextSync('in-file' as RepoPath)).toMatchObject({
      path: 'in-file',
      text: 'inside\n',
    });
    expect(workspace.readTextSync('in-dir/b.ts' as RepoPath)).toMatchObject({ text: 'inside\n' });
  });

  test('reading does not rely on resolve having been asked', () => {
    const forged = [
      ...LEADING_OUT,
      '../outside/a.ts',
      'to-env',
      '.env',
      '.git/config',
      'to-git/config',
      'data/index.db',
    ];
    for (const path of forged) expect(workspace.readTextSync(path as RepoPath)).toHaveProperty('refused');
  });

  test('a hard link cannot be told from the file it shares, and is read', () => {
    expect(codeOf('hard-link')).toBe('hard-link');
    expect(workspace.readTextSync('hard-link' as RepoPath)).toMatchObject({ text: MARK });
  });
});

describe('a root that is itself a link', () => {
  const open = () =>
    openWorkspaceSync({
      root: join(base, 'link-to-repo'),
      maxFileBytes: 1000,
      dataDir: join(base, 'link-to-repo/data'),
    });

  testWith(LINKS)('is opened by its real path, and both forms of an absolute path are taken', () => {
    const linked = open();
    expect(linked.root).toBe(root);
    expect(linked.resolve(join(base, 'link-to-repo/src/a.ts'))).toBe('src/a.ts');
    expect(linked.resolve(join(root, 'src/a.ts'))).toBe('src/a.ts');
    expect(linked.resolve(join(base, 'link-to-repo-evil/a.ts'))).toMatchObject({ refused: 'absolute' });
  });

  testWith(LINKS)('keeps the data directory closed in either form', () => {
    const linked = open();
    expect(linked.resolve('data/index.db')).toMatchObject({ refused: 'denied' });
    expect(linked.resolve(join(root, 'data/index.db'))).toMatchObject({ refused: 'denied' });
  });
});

test('a root that is missing, or no directory, is an error that names no path', () => {
  for (const bad of [join(base, 'nowhere'), join(root, 'src/a.ts')])
    expect(() => openWorkspaceSync({ root: bad, maxFileBytes: 1 })).toThrow(/^The repository root/);
  expect(() => openWorkspaceSync({ root, maxFileBytes: 1, dataDir: root })).toThrow('data directory');
});

test('no refusal holds a path of the machine', () => {
  for (const path of [...LEADING_OUT, '.env', 'loop-a', '/etc/passwd', 'nope']) {
    const refusal = workspace.resolve(path);
    if (isRefusal(refusal)) expect(JSON.stringify(refusal)).not.toContain(base);
  }
});

const part = fc.constantFrom(
  '..',
  '.',
  '',
  'src',
  'a.ts',
  'up',
  'out-dir',
  'out-file',
  'evil',
  'in-dir',
  'to-root',
  'to-git',
  'config',
  '.env',
  'chain-1',
  'loop-a',
  'dangling-out',
  'deep',
  'proc-root',
  'etc',
  'passwd',
  root,
  base,
  '~',
  '\0',
  '%2e%2e',
  'A.TS',
);
const attack = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .tuple(fc.array(part, { maxLength: 7 }), fc.constantFrom('/', '\\', '//', '/./'))
    .map(([parts, glue]) => parts.join(glue)),
);

test('no string resolves or reads outside the root, and resolving is idempotent', () => {
  fc.assert(
    fc.property(attack, (input) => {
      const path = workspace.resolve(input);
      if (isRefusal(path)) return;
      expect(workspace.resolve(path)).toBe(path);
      const read = workspace.readTextSync(path);
      if (isRefusal(read)) return;
      const place = realpathSync(workspace.hostPath(path));
      expect(relative(root, place).startsWith('..')).toBe(false);
      expect(read.text).not.toMatch(/OUTSIDE|SECRET|token/);
    }),
    { numRuns: 3000 },
  );
});
