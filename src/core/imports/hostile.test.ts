import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../tests/helpers/growth.ts';
import type { ImportReference } from '../languages/index.ts';
import { parseJsonc } from '../text/index.ts';
import { createFileView, resolverFor } from './index.ts';

/** What a repository may hold to make a reader slow. */
const FILLINGS: Record<string, (characters: number) => string> = {
  newlines: (size) => '\n'.repeat(size),
  spaces: (size) => ' '.repeat(size),
  quotes: (size) => '"'.repeat(size),
  commas: (size) => ', '.repeat(size / 2),
  comments: (size) => '/* '.repeat(size / 3),
  escapes: (size) => `"${'\\"'.repeat(size / 2)}`,
  braces: (size) => '{"a":'.repeat(size / 5),
  words: (size) => 'class '.repeat(size / 6),
  dots: (size) => `fun ${'a.'.repeat(size / 2)}`,
};
/** The longest text has sixteen times as much: a megabyte. */
const SIZE = 62_500;

const MANIFESTS: readonly (readonly [manifest: string, from: string, asked: Partial<ImportReference>])[] = [
  ['tsconfig.json', 'src/a.ts', { specifier: '@/b' }],
  ['package.json', 'src/a.ts', { specifier: '#b' }],
  ['go.mod', 'a.go', { specifier: 'example.com/b' }],
  ['Cargo.toml', 'src/lib.rs', { specifier: 'other::b', kind: 'use' }],
  ['composer.json', 'a.php', { specifier: 'App\\B', kind: 'use' }],
  ['org/shop/Names.kt', 'a.kt', { specifier: 'org.shop.Gone' }],
];

describe('manifests of a hostile repository', () => {
  it.each(MANIFESTS)(
    '%s is read in time that grows with it, whatever it holds',
    async (manifest, from, asked) => {
      const reference = { specifier: '', line: 1, kind: 'import' as const, ...asked };
      for (const [name, filling] of Object.entries(FILLINGS)) {
        const read = async (size: number) => {
          const view = createFileView([manifest, from], async () => filling(size));
          expect(await resolverFor(from)?.({ from, reference, view })).toEqual([]);
        };
        await expectLinear(read, SIZE, name);
      }
    },
  );

  it('names of the language itself are no files and no packages', async () => {
    const view = createFileView(
      ['package.json', 'src/a.ts'],
      async () => '{"name": "x", "exports": {"./a": "./src/a.ts"}}',
    );
    for (const specifier of ['__proto__', 'constructor', 'x/__proto__', '#constructor', 'toString/x'])
      expect(
        await resolverFor('src/b.ts')?.({
          from: 'src/b.ts',
          reference: { specifier, line: 1, kind: 'import' },
          view,
        }),
      ).toEqual([]);
  });
});

describe('JSON with comments', () => {
  it.each([
    ['{"a": 1, // one\n "b": "//no", /* two */}', { a: 1, b: '//no' }],
    ['\uFEFF{"a": [1, 2,]}', { a: [1, 2] }],
    ['[1, 2]', undefined],
    ['{"a": "x\\",}"}', { a: 'x",}' }],
    ['{"a": [1, /* x */ ], "b": {},\n// y\n}', { a: [1], b: {} }],
    ['{"a": [1,,]}', undefined],
    ['{', undefined],
    ['', {}],
  ])('%s', async (text, expected) => {
    expect(await parseJsonc(text)).toEqual(expected);
  });
});
