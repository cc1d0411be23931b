import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AskedTerms } from './asked-terms.ts';
import { type FocusQuery, focusOf } from './focus.ts';

const numbered = (count: number, special: Record<number, string>) =>
  Array.from({ length: count }, (_, at) => special[at + 1] ?? `line ${at + 1}`);
const query = (size: number, more: Partial<FocusQuery> = {}): FocusQuery => ({
  asked: new AskedTerms(
    new Map([
      ['retri', 2],
      ['upload', 2],
      ['file', 0.5],
    ]),
  ),
  declaring: new Set(),
  isProse: false,
  size,
  ...more,
});

describe('the lines that answer', () => {
  test('are all of a short place', () => {
    expect(focusOf(['a', 'b'], 7, query(8))).toEqual({ startLine: 7, endLine: 8 });
  });

  test('are where most of what was asked stands close together, with lines around it', () => {
    const lines = numbered(60, { 10: 'retry()', 38: 'upload(file)', 40: 'retry()' });
    expect(focusOf(lines, 101, query(9))).toEqual({ startLine: 136, endLine: 144 });
  });

  test('are full at the end of the place', () => {
    expect(focusOf(numbered(20, { 20: 'retry()' }), 1, query(8))).toEqual({ startLine: 13, endLine: 20 });
  });

  test('are the first ones where nothing matches', () => {
    expect(focusOf(numbered(30, {}), 5, query(8))).toEqual({ startLine: 5, endLine: 12 });
  });

  test.each([
    ['imports', "import { retry } from './upload.ts';"],
    ['comments', '// retry the upload'],
  ])('are code rather than %s', (_, line) => {
    const lines = numbered(60, { 3: line, 40: 'retry(upload)' });
    expect(focusOf(lines, 1, query(6)).startLine).toBeGreaterThan(30);
    expect(focusOf(lines, 1, query(6, { isProse: true })).startLine).toBe(2);
  });

  test('are the declaration that was asked for rather than a line with as many words', () => {
    const lines = numbered(60, { 3: 'retry(upload)', 40: 'function retryUpload() {' });
    expect(focusOf(lines, 1, query(6)).startLine).toBeLessThan(10);
    expect(focusOf(lines, 1, query(6, { declaring: new Set([40]) })).startLine).toBeGreaterThan(30);
  });

  test('lie in the place and are as many as may be', () => {
    const line = fc.constantFrom('', 'retry', 'upload(file)', 'x = 1', '# file', 'import retry');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (lines, size) => {
          const { startLine, endLine } = focusOf(lines, 11, query(size));
          expect(startLine).toBeGreaterThanOrEqual(11);
          expect(endLine).toBeLessThan(11 + lines.length);
          expect(endLine - startLine + 1).toBe(Math.min(size, lines.length));
        },
      ),
    );
  });
});
