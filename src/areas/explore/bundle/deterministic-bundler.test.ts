import { expect, test } from 'vitest';
import type { RepoPath } from '../../../core/workspace/index.ts';
import { fuse } from './deterministic-bundler.ts';

const hit = (path: string, startLine: number, ...matchedTerms: string[]) => ({
  path: path as RepoPath,
  startLine,
  endLine: startLine + 9,
  score: 1,
  matchedTerms,
  text: '',
});

test('the prompt leads, keywords add, and the same chunk counts once with all its terms', () => {
  const fused = fuse([
    { query: 'prompt', hits: [hit('a', 1, 'x'), hit('b', 1, 'x')] },
    { query: 'upload', hits: [hit('b', 1, 'upload'), hit('c', 1, 'upload')] },
  ]);
  expect(fused.map(({ path, sourceQuery }) => [path, sourceQuery])).toEqual([
    ['b', 'prompt'],
    ['a', 'prompt'],
    ['c', 'upload'],
  ]);
  expect(fused[0]?.matchedTerms).toEqual(['x', 'upload']);
});

test('ties are broken by path, then line, whatever the order of the runs', () => {
  const runs = [
    { query: 'prompt', hits: [] },
    { query: 'one', hits: [hit('b', 5, 'one')] },
    { query: 'two', hits: [hit('a', 9, 'two')] },
    { query: 'three', hits: [hit('a', 2, 'three')] },
  ];
  expect(fuse(runs).map(({ path, startLine }) => `${path}:${startLine}`)).toEqual(['a:2', 'a:9', 'b:5']);
});
