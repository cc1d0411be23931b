/**
 * A working copy as people and git treat it, in any order: edits, moves, removals, branches, merges, rebases, stashes, cleans, worktrees,
 * submodules, ignore files. After each step search, grep and listing are what a new process would find, or search says that something may be missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openGrep } from '../../src/core/grep/index.ts';
import { findRipgrep } from '../../src/core/grep/ripgrep.ts';
import { createLogger } from '../../src/core/logger.ts';
import { openWorkspaceSync, type SearchableWorkspace } from '../../src/core/workspace/index.ts';
import { openTestIndex, type TestIndex } from '../helpers/code-index.ts';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { git, gitRepository, quietGit } from '../helpers/repository.ts';
import { removeTree, temporaryDirectory } from '../helpers/temporary-directory.ts';

const WORDS = ['walrus', 'heron', 'badger'];
const DIRECTORIES = ['', 'a', 'a/b', 'c', 'c/d/e'];
const BRANCHES = ['main', 'one', 'two'];
const BYTES = 100_000;

interface Step {
  what: keyof typeof STEPS;
  /** Which file, directory or branch. */
  one: number;
  other: number;
  /** Whether a warning is taken at its word: ask again until there is none. */
  honours: boolean;
}

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
const place = (root: string, at: number) => join(root, pick(DIRECTORIES, at), `f${at % 4}.txt`);
const text = (at: number) =>
  `${pick(WORDS, at)} ${at}\nplain\n${at % 5 === 0 ? `${pick(WORDS, at + 1)}\n` : ''}`;

function put(at: string, content: string): void {
  try {
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  } catch {
    // A file is where a directory should be, or the other way round: as good as no step.
  }
}

function moved(from: string, to: string): boolean {
  try {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** What git refuses, such as a merge with changes in the way, is a step that did nothing, or half of it. */
function tried(root: string, ...args: string[]): void {
  try {
    quietGit(root, '-c', 'protocol.file.allow=always', ...args);
  } catch {
    // Whatever it left is what there is to be found.
  }
}

/** For submodules; made when the test begins. */
let library = '';

const directory = (root: string, at: number) => join(root, pick(DIRECTORIES.slice(1), at));

const STEPS = {
  edit: (root: string, one: number, other: number) => put(place(root, one), text(other)),
  edits: (root: string, one: number, other: number) => {
    for (let at = 0; at < 60; at++)
      put(join(root, `many/m${at}.txt`), at % 20 === one % 20 ? text(other) : 'x\n');
  },
  remove: (root: string, one: number) => rmSync(place(root, one), { force: true, recursive: true }),
  removeDirectory: (root: string, one: number) =>
    rmSync(directory(root, one), { force: true, recursive: true }),
  emptyDirectory: (root: string, one: number) => {
    if (!existsSync(join(root, 'empty'))) mkdirSync(join(root, `empty/e${one % 2}`), { recursive: true });
    else put(join(root, `empty/e${one % 2}/late.txt`), text(one));
  },
  move: (root: string, one: number, other: number) => moved(place(root, one), place(root, other)),
  moveDirectory: (root: string, one: number, other: number) =>
    moved(directory(root, one), join(root, `moved${other % 2}`)),
  moveBack: (root: string, one: number, other: number) => {
    const away = join(root, 'away');
    if (!moved(directory(root, one), away)) return;
    put(join(away, `f${other % 4}.txt`), text(other));
    moved(away, directory(root, one));
  },
  link: (root: string, one: number) => {
    const at = place(root, one);
    rmSync(at, { force: true, recursive: true });
    if (existsSync(dirname(at)) && lstatSync(dirname(at)).isDirectory()) symlinkSync('f0.txt', at);
  },
  ignore: (root: string, one: number, other: number) =>
    put(join(root, one % 3 === 0 ? 'a' : '', '.gitignore'), pick(['f1.txt\n', 'c/\n', '*.log\n', ''], other)),
  add: (root: string, one: number) => tried(root, 'add', '-A', ...(one % 2 === 0 ? ['-f'] : []), '--', '.'),
  forget: (root: string, one: number) =>
    tried(root, 'rm', '-q', '--cached', '--ignore-unmatch', '--', `f${one % 4}.txt`),
  commit: (root: string) => {
    tried(root, 'add', '-A');
    tried(root, 'commit', '-q', '-m', 'step');
  },
  checkout: (root: string, one: number, other: number) =>
    tried(root, 'checkout', '-q', ...(other % 2 === 0 ? ['-f'] : []), pick(BRANCHES, one)),
  branch: (root: string, one: number) => tried(root, 'branch', '-f', pick(BRANCHES, one)),
  merge: (root: string, one: number) =>
    tried(root, 'merge', '-q', '--no-edit', '-X', 'theirs', pick(BRANCHES, one)),
  rebase: (root: string, one: number) => {
    tried(root, 'rebase', '-q', '-X', 'theirs', pick(BRANCHES, one));
    tried(root, 'rebase', '--abort');
  },
  stash: (root: string) => tried(root, 'stash', '-q', '-u'),
  unstash: (root: string) => tried(root, 'stash', 'pop', '-q'),
  clean: (root: string) => tried(root, 'clean', '-fdq'),
  reset: (root: string) => tried(root, 'reset', '-q', '--hard'),
  worktree: (root: string, one: number) => {
    if (existsSync(join(root, 'tree'))) tried(root, 'worktree', 'remove', '-f', 'tree');
    else tried(root, 'worktree', 'add', '-q', '-f', 'tree', pick(BRANCHES, one));
  },
  submodule: (root: string) => {
    if (existsSync(join(root, 'sub'))) tried(root, 'rm', '-q', '-f', 'sub');
    else tried(root, 'submodule', '--quiet', 'add', '-f', library, 'sub');
  },
} as const;

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  one: fc.nat(19),
  other: fc.nat(19),
  honours: fc.boolean(),
});

async function opened(keepsListing: boolean) {
  const root = gitRepository(Object.fromEntries(DIRECTORIES.map((at, n) => [join(at, 'f0.txt'), text(n)])));
  for (const branch of BRANCHES.slice(1)) git(root, 'branch', branch);
  let workspace: SearchableWorkspace | undefined;
  const { index, close } = await openTestIndex(root, {
    maxFileBytes: BYTES,
    keepsListing,
    seen: (each) => {
      workspace = each;
      return each;
    },
  });
  if (workspace === undefined) throw new Error('no workspace');
  const log = createLogger('silent', () => {}, systemClock.now);
  // Tables are made for large trees only, unless one asks for them.
  const tables = openGrep(workspace, { clock: systemClock, log, leastFiles: 1 });
  return { root, index, tables, workspace, close };
}

/** All files with the word, as a new process lists them and ripgrep searches them. */
function oracle(program: string, root: string, files: readonly string[], word: string): string[] {
  if (files.length === 0) return [];
  try {
    const found = execFileSync(
      program,
      ['-l', '-F', '--no-config', word, ...files.map((each) => `./${each}`)],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    return found
      .split('\n')
      .filter(Boolean)
      .map((each) => each.slice(2))
      .sort();
  } catch {
    // It ends with 1 if nothing was found.
    return [];
  }
}

const sorted = (paths: Iterable<string>) => [...new Set(paths)].sort();

test('whatever happens to a working copy, answers without a warning are complete and true', async () => {
  library = gitRepository({ 'lib/s.txt': 'walrus in a library\n', 'lib/t.txt': 'heron\n' });
  const program = (await findRipgrep(process.cwd(), process.env.PATH)) ?? '';
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (keepsListing, steps) => {
        const { root, index, tables, workspace, close } = await opened(keepsListing);
        const search = (word: string) => index.search(word, { mode: 'bm25', topK: 100 });
        const settled = async (word: string) => {
          for (;;) {
            const answer = await search(word);
            if (answer.warnings.length === 0) return answer;
          }
        };
        try {
          for (const { what, one, other, honours } of steps) {
            STEPS[what](root, one, other);
            const word = pick(WORDS, other);
            const now = (await openWorkspaceSync({ root, maxFileBytes: BYTES }).files()).map(
              ({ path }) => path,
            );
            const expected = oracle(program, root, now, word);
            const answer = honours ? await settled(word) : await search(word);
            if (answer.warnings.length === 0)
              expect(sorted(answer.hits.map(({ path }) => path))).toEqual(expected);
            const query = {
              pattern: word,
              caseSensitive: true,
              contextLines: 0,
              limit: 500,
              maxLineLength: 500,
            };
            for (const grep of [index.grep, tables.grep]) {
              const found = await grep(query);
              // Hidden files are searched too; there are none with a word.
              expect('matches' in found && sorted(found.matches.map(({ path }) => path))).toEqual(expected);
            }
            expect((await workspace.files()).map(({ path }) => path)).toEqual(now);
            expect(sorted(await index.files())).toEqual(now);
          }
          const { index: fresh, close: closeFresh } = await openTestIndex(root, { maxFileBytes: BYTES });
          for (const word of WORDS)
            expect((await settled(word)).hits).toEqual(
              (await fresh.search(word, { mode: 'bm25', topK: 100 })).hits,
            );
          await closeFresh();
        } finally {
          tables.close();
          workspace.closeListing();
          await close();
          rmSync(root, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: runs(4, 150) },
  );
});

const STEPS_OF_BRANCHES = [
  'edits',
  'edits',
  'commit',
  'checkout',
  'checkout',
  'branch',
  'merge',
  'edit',
  'reset',
] as const;

test('a link to another file in the place of a file is no file, as in a listing', async () => {
  const root = gitRepository({ 'a.txt': 'walrus\n', 'b.txt': 'heron\n' });
  const { index, close } = await openTestIndex(root, { maxFileBytes: BYTES });
  const paths = (word: string) =>
    eventually(async () => {
      const { hits, warnings } = await index.search(word, { mode: 'bm25', topK: 10 });
      expect(warnings).toEqual([]);
      return hits.map(({ path }) => path);
    });
  expect(await paths('heron')).toEqual(['b.txt']);
  rmSync(join(root, 'b.txt'));
  symlinkSync('a.txt', join(root, 'b.txt'));
  expect([await paths('walrus'), await paths('heron')]).toEqual([['a.txt'], []]);
  await close();
});

const treeStep = fc.record({
  what: fc.oneof(
    fc.constantFrom(...STEPS_OF_BRANCHES),
    fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  ),
  /** Which work tree. */
  tree: fc.nat(1),
  one: fc.nat(19),
  other: fc.nat(19),
});

test('whatever happens in two work trees that share their index, each answers as one that was made anew', async () => {
  library = gitRepository({ 'lib/s.txt': 'walrus in a library\n' });
  await fc.assert(
    fc.asyncProperty(fc.array(treeStep, { minLength: 6, maxLength: 16 }), async (steps) => {
      const root = gitRepository(
        Object.fromEntries(DIRECTORIES.map((at, n) => [join(at, 'f0.txt'), text(n)])),
      );
      for (const branch of BRANCHES.slice(1)) git(root, 'branch', branch);
      const linked = join(temporaryDirectory(), 'linked');
      git(root, 'worktree', 'add', '-q', linked, 'one');
      const trees = [root, linked];
      const indexes = [];
      for (const tree of trees)
        indexes.push(await openTestIndex(tree, { maxFileBytes: BYTES, shared: true }));
      const answers = async (open: TestIndex) => {
        const found = [];
        for (const word of WORDS)
          found.push(
            await eventually(async () => {
              const { hits, warnings } = await open.index.search(word, { mode: 'bm25', topK: 100 });
              expect(warnings).toEqual([]);
              return hits;
            }),
          );
        return found;
      };
      for (const { what, tree, one, other } of steps) {
        STEPS[what](pick(trees, tree), one, other);
        // Sometimes what others did meanwhile is found in one go.
        if (other % 3 === 0) continue;
        await answers(pick(indexes, tree));
      }
      for (const [at, tree] of trees.entries()) {
        const fresh = await openTestIndex(tree, { maxFileBytes: BYTES });
        const [expected, asked] = [await answers(fresh), indexes[at] ?? fresh];
        expect(await answers(asked)).toEqual(expected);
        await asked.index.refresh();
        expect(await answers(asked)).toEqual(expected);
        const again = await openTestIndex(tree, { maxFileBytes: BYTES, shared: true });
        expect(await answers(again)).toEqual(expected);
        await fresh.close();
        await again.close();
      }
      for (const { close } of indexes) await close();
      removeTree(root);
    }),
    { numRuns: runs(6, 100) },
  );
});
