/** Additions and merges in the history of a repository. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';
import type { CommitId } from './commits.ts';

const open = (root: string) => openWorkspaceSync({ root, maxFileBytes: 1000 }).git;
const NOTES = 'notes' as RepoPath;

function commit(root: string, files: Record<string, string>): CommitId {
  write(root, files);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'next');
  return commitOf(root, 'HEAD');
}
const commitOf = (root: string, revision: string) => git(root, 'rev-parse', revision).trim() as CommitId;
const blob = (root: string, place: string) => git(root, 'rev-parse', place).trim();

/** Two branches that both added notes/1, merged so that the text of main stays. */
function merged(): { root: string; ours: CommitId; theirs: CommitId } {
  const root = gitRepository({ 'a.txt': 'a\n' });
  git(root, 'checkout', '-q', '-b', 'side');
  const theirs = commit(root, { 'notes/1': 'theirs\n' });
  commit(root, { 'a.txt': 'side\n' });
  git(root, 'checkout', '-q', 'main');
  const ours = commit(root, { 'notes/1': 'ours\n' });
  git(root, 'merge', '-q', '-X', 'ours', '-m', 'merge', 'side');
  return { root, ours, theirs };
}

describe('additions', () => {
  test('name the content a file was added with, also after it was changed or deleted', async () => {
    const root = gitRepository({ 'notes/1': 'first\n', 'other/1': 'x\n' });
    const first = blob(root, 'HEAD:notes/1');
    commit(root, { 'notes/1': 'second\n' });
    commit(root, { 'notes/é 2': 'new\n' });
    rmSync(join(root, 'notes/1'));
    commit(root, {});
    const found = await open(root).additions([NOTES]);
    expect(found?.map(({ path, blob }) => [path, blob])).toEqual([
      ['notes/é 2', blob(root, 'HEAD:notes/é 2')],
      ['notes/1', first],
    ]);
    expect(found?.[1]).toMatchObject({ commit: git(root, 'rev-parse', 'HEAD~3').trim() });
    expect(found?.[1]?.timeMs).toBeGreaterThan(Date.UTC(2020, 0));
  });

  test('are there for each branch of a merge, also for the text that was dropped, and for what a merge adds', async () => {
    const { root, ours, theirs } = merged();
    write(root, { 'notes/2': 'by the merge\n' });
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '--amend', '--no-edit');
    const found = await open(root).additions([NOTES]);
    expect(
      found
        ?.filter(({ path }) => path === 'notes/1')
        .map(({ commit }) => commit)
        .sort(),
    ).toEqual([ours, theirs].sort());
    expect(found?.find(({ path }) => path === 'notes/2')?.blob).toBe(blob(root, 'HEAD:notes/2'));
  });

  test('are relative to the root of the workspace, whatever the repository configured', async () => {
    const root = gitRepository({ 'deep/down/notes/1': 'x\n' });
    for (const [key, value] of [
      ['log.follow', 'true'],
      ['log.showRoot', 'false'],
      ['diff.orderFile', 'nowhere'],
      ['diff.noprefix', 'true'],
      ['diff.renames', 'copies'],
    ])
      git(root, 'config', key ?? '', value ?? '');
    const found = await open(join(root, 'deep/down')).additions([NOTES]);
    expect(found?.map(({ path }) => path)).toEqual(['notes/1']);
  });

  test('are none without a repository', async () => {
    expect(await open(repository({ 'notes/1': 'x' })).additions([NOTES])).toBeUndefined();
  });
});

describe('the merge of two commits', () => {
  test('is found with the parent of each side', async () => {
    const { root, ours, theirs } = merged();
    const [commitId, mainSide, sideSide] = ['HEAD', 'HEAD^1', 'HEAD^2'].map((name) => blob(root, name));
    commit(root, { later: 'x\n' });
    expect(await open(root).mergePoint(ours, theirs)).toEqual({
      commit: commitId,
      sides: [mainSide, sideSide],
    });
    expect(await open(root).mergePoint(theirs, ours)).toEqual({
      commit: commitId,
      sides: [sideSide, mainSide],
    });
  });

  test('is none where one came after the other', async () => {
    const { root, ours } = merged();
    expect(await open(root).mergePoint(ours, commitOf(root, 'HEAD'))).toBeUndefined();
    expect(await open(root).mergePoint(commitOf(root, `${ours}^`), ours)).toBeUndefined();
  });
});

test('staged paths are those of the index, not of the work tree', async () => {
  const root = gitRepository({ a: '1', b: '1', c: '1' });
  write(root, { a: '2', b: '2', 'new é': '1', untracked: '1' });
  git(root, 'add', 'a', 'new é');
  git(root, 'rm', '-q', '--cached', 'c');
  write(root, { a: '1' });
  expect(await open(root).stagedPaths('HEAD')).toEqual([
    { path: 'a', change: 'modified' },
    { path: 'c', change: 'deleted' },
    { path: 'new é', change: 'added' },
  ]);
});
