/** A repository that was delivered with its .git, full of programs that git would like to run. */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { SHELL, testWith } from '../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import { verifies } from '../../../tests/helpers/requirements.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync, type Workspace } from '../workspace/workspace.ts';
import type { CommitId } from './commits.ts';

const HOOKS = [
  'fsmonitor-watchman',
  'post-checkout',
  'post-index-change',
  'pre-auto-gc',
  'reference-transaction',
  'post-command',
];

interface Trap {
  root: string;
  /** The names of the programs that ran. */
  ran(): string[];
  /** A program that leaves its name behind. */
  plant(name: string): string;
}

function hostileRepository(): Trap {
  const base = repository({});
  mkdirSync(join(base, 'ran'));
  mkdirSync(join(base, 'bin'));
  const plant = (name: string) => {
    const program = join(base, 'bin', name);
    writeFileSync(program, `#!/bin/sh\ntouch "${base}/ran/${name}"\nexit 1\n`);
    chmodSync(program, 0o755);
    return program;
  };
  const root = gitRepository({
    'a.txt': 'one\n',
    'b.bin': 'two\n',
    '.gitattributes': '* filter=evil diff=evil merge=evil\n',
  });
  write(root, { 'a.txt': 'one, again\n' });
  git(root, 'commit', '-qam', 'second');
  plantSubmodule(root, plant);
  plantConfiguration(root, plant, join(base, 'included.config'));
  for (const name of HOOKS) {
    writeFileSync(join(root, '.git/hooks', name), `#!/bin/sh\n"${plant(`hook-${name}`)}" < /dev/null\n`);
    chmodSync(join(root, '.git/hooks', name), 0o755);
  }
  for (const name of ['git', 'rg', 'sh']) {
    writeFileSync(join(root, name), `#!/bin/sh\n"${plant(`local-${name}`)}" < /dev/null\n`);
    chmodSync(join(root, name), 0o755);
  }
  // Stat data that no longer fits makes git look into the files.
  utimesSync(join(root, 'b.bin'), 1, 1);
  write(root, { 'a.txt': 'changed\n', 'new.txt': 'new\n' });
  return { root, plant, ran: () => readdirSync(join(base, 'ran')).sort() };
}

function plantConfiguration(root: string, plant: (name: string) => string, included: string): void {
  const settings = (prefix: string) => `
[core]
  fsmonitor = ${plant(`${prefix}fsmonitor`)}
  pager = ${plant(`${prefix}pager`)}
  editor = ${plant(`${prefix}editor`)}
  askPass = ${plant(`${prefix}askpass`)}
  sshCommand = ${plant(`${prefix}ssh`)}
  gitProxy = ${plant(`${prefix}proxy`)}
  alternateRefsCommand = ${plant(`${prefix}alternates`)}
  untrackedCache = true
[filter "evil"]
  clean = ${plant(`${prefix}clean`)}
  smudge = ${plant(`${prefix}smudge`)}
  process = ${plant(`${prefix}process`)}
  required = true
[diff]
  external = ${plant(`${prefix}external-diff`)}
[diff "evil"]
  textconv = ${plant(`${prefix}textconv`)}
  command = ${plant(`${prefix}diff-command`)}
[merge "evil"]
  driver = ${plant(`${prefix}merge`)}
[gpg]
  program = ${plant(`${prefix}gpg`)}
[log]
  showSignature = true
[credential]
  helper = ${plant(`${prefix}credential`)}
[alias]
  ls-files = !${plant(`${prefix}alias-ls-files`)}
  rev-parse = !${plant(`${prefix}alias-rev-parse`)}
[pager]
  ls-files = ${plant(`${prefix}pager-ls-files`)}
[uploadpack]
  packObjectsHook = ${plant(`${prefix}pack-hook`)}
[protocol]
  allow = always
[protocol "ext"]
  allow = always
[remote "evil"]
  url = ext::${plant(`${prefix}remote`)}
  promisor = true
  partialclonefilter = blob:none
`;
  appendFileSync(
    join(root, '.git/config'),
    `${settings('')}[include]\n  path = ${included}\n[extensions]\n  partialClone = evil\n`,
  );
  writeFileSync(included, settings('included-'));
}

/** git asks about a submodule by starting another git in it, with the submodule's own configuration. */
function plantSubmodule(root: string, plant: (name: string) => string): void {
  const library = gitRepository({ 'lib.txt': 'x\n', '.gitattributes': '* filter=sub\n' });
  git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
  git(root, 'commit', '-qm', 'submodule');
  appendFileSync(
    join(root, '.git/modules/sub/config'),
    `[core]\n  fsmonitor = ${plant('sub-fsmonitor')}\n[filter "sub"]\n  clean = ${plant('sub-clean')}\n`,
  );
  write(root, { 'sub/lib.txt': 'y\n' });
}

function snapshot(directory: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const place = join(entry.parentPath, entry.name);
    const { size, mtimeMs, mode } = statSync(place);
    all[relative(directory, place)] = `${mode} ${mtimeMs} ${entry.isFile() ? size : ''}`;
  }
  return all;
}

async function resolved(workspace: Workspace, ...revisions: string[]): Promise<[CommitId, CommitId]> {
  return (await Promise.all(revisions.map(workspace.git.resolveRevision))) as [CommitId, CommitId];
}

/** Everything that the workspace can ask git. */
async function useAll(root: string): Promise<void> {
  const workspace = openWorkspaceSync({
    root,
    maxFileBytes: 1000,
    programPath: `${root}:${process.env.PATH}`,
  });
  const paths = (await workspace.files({ includeHidden: true })).map((file) => file.path);
  expect(paths).toEqual([
    '.gitattributes',
    '.gitmodules',
    'a.txt',
    'b.bin',
    'git',
    'new.txt',
    'rg',
    'sh',
    'sub/.gitattributes',
    'sub/lib.txt',
  ]);
  expect(await workspace.git.resolveRevision('HEAD')).toMatch(/^[0-9a-f]{40}$/);
  const [parent, first] = await resolved(workspace, 'HEAD~1', 'HEAD~2');
  expect(await workspace.git.branchPoint('HEAD~1')).toBe(parent);
  expect(await workspace.git.mergeBase('HEAD', parent)).toBe(parent);
  expect(await workspace.git.text(first, 'a.txt' as RepoPath)).toBe('one\n');
  expect((await workspace.git.changedPaths('HEAD'))?.slice(0, 2)).toEqual([
    { path: 'a.txt', change: 'modified' },
    { path: 'git', change: 'added' },
  ]);
  expect((await workspace.git.additions(['.' as RepoPath]))?.map(({ path }) => path).sort()).toEqual([
    '.gitattributes',
    '.gitmodules',
    'a.txt',
    'b.bin',
  ]);
  expect((await workspace.git.stagedPaths('HEAD'))?.length).toBeLessThan(2);
  expect((await workspace.git.churn(5))?.get('a.txt')).toBe(2);
  expect((await workspace.git.past({ limit: 5 }))?.length).toBeGreaterThan(1);
  expect(await workspace.git.mergePoint(parent, first)).toBeUndefined();
  const found = await plainGrep(workspace)({
    pattern: 'changed',
    caseSensitive: true,
    contextLines: 0,
    limit: 10,
    maxLineLength: 100,
  });
  expect(found).toMatchObject({ totalMatches: 1 });
}

testWith(SHELL)('the trap works: plain read-only git runs what was planted', () => {
  const { root, ran } = hostileRepository();
  expect(ran()).toEqual([]);
  for (const args of [['status'], ['diff'], ['log', '-p']])
    try {
      execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' });
    } catch {
      // A planted filter need not speak the protocol; it has run.
    }
  expect(ran()).toEqual(expect.arrayContaining(['included-fsmonitor', 'included-process']));
});

verifies(
  ['repo:non-goals:runs-no-tests', 'repo:non-goals:writes-no-code'],
  'nothing that a hostile repository brings along is run, and nothing in it is written',
  async () => {
    const { root, ran } = hostileRepository();
    const before = snapshot(root);
    await useAll(root);
    expect(ran()).toEqual([]);
    expect(snapshot(root)).toEqual(before);
  },
  { needs: [SHELL] },
);

testWith(SHELL)('a missing object of a partial clone is not fetched', async () => {
  const { root, ran } = hostileRepository();
  const blob = git(root, 'rev-parse', 'HEAD~2:a.txt').trim();
  rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const workspace = openWorkspaceSync({ root, maxFileBytes: 1000 });
  const [first] = await resolved(workspace, 'HEAD~2');
  expect(await workspace.git.text(first, 'a.txt' as RepoPath)).toBeUndefined();
  expect(ran()).toEqual([]);
  expect(() => execFileSync('git', ['-C', root, 'cat-file', 'blob', blob], { stdio: 'pipe' })).toThrow();
  expect(ran()).toContain('remote');
});

testWith(SHELL)('what the environment of the server says to git does not reach git', async () => {
  const { root, plant, ran } = hostileRepository();
  const elsewhere = repository({ ripgreprc: `--pre=${plant('rg-pre')}\n` });
  const planted: Record<string, string> = {
    GIT_EXTERNAL_DIFF: plant('env-diff'),
    GIT_SSH_COMMAND: plant('env-ssh'),
    GIT_PAGER: plant('env-pager'),
    GIT_ASKPASS: plant('env-askpass'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: plant('env-fsmonitor'),
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${plant('env-parameters')}'`,
    GIT_DIR: '/nowhere',
    GIT_WORK_TREE: '/',
    GIT_INDEX_FILE: '/nowhere',
    GIT_OBJECT_DIRECTORY: '/nowhere',
    GIT_TRACE: join(elsewhere, 'trace'),
    RIPGREP_CONFIG_PATH: join(elsewhere, 'ripgreprc'),
  };
  const before = { ...process.env };
  Object.assign(process.env, planted);
  try {
    await useAll(root);
  } finally {
    for (const name of Object.keys(planted)) delete process.env[name];
    Object.assign(process.env, before);
  }
  expect(ran()).toEqual([]);
  expect(readdirSync(elsewhere)).toEqual(['ripgreprc']);
});
