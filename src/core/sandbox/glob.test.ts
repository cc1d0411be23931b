import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandBraces, matchGlob, matchGlobTree } from './glob.ts';

describe('the glob dialect', () => {
  test.each([
    ['*.ts', ['a.ts', 'x/y/a.ts', '.ts'], ['a.tsx', 'a.ts/b']],
    ['**/*.ts', ['a.ts', 'x/a.ts', 'x/y/a.ts'], ['a.js']],
    ['src/*.ts', ['src/a.ts'], ['a.ts', 'src/x/a.ts', 'x/src/a.ts']],
    ['src/**', ['src/a', 'src/x/y'], ['src', 'srca/b']],
    ['src/**/a.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/x/b.ts']],
    ['**/test/**', ['test/a', 'x/test/a/b'], ['test', 'x/tests/a']],
    ['**', ['a', 'x/y'], []],
    ['/README.md', ['README.md'], ['x/README.md']],
    ['./src/a.ts', ['src/a.ts'], ['x/src/a.ts']],
    ['src/', ['src/a', 'src/x/y'], ['src']],
    ['src\\*.ts', ['src/a.ts'], ['a.ts']],
    ['?.ts', ['a.ts'], ['ab.ts', '.ts']],
    ['[ab].ts', ['a.ts', 'x/b.ts'], ['c.ts', '[ab.ts']],
    ['[!a].ts', ['b.ts'], ['a.ts']],
    ['[^a-c].ts', ['d.ts'], ['b.ts']],
    ['[]x].ts', ['].ts', 'x.ts'], ['a.ts']],
    ['*.{ts,tsx}', ['a.ts', 'x/a.tsx'], ['a.js']],
    ['{src,test}/**/*.{a,b{c,d}}', ['src/x.a', 'test/y/x.bd'], ['src/x.b', 'lib/x.a']],
    ['{a}', ['{a}'], ['a']],
    ['a{b', ['a{b'], ['ab']],
    ['app/[id]/page.tsx', ['app/[id]/page.tsx', 'app/i/page.tsx'], ['app/id/page.tsx']],
    ['a[', ['a['], ['a']],
    ['a**b', ['axxb', 'x/ab'], ['a/b']],
    ['a/**b', ['a/xb'], ['a/x/b']],
    ['*', ['a', '.a', 'x/y'], []],
    ['*.TS', [], ['a.ts']],
    ['', [], ['a']],
  ] as [string, string[], string[]][])('%j', (glob, yes, no) => {
    const matches = matchGlob(glob);
    expect(yes.filter((path) => !matches(path))).toEqual([]);
    expect(no.filter((path) => matches(path))).toEqual([]);
  });

  test('a tree glob takes a directory with all that is in it', () => {
    const matches = matchGlobTree(['dist', 'src/gen']);
    for (const path of ['dist', 'dist/a/b', 'x/dist/a', 'src/gen/a']) expect(matches(path)).toBe(true);
    for (const path of ['distinct/a', 'x/src/gen/a']) expect(matches(path)).toBe(false);
  });

  test('a tree of several globs takes what each of them takes of the path or of a directory on its way', () => {
    const name = fc.constantFrom('a', 'b', 'a.b', 'axb', '.', '-', '**');
    const glob = fc.oneof(
      name.map((folder) => `**/${folder}/**`),
      fc
        .array(fc.constantFrom('a', '*', '**', 'a.b'), { minLength: 1, maxLength: 3 })
        .map((it) => it.join('/')),
    );
    const path = fc.array(
      name.filter((it) => it !== '.'),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 4 }), path, (globs, names) => {
        const way = names.map((_, at) => names.slice(0, at + 1).join('/'));
        const expected = globs.some((each) => way.some(matchGlob(each)));
        expect(matchGlobTree(globs)(names.join('/'))).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  test('agrees with a regular expression made from the same glob', () => {
    const unit = fc.constantFrom('a', 'b', '*', '?', '/', '**', '**/');
    const path = fc.array(fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 6 }), path, (units, names) => {
        const segments = units
          .join('')
          .split('/')
          .filter((name) => name !== '');
        fc.pre(segments.length > 0);
        const text = names.map((name) => name.join('')).join('/');
        const glob = `/${segments.join('/')}`;
        expect(matchGlob(glob)(text)).toBe(oracle(segments).test(text));
      }),
      { numRuns: 3000 },
    );
  });
});

/** Slow on hostile globs, but plain: `**` is any number of whole segments, at the end at least one. */
function oracle(segments: string[]): RegExp {
  const source = segments.map((segment, at) => {
    const last = at === segments.length - 1;
    if (/^\*{2,}$/.test(segment)) return last ? '(?:[^/]+/)*[^/]+' : '(?:[^/]+/)*';
    return segment.replace(/\*+/g, '[^/]*').replaceAll('?', '[^/]') + (last ? '' : '/');
  });
  return new RegExp(`^${source.join('')}$`);
}

describe('hostile globs', () => {
  // A regular expression would need longer than the universe has lasted.
  test('a glob of many stars comes to an end', () => {
    expect(matchGlob(`${'*a'.repeat(200)}b`)('a'.repeat(4000))).toBe(false);
    expect(matchGlob(`${'**/a*/'.repeat(60)}b`)(`${'aa/'.repeat(1300)}c`)).toBe(false);
  });

  test('braces that stand for too many globs are refused', () => {
    expect(() => matchGlob('{a,b}'.repeat(20))).toThrow('too many');
    expect(() => matchGlob('x'.repeat(2000))).toThrow('too long');
    expect(expandBraces('{a,b}{c,d}')).toEqual(['ac', 'ad', 'bc', 'bd']);
  });
});
