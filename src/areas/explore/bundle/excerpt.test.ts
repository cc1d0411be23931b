import { describe, expect, test } from 'vitest';
import { excerptFor } from './excerpt.ts';

const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`);
lines[1] = 'def alpha():';
lines[19] = 'def beta(): # refunds money';
lines[24] = '    return refund';
const alpha = { kind: 'function', name: 'alpha', startLine: 2, endLine: 15 };
const beta = { kind: 'function', name: 'beta', startLine: 20, endLine: 40 };
const giant = { kind: 'class', name: 'Giant', startLine: 1, endLine: 290 };

describe('the excerpt', () => {
  test('is the declaration that contains the match, not merely one in the chunk', () => {
    const excerpt = excerptFor(lines, { startLine: 1, endLine: 60 }, ['refund'], [alpha, beta]);
    expect(excerpt).toMatchObject({
      startLine: 20,
      endLine: 40,
      matchLine: 20,
      declaration: { name: 'beta' },
    });
  });

  test('is the innermost declaration that is short enough to show', () => {
    const excerpt = excerptFor(lines, { startLine: 1, endLine: 60 }, ['refund'], [giant, beta]);
    expect(excerpt.declaration?.name).toBe('beta');
  });

  test('is a window around the match where only a giant contains it', () => {
    const excerpt = excerptFor(lines, { startLine: 100, endLine: 140 }, ['line 120'], [giant]);
    expect(excerpt).toMatchObject({ startLine: 108, endLine: 132, matchLine: 120, declaration: undefined });
  });

  test('never leaves the file', () => {
    expect(excerptFor(['only'], { startLine: 1, endLine: 1 }, ['only'], [])).toMatchObject({
      startLine: 1,
      endLine: 1,
    });
    expect(excerptFor(lines, { startLine: 295, endLine: 300 }, ['line 300'], [])).toMatchObject({
      endLine: 300,
    });
  });
});
