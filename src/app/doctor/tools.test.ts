import { describe, expect, test } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import type { CodeIndex } from '../../core/index/index.ts';
import { openWorkspaceSync } from '../../core/workspace/index.ts';
import { gitCheck, nodeCheck, ripgrepCheck } from './tools.ts';

test.each([
  ['18.20.8', 'failed'],
  ['20.18.9', 'failed'],
  ['20.19.0', 'ok'],
  ['22.0.0', 'ok'],
  ['24.11.1', 'ok'],
])('Node %s is %s', (node, state) => {
  const verdict = nodeCheck(node);
  expect(verdict.state).toBe(state);
  expect(verdict.fix?.includes('20.19')).toBe(state === 'failed' ? true : undefined);
});

describe('what is installed is tried', () => {
  const files = { 'a.py': 'x = 1\n', 'src/deep/b.py': 'counter = 1\n' };

  test('git that does not answer has failed, also where there is no commit', async () => {
    const root = gitRepository(files);
    const workspace = openWorkspaceSync({ root, maxFileBytes: 1_000 });
    expect(await gitCheck({ workspace })).toMatchObject({ state: 'ok' });
    const empty = repository(files);
    git(empty, 'init', '-q');
    const fresh = openWorkspaceSync({ root: empty, maxFileBytes: 1_000 });
    expect(await gitCheck({ workspace: fresh })).toMatchObject({ state: 'ok' });
    // HEAD is nothing that git knows.
    write(root, { '.git/HEAD': 'nonsense\n' });
    expect(await gitCheck({ workspace })).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('fails'),
      fix: expect.stringContaining('git status'),
    });
  });

  test('a search that drops files in subdirectories has failed', async () => {
    const workspace = openWorkspaceSync({ root: repository(files), maxFileBytes: 1_000 });
    expect(await ripgrepCheck({ workspace }, plainGrep(workspace))).toMatchObject({ state: 'ok' });
    const blind: CodeIndex['grep'] = async (query) => {
      const answer = await plainGrep(workspace)(query);
      if ('invalidPattern' in answer) return answer;
      return { ...answer, matches: answer.matches.filter(({ path }) => !path.includes('/')) };
    };
    expect(await ripgrepCheck({ workspace }, blind)).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('src/deep/b.py'),
    });
  });

  test('where no file lies deeper, it is enough that ripgrep answers', async () => {
    const workspace = openWorkspaceSync({ root: repository({ 'a.py': 'x = 1\n' }), maxFileBytes: 1_000 });
    expect(await ripgrepCheck({ workspace }, plainGrep(workspace))).toMatchObject({ state: 'ok' });
  });
});
