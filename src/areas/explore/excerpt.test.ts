import { describe, expect, test } from 'vitest';
import { snippetOf } from './excerpt.ts';

const numbered = (count: number, special: Record<number, string>) =>
  Array.from({ length: count }, (_, at) => special[at + 1] ?? `line ${at + 1}`).join('\n');

describe('the snippet', () => {
  const hit = { text: numbered(60, { 40: 'retry upload' }), startLine: 101, endLine: 160 };

  test('is the lines that answer, with the one that matches best', () => {
    const focus = { startLine: 138, endLine: 145 };
    const { text, startLine, matchLine } = snippetOf({ ...hit, focus, matchedTerms: ['retry'] });
    expect(text.split('\n')).toHaveLength(8);
    expect(text.split('\n')[0]).toBe('line 38');
    expect([startLine, matchLine]).toEqual([138, 140]);
  });

  test('has an endless line cut around the match', () => {
    const text = `${'x'.repeat(5000)} retry ${'y'.repeat(5000)}`;
    const span = { startLine: 1, endLine: 1 };
    const snippet = snippetOf({ text, ...span, focus: span, matchedTerms: ['retry'] });
    expect(snippet.text).toContain('retry');
    expect(snippet.text.length).toBeLessThan(300);
  });
});
