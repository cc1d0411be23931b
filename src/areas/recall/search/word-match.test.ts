import { describe, expect, it } from 'vitest';
import { proseStem } from '../../../core/text/index.ts';
import { excerpt } from '../tools/context-search.ts';
import { acceptsPath, globOf } from './candidates.ts';
import { countWords, matchWords, queryStems } from './word-match.ts';

describe('stems', () => {
  it.each([
    ['tokens', 'token'],
    ['refreshed', 'refresh'],
    ['retries', 'retry'],
    ['retried', 'retry'],
    ['classes', 'class'],
    ['authentication', 'authenticate'],
    ['authenticates', 'authenticator'],
    ['boxes', 'box'],
    ['parser', 'parsing'],
    ['status', 'status'],
  ])('%s and %s are one', (a, b) => {
    expect(proseStem(a)).toBe(proseStem(b));
  });

  it.each([
    ['is', 'as'],
    ['ring', 'red'],
    ['class', 'clash'],
  ])('%s and %s are two', (a, b) => {
    expect(proseStem(a)).not.toBe(proseStem(b));
  });
});

describe('matching by words', () => {
  const texts = [
    countWords('', 'token refresh with a mutex'),
    countWords('', 'token'),
    countWords('mutex', 'locks'),
    countWords('', 'nothing of it'),
  ];

  it('counts the share of the query, rare words more', () => {
    const { scores, best } = matchWords(queryStems('refresh of tokens'), texts);
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 1);
    expect(scores[1]).toBeGreaterThan(0);
    expect(scores.slice(2)).toEqual([0, 0]);
    expect(best).toBeCloseTo(1);
  });

  it('stays between 0 and 1, whatever the words', () => {
    for (const query of ['mutex mutex', 'the and of', '', '漢字', 'token refresh mutex lock'])
      for (const score of matchWords(queryStems(query), texts).scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
  });

  it('has no opinion on no texts', () => {
    expect(matchWords(['token'], [])).toEqual({ scores: [], best: 0 });
  });
});

describe('an excerpt', () => {
  const text = Array.from({ length: 100 }, (_, line) =>
    line === 70 ? 'the needle is here' : `line ${line}`,
  ).join('\n');

  it('is the whole text if it fits', () => {
    expect(excerpt('a\nb\n', ['x'], 100)).toEqual({ text: 'a\nb', skipped: 0, lines: 2 });
  });

  it('shows the lines that say most of the query, and where they are', () => {
    const part = excerpt(text, [proseStem('needle')], 200);
    expect(part.text).toContain('needle');
    expect(part.text.length).toBeLessThanOrEqual(200);
    expect(
      text
        .split('\n')
        .slice(part.skipped, part.skipped + part.lines)
        .join('\n'),
    ).toBe(part.text);
  });

  it('cuts a line that is too long by itself', () => {
    expect(excerpt('x'.repeat(5_000), [], 300).text).toHaveLength(300);
  });
});

describe('the module filter', () => {
  it.each([
    ['auth', 'src/auth/token.ts', true],
    ['Auth', 'src/auth/token.ts', true],
    ['auth', 'src/auth/deep/token.ts', false],
    ['src/auth', 'src/auth/deep/token.ts', true],
    ['src/auth/', 'src/authors/x.ts', false],
    ['root', 'README.md', true],
  ])('%s takes %s: %s', (module, path, accepted) => {
    expect(acceptsPath({ type: 'all', module }, path)).toBe(accepted);
  });

  it('becomes a glob that cannot do more than name a directory', () => {
    expect(globOf({ type: 'all', module: 'auth' })).toBe('**/auth/*');
    expect(globOf({ type: 'all', module: 'src/a*{b}' })).toBe('src/a??b?/**');
    expect(globOf({ type: 'all', module: undefined })).toBeUndefined();
  });
});
