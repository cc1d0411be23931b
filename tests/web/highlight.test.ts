import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlighter } from '../../web/parts/highlight.ts';

test('comments, strings, numbers and keywords are told apart, and a block comment goes on', () => {
  const colour = highlighter('a.ts');
  expect(colour("const a = 'x'; // 1").filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'keyword', text: 'const' },
    { kind: 'string', text: "'x'" },
    { kind: 'comment', text: '// 1' },
  ]);
  expect(colour('/* open')).toEqual([{ kind: 'comment', text: '/* open' }]);
  expect(colour('end */ 7').at(0)).toEqual({ kind: 'comment', text: 'end */' });
});

test('no line loses or gains a character', () => {
  const paths = fc.constantFrom('a.ts', 'a.py', 'a.sql', 'a.html', 'a.unknown', 'Makefile');
  fc.assert(
    fc.property(paths, fc.array(fc.string({ unit: 'binary' })), (path, lines) => {
      const colour = highlighter(path);
      for (const line of lines)
        expect(
          colour(line)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
    }),
  );
});
