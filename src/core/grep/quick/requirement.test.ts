import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Requirement, requirementOf } from './requirement.ts';

const SHORTEST = 3;
const of = (pattern: string, caseSensitive = false) => requirementOf({ pattern, caseSensitive }, SHORTEST);

describe('what a match must hold', () => {
  test.each<[string, Requirement]>([
    ['needle', { literal: 'needle' }],
    ['^needle$', { literal: 'needle' }],
    ['\\bneedle\\b', { literal: 'needle' }],
    ['foo\\.bar\\(', { literal: 'foo.bar(' }],
    ['foo(bar)baz', { literal: 'foobarbaz' }],
    ['foo(?P<name>bar)baz', { literal: 'foobarbaz' }],
    ['(?i)Foo', { literal: 'Foo' }],
    ['one.*two', { all: [{ literal: 'one' }, { literal: 'two' }] }],
    ['func\\s+\\w+Name', { all: [{ literal: 'func' }, { literal: 'Name' }] }],
    ['foo|bar', { any: [{ literal: 'foo' }, { literal: 'bar' }] }],
    [
      'pre(foo|bar)post',
      { all: [{ literal: 'pre' }, { any: [{ literal: 'foo' }, { literal: 'bar' }] }, { literal: 'post' }] },
    ],
    ['abcd+efg', { all: [{ literal: 'abcd' }, { literal: 'defg' }] }],
    ['abcd?efg', { all: [{ literal: 'abc' }, { literal: 'efg' }] }],
    ['(?:abc){2,}xyz', { all: [{ literal: 'abc' }, { literal: 'xyz' }] }],
    ['[]x]abc[^]]def', { all: [{ literal: 'abc' }, { literal: 'def' }] }],
    ['検索', { literal: '検索' }],
    ['abcößxyz', { all: [{ literal: 'abc' }, { literal: 'xyz' }] }],
  ])('%s', (pattern, expected) => {
    expect(of(pattern)).toEqual(expected);
  });

  test.each([
    '(?:abc)?',
    '(?:abc)*',
    '(?:abc){0,2}',
    '(?:abc)+*',
    '(?:abc)+??',
    'abc|',
    'abc|.',
    '(abc|d)',
    'ab',
    '.*',
    '',
    // Not understood, so nothing is known of them.
    '(?x)a b c',
    '(?i-u)abc',
    '(?s:abc)',
    'abc\\x41',
    'abc\\u{41}',
    'abc\\pL',
    'abc\\Q.',
    'abc[a[bc]]',
    'abc[a-z&&b]',
    'abc{',
    'abc{,3}',
    '*abc',
    'abc)',
    '(abc',
    'abc\\',
    'abc[',
    'abc\\b{start}',
    'abc\\<',
    'abc\nd',
    'abc\\n',
  ])('nothing for %j', (pattern) => {
    expect(of(pattern)).toBeUndefined();
  });

  test('of other alphabets only when case counts, as each may have forms we do not know', () => {
    expect(of('größer', true)).toEqual({ literal: 'größer' });
    expect(of('Привет')).toBeUndefined();
    expect(of('(?i)Привет', true)).toBeUndefined();
  });

  test('plain text is taken as it is', () => {
    const plain = (pattern: string) =>
      requirementOf({ pattern, caseSensitive: true, fixedStrings: true }, SHORTEST);
    expect(plain('a.b*(c')).toEqual({ literal: 'a.b*(c' });
    expect(plain('(?i)abc')).toEqual({ literal: '(?i)abc' });
    expect(plain('abc\nd')).toBeUndefined();
  });
});

test('every text that a pattern matches holds what the pattern is said to require', () => {
  const piece = fc.constantFrom('abc', 'xyz', 'q', '.', '\\w', '[a-c]', '\\.', '^', '$', '\\b', ' ');
  const pattern = fc.letrec<{ one: string; many: string }>((tie) => ({
    one: fc.oneof(
      { depthSize: 'small' },
      piece,
      fc
        .tuple(fc.constantFrom('a', 'q', '\\.', '.'), fc.constantFrom('?', '*', '+', '{2}', '{0,1}', '+?'))
        .map((it) => it.join('')),
      fc
        .tuple(tie('many'), fc.constantFrom('', '?', '*', '+', '{1,2}', '{2}', '{0}'))
        .map(([it, sign]) => `(?:${it})${sign}`),
      fc.tuple(tie('many'), tie('many')).map(([a, b]) => `(${a}|${b})`),
    ),
    many: fc.array(tie('one'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  })).many;
  const text = fc
    .array(fc.constantFrom('abc', 'xyz', 'q', 'a', 'b', '.', ' '), { maxLength: 14 })
    .map((it) => it.join(''));
  let told = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 20, maxLength: 20 }), (source, texts) => {
      const need = of(source, true);
      if (need === undefined) return;
      for (const each of texts) {
        // These parts mean the same in both languages.
        if (!new RegExp(source).test(each)) continue;
        told++;
        expect({ source, each, holds: holds(each, need) }).toMatchObject({ holds: true });
      }
    }),
    { numRuns: 3_000 },
  );
  expect(told).toBeGreaterThan(500);
});

function holds(text: string, need: Requirement): boolean {
  if ('literal' in need) return text.includes(need.literal);
  if ('all' in need) return need.all.every((each) => holds(text, each));
  return need.any.some((each) => holds(text, each));
}
