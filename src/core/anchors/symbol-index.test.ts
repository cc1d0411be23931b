import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPage } from './page.ts';
import { symbolIndex } from './symbol-index.ts';

const LINES = 30;
const line = fc.integer({ min: 1, max: LINES });
const symbol = fc
  .tuple(fc.constantFrom('a', 'b', 'A.b', 'A.b_c', 'bC'), line, line)
  .map(([name, one, other]) => ({ name, startLine: Math.min(one, other), endLine: Math.max(one, other) }));

it('finds the declarations that share a line with a stretch, nested, crossing or equal', () => {
  fc.assert(
    fc.property(fc.array(symbol, { maxLength: 40 }), line, line, (symbols, one, other) => {
      const page = openPage('x\n'.repeat(LINES), symbols);
      const span = { start: Math.min(one, other) - 1, end: Math.max(one, other) };
      const expected = symbols
        .filter(({ startLine, endLine }) => startLine <= span.end && endLine > span.start)
        .toSorted((a, b) => a.startLine - b.startLine);
      expect(symbolIndex(page).around(span)).toEqual(expected);
    }),
  );
});

it('finds declarations by their own name, and in other spellings', () => {
  const symbols = ['A.open_gate', 'B.openGate', 'C.OPEN_GATE', 'open'].map((name, at) => ({
    name,
    startLine: at + 1,
    endLine: at + 1,
  }));
  const index = symbolIndex(openPage('x\n'.repeat(4), symbols));
  expect(index.namesakes('openGate').map(({ name }) => name)).toEqual(['B.openGate']);
  expect(index.respelt('OpenGate').map(({ name }) => name)).toEqual([
    'A.open_gate',
    'B.openGate',
    'C.OPEN_GATE',
  ]);
});
