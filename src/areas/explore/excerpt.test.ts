import { describe, expect, test } from 'vitest';
import { excerptFor, snippetOf } from './excerpt.ts';

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

const snippet = (text: string, firstLine: number, terms: string[]) =>
  snippetOf(text, firstLine, terms, undefined);
const numbered = (count: number, special: Record<number, string>) =>
  Array.from({ length: count }, (_, at) => special[at + 1] ?? `line ${at + 1}`).join('\n');

test('a short hit is shown whole', () => {
  expect(snippet('a\nb', 7, ['b'])).toEqual({ text: 'a\nb', startLine: 7, matchLine: 8 });
});

test('a long hit is centred on the line with most terms', () => {
  const { text, startLine } = snippet(numbered(60, { 10: 'retry', 40: 'retry upload' }), 101, [
    'retry',
    'upload',
  ]);
  expect(text.split('\n')).toContain('retry upload');
  expect(startLine).toBe(138);
  expect(text.split('\n')[0]).toBe('line 38');
  expect(text.split('\n')).toHaveLength(8);
});

test('a match at the end keeps the window full', () => {
  const { text, startLine } = snippet(numbered(20, { 20: 'retry' }), 1, ['retry']);
  expect(text.split('\n')).toHaveLength(8);
  expect(startLine).toBe(13);
});

test('an endless line is cut around the match', () => {
  const { text } = snippet(`${'x'.repeat(5000)} retry ${'y'.repeat(5000)}`, 1, ['retry']);
  expect(text).toContain('retry');
  expect(text.length).toBeLessThan(300);
});

test('without a term in it the beginning is shown', () => {
  expect(snippet(numbered(30, {}), 5, ['absent']).startLine).toBe(5);
});

test('the line that declares what was asked for comes before one that only names it', () => {
  const text = numbered(40, { 2: 'run(): Promise<GenerationRun>', 30: 'class GenerationRun {' });
  const terms = ['generationrun'];
  expect(snippetOf(text, 1, terms, { name: 'GenerationRun', line: 30 }).text).toContain(
    'class GenerationRun',
  );
  expect(snippetOf(text, 1, terms, { name: 'startRun', line: 30 }).startLine).toBe(1);
});
