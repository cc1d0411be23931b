/** The walker against git, over generated trees. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { git, repository, write } from '../../../tests/helpers/repository.ts';
import { walk } from './walk.ts';

const plain = { skip: () => false, withoutNoise: false, signal: undefined };
const asGitSees = (root: string, gitDir: string) =>
  git(root, `--git-dir=${gitDir}`, `--work-tree=${root}`, 'ls-files', '-z', '-co', '--exclude-standard')
    .split('\0')
    .filter((path) => path !== '')
    .sort();
const asWeSee = async (root: string, gitDir: string) =>
  (await walk(root, { path: '', repository: { top: root, gitDir, commonDir: gitDir } }, plain)).sort();

const name = fc.constantFrom(
  'a',
  'b',
  'ab',
  'a.c',
  'b.c',
  '.a',
  'x y',
  'a ',
  '#a',
  '!a',
  'A',
  '[a]',
  'a-b',
  'ba',
);
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

const piece = fc.constantFrom(
  'a',
  'b',
  'ab',
  'a.c',
  '.c',
  '*',
  '?',
  '**',
  '[ab]',
  '[!a]',
  '[^b]',
  '[a-b]',
  '[[:alpha:]]',
  '.',
  '\\a',
  '\\*',
  ' ',
  '#',
  '!',
  '[',
  ']',
  '{a,b}',
  'A',
);
const segment = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
const pattern = fc
  .record({
    negated: fc.constantFrom('', '', '!', '!', '\\!'),
    rooted: fc.constantFrom('', '', '/'),
    segments: fc.array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 3 }),
    end: fc.constantFrom('', '', '/', ' ', '\\ ', '/**', '\r', '  ', '\\'),
  })
  .map(({ negated, rooted, segments, end }) => negated + rooted + segments.join('/') + end);
const ignoreFile = fc.array(fc.oneof(pattern, fc.constantFrom('', '# a', '\\#a', '/', '!')), {
  minLength: 1,
  maxLength: 6,
});
const tree = fc.record({
  files: fc.array(file, { minLength: 1, maxLength: 14 }),
  ignoreFiles: fc.array(fc.tuple(fc.array(name, { maxLength: 2 }), ignoreFile), { maxLength: 4 }),
  exclude: fc.option(ignoreFile, { nil: [] }),
});

describe('ignore files', () => {
  test('the walker lists what git lists', async () => {
    const base = repository({});
    git(base, 'init', '-q', '--bare', 'store.git');
    const gitDir = join(base, 'store.git');
    const root = join(base, 'tree');
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, ignoreFiles, exclude }) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        for (const path of files) tryWrite(join(root, path), '');
        for (const [names, lines] of ignoreFiles)
          tryWrite(join(root, ...names, '.gitignore'), lines.join('\n'));
        write(gitDir, { 'info/exclude': exclude.join('\n') });
        expect(await asWeSee(root, gitDir)).toEqual(asGitSees(root, gitDir));
      }),
      {
        numRuns: RUNS,
        // Found by longer runs: git sets the letters before the first star apart.
        examples: [
          [{ files: ['a', 'ab', 'a/b', 'ac/b'], ignoreFiles: [], exclude: ['a**/b'] }],
          [{ files: ['a'], ignoreFiles: [[[], ['a**/**', '']]], exclude: [] }],
          [{ files: ['a'], ignoreFiles: [], exclude: ['a**/**', '\\!**'] }],
        ],
      },
    );
  });
});

/** Each run starts git twice. */
const RUNS = runs(30, 100);

/** A generated path may need a directory where another one made a file. */
function tryWrite(place: string, text: string): void {
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  } catch {
    return;
  }
}
