/** The classes of a name's mentions add up to what ripgrep counts by whole word, whatever the files hold. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionOf } from '../../../tests/helpers/marked-mentions.ts';
import { newDirectory, removeTree } from '../../../tests/helpers/temporary-directory.ts';
import { hasFacts } from '../facts/index.ts';
import { CLASSES } from '../mention-class.ts';
import { mentionsOf } from './mentions.ts';

const SOURCE = join(import.meta.dirname, '..');
/** Of every language that may have rules; those without are left out. */
const ENDINGS = 'ts tsx js mjs py go java kt cs rs c h cc cpp rb php swift scala ex hs lua zig sh'
  .split(' ')
  .filter((ending) => hasFacts(`a.${ending}`));
const NO_MATCH = 1;

/** By path; files without any are not in it. */
function countedByRipgrep(name: string, texts: ReadonlyMap<string, string>): Map<string, number> {
  const root = newDirectory();
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const args = '--no-config --no-ignore --hidden --text --count-matches --null --word-regexp --fixed-strings';
  let printed = '';
  try {
    printed = execFileSync(rgPath, [...args.split(' '), '-e', name, '.'], { cwd: root, encoding: 'utf8' });
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === NO_MATCH)) throw error;
  } finally {
    removeTree(root);
  }
  return new Map(
    [...printed.matchAll(/\.\/(.+?)\0(\d+)\n/gs)].map(([, path = '', count]) => [path, Number(count)]),
  );
}

async function countedByUs(name: string, texts: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const session = await sessionOf(texts);
  const [declared] = await session.find({ names: [name], path: undefined, line: undefined });
  const { mentions } = await session.mentions(declared ?? { path: '', index: -1, name });
  const places = new Set(mentions.map(({ path, offset }) => `${path}\n${offset}`));
  expect(places.size).toBe(mentions.length);
  expect(mentions.every((mention) => CLASSES.includes(mention.class))).toBe(true);
  const counts = new Map<string, number>();
  for (const { path } of mentions) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

const NAMES = ['save', 'Store', 'größe', 'get_host', 'x', '_a', 'naïve', '変数'];
/** What code is made of, and what stands beside names to make words of them or not. */
const PIECES = [
  ...NAMES,
  ...'class |def |function |const |import |from |return |fn |struct |public |var |let |package |"|\'|`|//|/*|*/|#|\n|\r\n|\t| |  |(|)|{|}|[|]|.|,|;|:|=|->|::|<|>|$|@|_|1|é|\u0301|\u200d|\u{1d4d0}|\u{1f600}|\u203f'.split(
    '|',
  ),
];
const name = fc.constantFrom(...NAMES);
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(''));
const files = fc.dictionary(
  fc.constantFrom(...ENDINGS.flatMap((ending) => [`a.${ending}`, `below/b.${ending}`])),
  text,
  { minKeys: 1, maxKeys: 6 },
);

test('a name is found where ripgrep finds it by whole word, in any text', () => {
  fc.assert(
    fc.property(name, text, (wanted, written) => {
      const counted = countedByRipgrep(wanted, new Map([['a.txt', written]]));
      expect(mentionsOf(wanted, written)).toHaveLength(counted.get('a.txt') ?? 0);
    }),
    { numRuns: 150 },
  );
});

test('the classes add up to the count of ripgrep in every language with rules, also where nothing parses', async () => {
  await fc.assert(
    fc.asyncProperty(name, files, async (wanted, written) => {
      const texts = new Map(Object.entries(written));
      expect(await countedByUs(wanted, texts)).toEqual(countedByRipgrep(wanted, texts));
    }),
    { numRuns: 100 },
  );
}, 60_000);

test('the classes add up to the count of ripgrep in the files of this repository', async () => {
  const texts = new Map(
    ['symbols', 'facts', 'imports', 'parsing'].flatMap((folder) =>
      readdirSync(join(SOURCE, folder))
        .filter((each) => each.endsWith('.ts'))
        .map((each) => [`${folder}/${each}`, readFileSync(join(SOURCE, folder, each), 'utf8')] as const),
    ),
  );
  const words = new Set([...texts.values()].flatMap((each) => each.match(/[A-Za-z_]\w{2,}/g) ?? []));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...words), async (wanted) => {
      expect(await countedByUs(wanted, texts)).toEqual(countedByRipgrep(wanted, texts));
    }),
    { numRuns: 12 },
  );
}, 60_000);
