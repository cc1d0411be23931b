import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, lineTable, splitLines } from './lines.ts';

describe('the line table', () => {
  it('knows where lines begin, how far in and with what', () => {
    const table = lineTable('a\n  b\r\n\tc\n \n');
    expect(table.count).toBe(4);
    expect([...table.starts.subarray(0, 5)]).toEqual([0, 2, 7, 10, 12]);
    expect([...table.indents.subarray(0, 4)]).toEqual([0, 2, 4, 1]);
    expect([...table.firsts.subarray(0, 4)].map((unit) => String.fromCharCode(unit))).toEqual([
      'a',
      'b',
      'c',
      '\0',
    ]);
  });

  it('counts lines as the rest of the program does', () => {
    const line = fc.constantFrom('', ' ', 'x', '\ty', 'long line of words', '\r');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.boolean(), (lines, closed) => {
        const text = lines.join('\n') + (closed ? '\n' : '');
        const table = lineTable(text);
        expect(table.count).toBe(countLines(text));
        const cut = splitLines(text).map((_, i) => text.slice(table.starts[i], table.starts[i + 1]));
        expect(cut.join('')).toBe(text);
      }),
    );
  });
});
