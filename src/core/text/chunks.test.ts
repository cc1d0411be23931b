import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { chunksOf } from './chunks.ts';
import { scanDeclarations } from './declarations.ts';
import { lineTable } from './lines.ts';

const chunk = (path: string, text: string) => {
  const lines = lineTable(text);
  return chunksOf(lines, scanDeclarations(path, text, lines));
};
const body = (name: string, count: number) =>
  `def ${name}():\n${`    ${name}_step = compute(${name}, 1)\n`.repeat(count)}    return ${name}_step\n\n\n`;

describe('chunks', () => {
  it('begin at declarations', () => {
    const text = body('first', 25) + body('second', 25) + body('third', 25);
    const firstLines = chunk('a.py', text).map(({ startLine }) => text.split('\n')[startLine - 1]);
    expect(firstLines).toEqual(['def first():', 'def second():', 'def third():']);
  });

  it('take the comments and decorators of a declaration along', () => {
    const text = `${body('first', 25)}# About the second.\n@cached\n${body('second', 25)}`;
    expect(text.split('\n')[(chunk('a.py', text)[1]?.startLine ?? 0) - 1]).toBe('# About the second.');
  });

  it('hold several small declarations together', () => {
    expect(chunk('a.py', Array.from({ length: 8 }, (_, i) => body(`f${i}`, 1)).join('')).length).toBe(1);
  });

  it('of Markdown begin at headings', () => {
    const section = (title: string) => `## ${title}\n\n${'Some words about it all. '.repeat(45)}\n\n`;
    const text = section('One') + section('Two') + section('Three');
    const firstLines = chunk('a.md', text).map(({ startLine }) => text.split('\n')[startLine - 1]);
    expect(firstLines).toEqual(['## One', '## Two', '## Three']);
  });

  it('cover every line once, in order, and are not larger than they may be unless one line is', () => {
    const line = fc.oneof(
      fc.constant(''),
      fc.constant('def f():'),
      fc.constant('    return 1'),
      fc.nat({ max: 4000 }).map((length) => 'x'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 120 }), (lines) => {
        // A blank line in front gives even a list of words a shape.
        const text = ['', ...lines].join('\n');
        let nextLine = 1;
        let nextOffset = 0;
        for (const { startLine, endLine, startOffset, endOffset } of chunk('a.py', text)) {
          expect(startLine).toBe(nextLine);
          expect(startOffset).toBe(nextOffset);
          expect(endLine).toBeGreaterThanOrEqual(startLine);
          if (endLine > startLine) expect(endOffset - startOffset).toBeLessThanOrEqual(1500);
          nextLine = endLine + 1;
          nextOffset = endOffset;
        }
        expect(nextOffset).toBe(text.length);
      }),
    );
  });

  it('are none for an empty text', () => {
    expect(chunk('a.py', '')).toEqual([]);
  });
});

describe('chunks of a text without shape', () => {
  verifies(['repo:chunk:lines', 'repo:chunk:overlap'], 'are 200 lines with 30 in common', () => {
    const ranges = chunk('a.csv', 'a,b,c,d,e\n'.repeat(450)).map(({ startLine, endLine }) => [
      startLine,
      endLine,
    ]);
    expect(ranges).toEqual([
      [1, 200],
      [171, 370],
      [341, 450],
    ]);
  });

  it('are for no text with blank lines, indentation or declarations', () => {
    for (const extra of ['\n', '  x\n', 'def f():\n']) {
      const [first, second] = chunk('a.py', `${extra}${'print(1)\n'.repeat(450)}`);
      expect(second!.startLine).toBe(first!.endLine + 1);
    }
  });
});
