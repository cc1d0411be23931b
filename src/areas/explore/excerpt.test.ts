import { expect, test } from 'vitest';
import { snippetOf } from './excerpt.ts';

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
