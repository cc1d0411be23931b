/**
 * Many repositories share a process, so what a module keeps must belong to none of them. Everything that modules keep is
 * named here, with the reason why it may be shared; what is not named belongs into a value that somebody opens and closes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');

/** By the module it is in. */
const SHARED: Readonly<Record<string, string>> = {
  'src/core/sandbox reused': 'room for one read; the text is decoded before another can begin',
  'src/core/anchors knownMarks': 'by the page it was made from',
  'src/core/anchors sketches': 'by the page it was made from',
  'src/core/anchors known': 'by the page it was made from',
  'src/core/processes running': 'children of the process, ended with it',
  'src/core/processes watchesExit': 'whether they are ended with it',
  'src/core/languages patterns': 'by the syntax it was made from',
  'src/core/languages runtime': 'the parser of this thread',
  'src/core/languages languages': 'grammars of the package, by name',
  'src/core/languages failed': 'whether the parser of this thread can be used again',
  'src/core/languages threadId': 'of this thread',
  'src/core/languages --liftoff-only': 'for the moment in which a grammar is compiled',
  'src/core/store loaded': 'the driver, not a database',
  'src/core/store descriptorPaths': 'what this system can do',
  'src/core/store ownTokens': 'of locks that the process holds, whatever the folder',
  'src/core/store counter': 'for names that no two writes share',
  'src/core/embed loaded': 'the model of the package',
  'src/core/embed compiled': 'the kernel of the package',
  'src/core/facts MODULES_OF': 'modules of a text, by its facts while they are made',
  'src/core/facts TABLES': 'by the reading of one text',
  'src/core/facts aliases': 'by the reading of one text',
  'src/core/facts roots': 'by the reading of one text',
  'src/core/facts tables': 'by the facts it was made from',
  'src/core/symbols starts': 'by the reading it was made from',
  'src/core/imports trees': 'by the listing it was made from',
  'src/core/index compiled': 'the kernel of the package',
  'src/core/index remembered': 'by the text it was made from',
  'src/core/index NOTHING': 'empty, and nobody adds to it',
  'src/core/index units': 'a table of Unicode',
  'src/core/index known': 'a table of Unicode',
  'src/core/index PATIENCE': 'how V8 compiles, the same for every index',
  'src/areas/contexts threads': 'they get texts and give values, and keep nothing between two',
  'src/core/parsing threads': 'they get texts and give values, and keep nothing between two',
};

const STATE = [
  /^(?:export )?(?:let|var) (?<name>\w+)/gm,
  /^(?:export )?const (?<name>\w+)(?:: [^=\n]*)? = new (?:Map|Set|WeakMap|WeakSet|Threads)(?:<.*>)?\((?:\)|\{)/gm,
  /setFlagsFromString\('?(?<name>(?!--no-)[\w-]+)'?\)/g,
];

test('one file below main.ts asks which platform this is', () => {
  const asking = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.endsWith('.test.ts') &&
      readFileSync(join(SOURCE, path), 'utf8').includes('process.platform'),
  );
  expect(asking.map((path) => path.split(sep).join('/')).sort()).toEqual(['core/system.ts', 'main.ts']);
});

test('what modules keep belongs to no repository', () => {
  const found = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(SOURCE, path), 'utf8');
      const name = ['src', ...path.split(sep).slice(0, 2)].join('/');
      return STATE.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(({ groups }) => `${name} ${groups?.name}`),
      );
    });
  expect([...new Set(found)].sort()).toEqual(Object.keys(SHARED).sort());
});
