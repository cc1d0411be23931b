import { describe, expect, it } from 'vitest';
import type { ImportReference } from '../../../core/languages/index.ts';
import { createFileView, resolverFor } from './index.ts';
import { parseJsonc } from './jsonc.ts';

/** A megabyte of what a repository may hold to make a reader slow. */
const SIZE = 1_000_000;
const FILLINGS = {
  newlines: '\n'.repeat(SIZE),
  spaces: ' '.repeat(SIZE),
  quotes: '"'.repeat(SIZE),
  commas: ', '.repeat(SIZE / 2),
  comments: '/* '.repeat(SIZE / 3),
  escapes: `"${'\\"'.repeat(SIZE / 2)}`,
  braces: '{"a":'.repeat(SIZE / 5),
  words: 'class '.repeat(SIZE / 6),
  dots: `fun ${'a.'.repeat(SIZE / 2)}`,
};
/** Far more than any of them takes, far less than a slow expression would. */
const MOST_MS = 3_000;

const MANIFESTS: readonly (readonly [manifest: string, from: string, asked: Partial<ImportReference>])[] = [
  ['tsconfig.json', 'src/a.ts', { specifier: '@/b' }],
  ['package.json', 'src/a.ts', { specifier: '#b' }],
  ['go.mod', 'a.go', { specifier: 'example.com/b' }],
  ['Cargo.toml', 'src/lib.rs', { specifier: 'other::b', kind: 'use' }],
  ['composer.json', 'a.php', { specifier: 'App\\B', kind: 'use' }],
  ['org/shop/Names.kt', 'a.kt', { specifier: 'org.shop.Gone' }],
];

describe('manifests of a hostile repository', () => {
  it.each(MANIFESTS)('%s is read in no time, whatever it holds', async (manifest, from, asked) => {
    for (const [name, filling] of Object.entries(FILLINGS)) {
      const view = createFileView([manifest, from], async () => filling);
      const reference = { specifier: '', line: 1, kind: 'import' as const, ...asked };
      const started = performance.now();
      expect(await resolverFor(from)?.({ from, reference, view })).toEqual([]);
      expect(performance.now() - started, name).toBeLessThan(MOST_MS);
    }
  });

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
    ['\uFEFF[1, 2,]', [1, 2]],
    ['{"a": "x\\",}"}', { a: 'x",}' }],
    ['{"a": [1, /* x */ ], "b": {},\n// y\n}', { a: [1], b: {} }],
    ['[1,,]', undefined],
    ['[,]', []],
    ['{"a": 1} /* open', { a: 1 }],
    ['{', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(parseJsonc(text)).toEqual(expected);
  });
});
