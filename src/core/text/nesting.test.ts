import fc from 'fast-check';
import { parseTree } from 'jsonc-parser';
import { parse as parseTomlText } from 'smol-toml';
import { describe, expect, it, test } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { runs } from '../../../tests/helpers/full-run.ts';
import { expectLinear } from '../../../tests/helpers/growth.ts';
import { lookUpInJson, parseJson } from './json.ts';
import { isJsonTooDeep, isTomlTooDeep, MAX_NESTING, TOO_DEEP } from './nesting.ts';
import { parseToml } from './toml.ts';
import { parseYaml } from './yaml.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^["'[\]{}#\\:\-?*&!|>,./ \n]{0,12}$/),
);
const leaf = fc.oneof(text, fc.integer(), fc.boolean());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));

/** That many lists or maps around a leaf, some of each. */
const nested = (depth: number) =>
  fc
    .array(fc.boolean(), { minLength: depth, maxLength: depth })
    .map((kinds) => kinds.reduce<unknown>((inner, isList) => (isList ? ['x', inner] : { k: inner }), 'leaf'));
const allowed = fc.oneof(value, fc.integer({ min: 0, max: MAX_NESTING }).chain(nested));
const tooDeep = fc.integer({ min: MAX_NESTING + 1, max: 300 }).chain(nested);

/** A few words many times over, each time further to the right if so chosen: what makes a parser nest. */
function repeated(words: readonly string[]) {
  return fc
    .record({
      words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }),
      indent: fc.nat(2),
      times: fc.integer({ min: 70, max: 120 }),
      before: fc.constantFrom('', 'a: ', '- ', '[', '{', 'a = ', '# x\n'),
    })
    .map(({ words: some, indent, times, before }) => {
      const lines = Array.from({ length: times }, (_, at) =>
        some.join('').replaceAll('\n', `\n${' '.repeat(at * indent)}`),
      );
      return before + lines.join('');
    });
}

describe('YAML', () => {
  const styles = fc.constantFrom('any' as const, 'flow' as const, 'block' as const);

  it('of any value up to the limit reads as the library reads it', async () => {
    await fc.assert(
      fc.asyncProperty(allowed, styles, fc.nat(3), async (given, collectionStyle, extra) => {
        const written = stringify(given, {
          collectionStyle,
          indent: 1 + extra,
          aliasDuplicateObjects: false,
        });
        const library = parseDocument(written, { schema: 'core', stringKeys: true });
        const ours = await parseYaml(written);
        if (library.errors.length > 0) expect(ours.ok).toBe(false);
        else expect(ours).toMatchObject({ ok: true, value: library.toJS() });
      }),
      { numRuns: 100 },
    );
  });

  it('deeper than the limit is refused, in lines and in brackets', async () => {
    await fc.assert(
      fc.asyncProperty(tooDeep, styles, async (given, collectionStyle) => {
        const written = stringify(given, { collectionStyle, indent: 1 });
        expect(await parseYaml(written)).toMatchObject({ ok: false, problem: TOO_DEEP });
      }),
      { numRuns: 40 },
    );
  });

  it('of any words is read or refused, and never holds a value much deeper', async () => {
    const words = [
      '[',
      ']',
      '{',
      '}',
      '- ',
      '? ',
      ': ',
      ':',
      'a',
      'b: ',
      '"x"',
      "'",
      '"',
      ',',
      '\n',
      '\t',
      ' ',
      '&a ',
      '!t ',
      '|\n',
      '#',
      '...\n',
      '---\n',
      '-\n',
      'a:\n',
      '\r\n',
    ];
    await fc.assert(
      fc.asyncProperty(repeated(words), async (written) => {
        const ours = await parseYaml(written);
        if (!ours.ok && ours.problem !== TOO_DEEP) {
          const { errors, warnings } = parseDocument(written, { stringKeys: true, logLevel: 'error' });
          expect([...errors, ...warnings]).not.toEqual([]);
        }
        if (ours.ok) expect(depthOf(ours.value)).toBeLessThanOrEqual(2 * MAX_NESTING + 1);
      }),
      { numRuns: runs(100, 300) },
    );
  });

  test.each([
    ['brackets', '['.repeat(65)],
    ['closed brackets', '['.repeat(65) + ']'.repeat(65)],
    ['braces', '{a: '.repeat(65)],
    ['dashes in one line', '- '.repeat(65)],
    ['question marks', '? '.repeat(65)],
    ['indented keys', Array.from({ length: 65 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
    [
      'lists below keys in their column',
      Array.from({ length: 33 }, (_, at) => `${' '.repeat(at)}a:\n${' '.repeat(at)}-\n`).join(''),
    ],
    ['brackets below lines', `${'- '.repeat(32)}${'['.repeat(33)}`],
    ['brackets behind a bracket in quotes', `a: ${'["]", '.repeat(65)}`],
    ['brackets behind an apostrophe', `it's: ${'['.repeat(65)}`],
  ])('%s are counted', async (_, written) => {
    expect(await parseYaml(written)).toMatchObject({ ok: false, problem: TOO_DEEP });
  });

  const numbered = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('');

  // The last is how many: so many that it takes minutes to compare each part with each, or to keep every error.
  test.each<[string, boolean, (count: number) => string, number]>([
    ['keys', true, (count) => numbered(count, (at) => `k${at}: 1\n`), 10_000],
    ['keys in braces', true, (count) => `{${numbered(count, (at) => `k${at}: 1, `)}}`, 10_000],
    ['aliases', false, (count) => `a: &a 1\n${numbered(count, (at) => `k${at}: *a\n`)}`, 10_000],
    ['commas', false, (count) => `[${','.repeat(count)}]`, 1_000_000],
    ['closing brackets', false, (count) => ']'.repeat(count), 1_000_000],
    ['documents', false, (count) => '--- a\n'.repeat(count), 160_000],
    ['spaces in quotes', true, (count) => `a: "${' '.repeat(count)}x\n${' '.repeat(count)}"\n`, 500_000],
  ])('very many %s take no more than their share of time', async (_, ok, written, count) => {
    await expectLinear(async (pieces) => {
      const answer = await parseYaml(written(pieces));
      if (pieces === count) expect(answer).toMatchObject({ ok });
    }, count / 16);
  });

  test.each([
    ['a block of text', `a: |\n${'  [ { - - \n'.repeat(100)}`],
    ['quotes', `a: "${'['.repeat(100)}"\nb: '${'{'.repeat(100)}'\n`],
    ['a comment', `# ${'['.repeat(100)}\na: 1 # ${'{'.repeat(100)}\n`],
    ['plain words', `a: x${'['.repeat(100)}\n`],
    ['many items', '- a: [1]\n  b: {c: 2}\n'.repeat(100)],
  ])('brackets in %s are not', async (_, written) => {
    expect(await parseYaml(written)).toMatchObject({ ok: true });
  });
});

describe('JSON', () => {
  it('of any value up to the limit reads as JSON.parse reads it', () => {
    fc.assert(
      fc.property(allowed, fc.nat(3), (given, indent) => {
        const written = JSON.stringify(given, null, indent);
        expect(parseJson(written)).toEqual({ ok: true, value: JSON.parse(written) });
      }),
      { numRuns: 100 },
    );
  });

  it('deeper than the limit is refused by every reader', async () => {
    await fc.assert(
      fc.asyncProperty(tooDeep, async (given) => {
        const written = JSON.stringify({ a: given });
        expect(parseJson(written)).toEqual({ ok: false, problem: TOO_DEEP });
        expect(await lookUpInJson(`// x\n${written}`, ['a'])).toMatchObject({ ok: false });
      }),
      { numRuns: 100 },
    );
  });

  it('that is let through never makes the lenient parser nest further, valid or not', () => {
    const words = [
      '[',
      ']',
      '{',
      '}',
      '"',
      '"a"',
      ':',
      ',',
      '\\',
      '\n',
      '\r',
      '//',
      '/*',
      '*/',
      '/',
      '1',
      ' ',
    ];
    fc.assert(
      fc.property(repeated(words), (written) => {
        if (isJsonTooDeep(written)) return;
        expect(heightOf(parseTree(written))).toBeLessThanOrEqual(2 * MAX_NESTING + 2);
      }),
      { numRuns: runs(300, 1000) },
    );
  });
});

interface TreeNode {
  children?: TreeNode[];
}

/** Without recursion. A property is a node too, so objects count twice. */
function heightOf(root: TreeNode | undefined): number {
  let height = 0;
  for (let level = root ? [root] : []; level.length > 0; height++)
    level = level.flatMap(({ children = [] }) => children);
  return height;
}

describe('TOML', () => {
  const key = fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/);
  const plain = fc.oneof(
    fc.integer(),
    fc.constantFrom(
      '1.5',
      '1979-05-27',
      '""',
      "''",
      '"[.{"',
      "'[.{'",
      '"""\n[[["" \\""""',
      "'''\n[.['''",
      'true',
    ),
  );
  const row = fc
    .tuple(fc.array(key, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 50 }), plain)
    .map(
      ([keys, depth, inner]) =>
        `${keys.join(' . ')} = ${'['.repeat(depth)}${inner}${']'.repeat(depth)} # [[[.`,
    );
  const table = fc
    .tuple(fc.array(key, { minLength: 1, maxLength: 10 }), fc.array(row, { maxLength: 4 }))
    .map(([keys, rows]) => [`[${keys.join('.')}]`, ...rows].join('\n'));

  it('of any tables up to the limit reads as the library reads it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 3 }),
        fc.array(table, { maxLength: 4 }),
        async (rows, tables) => {
          const written = [...rows, ...tables].join('\n');
          expect(isTomlTooDeep(written)).toBe(false);
          const library = await Promise.resolve(written)
            .then(parseTomlText)
            .catch(() => undefined);
          const ours = await parseToml(written);
          if (library) expect(ours).toEqual({ ok: true, value: library });
          else expect(ours.ok).toBe(false);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('that is let through never holds a value much deeper, however it is written', async () => {
    const words = [
      '[',
      ']',
      '[[',
      ']]',
      '{',
      '}',
      'a',
      'b',
      '.',
      '=',
      ' = ',
      ',',
      '"',
      '"""',
      "'",
      "'''",
      '\n',
      '#',
      '\\',
      '1',
    ];
    await fc.assert(
      fc.asyncProperty(repeated(words), async (written) => {
        const read = await parseToml(written);
        if (read.ok) expect(depthOf(read.value)).toBeLessThanOrEqual(2 * MAX_NESTING + 1);
      }),
      { numRuns: runs(300, 1000) },
    );
  });

  const steps = (count: number) => Array.from({ length: count }, () => 'a').join('.');
  test.each([
    ['an array', `x = ${'['.repeat(65)}`],
    ['a closed array', `x = ${'['.repeat(65)}${']'.repeat(65)}`],
    ['inline tables', `x = ${'{a = '.repeat(65)}1${'}'.repeat(65)}`],
    ['a header', `[${steps(65)}]`],
    ['a header with blanks', `  [[ ${steps(65).replaceAll('.', ' . ')} ]]\nx = 1`],
    ['a dotted key', `${steps(66)} = 1`],
    ['header, key and brackets together', `[${steps(30)}]\n${steps(20)} = {${steps(10)} = [[[[[[[1]]]]]]]}`],
  ])('%s is counted', async (_, written) => {
    expect(await parseToml(written)).toEqual({ ok: false, problem: TOO_DEEP });
  });

  test.each([
    ['an array', `x = ${'['.repeat(64)}1.5${']'.repeat(64)}\ny = [1.5, 2.5]`],
    ['a header', `[${steps(64)}]\nx = 1.5`],
    [
      'many headers',
      `[a.b]\n[a.c]\n`.repeat(1) + Array.from({ length: 100 }, (_, at) => `[t.t${at}]\nx = [1]\n`).join(''),
    ],
  ])('%s at the limit is read', async (_, written) => {
    expect(await parseToml(written)).toMatchObject({ ok: true });
  });
});

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value]; level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return depth;
}
