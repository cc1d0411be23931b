import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../tests/helpers/requirements.ts';
import { enclosingSymbol, imports, outline, parsedOr } from '../../index.ts';

const AFTER = '\n\ndef f():\n    pass\n';

describe('Python outlines', () => {
  verifies(
    ['repo:outline:unparseable-empty', 'repo:outline:parse-failure-silent'],
    'are empty where CPython would raise a SyntaxError',
    async () => {
      const broken = [
        'def g(:\n    pass',
        'x = 1\n  y = 2',
        'if x:\n        a\n    b',
        'if x:\n\ta\n        b',
        'def g():',
        'try:\n    pass',
        'print "hello"',
        'exec "code"',
        'try:\n    pass\nexcept A, e:\n    pass',
        'x = 0777',
        "x = '\\x4'",
        'x =\ny = 2',
        'class A\n    pass',
        "x = 'open",
        'x = (1',
        'a\0b',
      ];
      for (const text of broken) expect(await parsedOr([], outline('a.py', text + AFTER)), text).toEqual([]);
    },
  );

  it('are given for odd layout that CPython takes', async () => {
    const sound = [
      'x = (bar.\nbaz)',
      'if x: a = 1; b = 2',
      'x = 1; ',
      '# comment ending in \\',
      '\\\nx = 1',
      'print >>f, x',
      'x = f"{a["b"]}"',
      'class A[T]:\n    def m[U](self): ...',
      'type X = int',
      'if x:\n\ta\n\tb',
    ];
    for (const text of sound) {
      const names = (await outline('a.py', text + AFTER)).map(({ name }) => name);
      expect(names, text).toContain('f');
    }
  });

  verifies(
    'repo:outline:no-branch-truth',
    'list both branches of a condition that is never true',
    async () => {
      const text = 'if False:\n    def a(): ...\nelse:\n    def b(): ...\n';
      expect((await outline('a.py', text)).map(({ name, declContext }) => [name, declContext])).toEqual([
        ['a', 'if'],
        ['b', 'if'],
      ]);
    },
  );

  it('tell the innermost declaration around a line', async () => {
    const symbols = await outline('a.py', 'class A:\n    def m(self):\n        return 1\n\nx = 1\n');
    expect(enclosingSymbol(symbols, 3)?.name).toBe('A.m');
    expect(enclosingSymbol(symbols, 1)?.name).toBe('A');
    expect(enclosingSymbol(symbols, 5)).toBeUndefined();
  });

  it('come with imports even where the file is broken further down', async () => {
    expect(await imports('a.py', 'from .a import b as c\n\ndef f(:\n')).toEqual([
      { specifier: '.a', line: 1, kind: 'import', names: ['b'] },
    ]);
  });
});
