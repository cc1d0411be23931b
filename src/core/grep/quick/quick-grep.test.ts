/** The quick search against the plain one on the same files: the answers must be the same to the last field. */

import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../../tests/helpers/eventually.ts';
import { runs } from '../../../../tests/helpers/full-run.ts';
import { plainGrep } from '../../../../tests/helpers/grep-parts.ts';
import { LINKS, testWith } from '../../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../../tests/helpers/repository.ts';
import { systemClock } from '../../clock.ts';
import { canBeWatched } from '../../watch/index.ts';
import { type WatchPlace, watchOfSystem } from '../../watch/watch-tree.ts';
import { openWorkspaceSync } from '../../workspace/workspace.ts';
import type { GrepAnswer, GrepQuery } from '../query.ts';
import { openGrep } from './quick-grep.ts';

const RUNS = runs(4, 25);

const QUERY: GrepQuery = {
  pattern: 'needle',
  caseSensitive: false,
  contextLines: 1,
  limit: 100,
  maxLineLength: 200,
};
const MAX_FILE_BYTES = 5_000;
/** Enough of them that a handful is worth naming. */
const CROWD = 120;

const crowd = () =>
  Object.fromEntries(
    Array.from({ length: CROWD }, (_, at) => [`crowd/d${at % 9}/f${at}.txt`, `plain text number ${at}\n`]),
  );

interface Subject {
  /** The quick answer, after it was compared with the plain one. */
  ask(query?: Partial<GrepQuery>): Promise<GrepAnswer>;
  found(query?: Partial<GrepQuery>): Promise<string[]>;
  /** How many of the answers so far came from files named one by one. */
  byName(): number;
  /** Until files are searched by name. */
  settled(): Promise<void>;
}

function subject(root: string, clock = systemClock): Subject {
  const workspace = openWorkspaceSync({ root, maxFileBytes: MAX_FILE_BYTES });
  const said: string[] = [];
  let heard = () => {};
  const note = (message: string) => {
    said.push(message);
    heard();
  };
  const quick = openGrep(workspace, {
    clock,
    log: { debug: note, info: note, warn: note, error: note },
    leastFiles: 1,
  });
  onTestFinished(() => quick.close());
  const byName = () => said.filter((message) => message === 'files were searched by name').length;
  const ask = async (query: Partial<GrepQuery> = {}) => {
    const quickly = await quick.grep({ ...QUERY, ...query });
    expect(quickly).toEqual(await plainGrep(workspace)({ ...QUERY, ...query }));
    return quickly;
  };
  return {
    ask,
    byName,
    found: async (query) => {
      const answer = await ask(query);
      return 'matches' in answer ? answer.matches.map(({ path }) => path) : [];
    },
    async settled() {
      for (const before = byName(); ; ) {
        await ask();
        if (byName() > before) return;
        await new Promise<void>((done) => {
          heard = done;
          setTimeout(done, 50);
        });
      }
    },
  };
}

const DIALECT: readonly Partial<GrepQuery>[] = [
  {},
  { pattern: 'nothinglikethis' },
  { pattern: 'NEEDLE', caseSensitive: true },
  { pattern: 'need(?:le|ful) in' },
  { pattern: '(?i)NEEDLE', caseSensitive: true },
  { pattern: 'need.e', fixedStrings: true },
  { pattern: '\\bneedle\\b.*hay' },
  { pattern: 'needle|haystack' },
  { pattern: 'needle', fileGlob: '**/*.md' },
  { pattern: 'needle', fileGlob: 'src/**' },
  { pattern: 'needle', exclude: ['**/src/**'] },
  { pattern: 'needle', limit: 1 },
  { pattern: '検索する' },
];

describe('files that cannot match are not read', () => {
  test('and the answers are those of a full search, to the last field', async () => {
    const root = gitRepository({
      ...crowd(),
      '.gitignore': 'ignored/\n*.log\n',
      'src/a.ts': 'one\nfind the needle in hay\nneedful input\n',
      'src/b.ts': 'NEEDLE\r\nhaystack',
      'docs/c.md': 'need.e\n検索する needle\n',
      '.hidden/d.yml': 'needle\n',
      'late.log': 'needle\n',
      'big.txt': `needle ${'x'.repeat(2 * MAX_FILE_BYTES)}\n`,
      '.env': 'needle\n',
    });
    write(root, { 'ignored/x': 'needle', 'tracked.log': 'needle in a tracked file\n' });
    git(root, 'add', '-f', 'tracked.log');
    const it = subject(root);
    await it.settled();
    const before = it.byName();
    for (const query of DIALECT) await it.ask(query);
    expect(it.byName() - before).toBe(DIALECT.length);
    expect(await it.found()).toContain('.hidden/d.yml');
    for (const pattern of ['n..d', '[a-z]+_x', 'abc', 'needle(', 'plain text number'])
      await it.ask({ pattern });
    expect(it.byName() - before).toBe(DIALECT.length + 1);
  });

  test('whatever the texts and the patterns are', async () => {
    const words = [
      'needle',
      'Kelvin',
      'ſharp',
      '\u212aelvin',
      'under_score',
      'a.b',
      'größe',
      '日本語テキスト',
      'x\ty',
      '$cost',
    ];
    const text = fc
      .array(fc.constantFrom(...words, ' ', '\n', '\r\n', '-', 'need', 'le'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const atom = fc.constantFrom(
      'needle',
      'kelvin',
      'sharp',
      'under_',
      'a\\.b',
      'größe',
      '日本語',
      'x\\ty',
      '\\$cost',
      '[kn]',
      '.',
      '\\w',
      '^',
      '$',
      '\\b',
      'KELVIN',
      'need',
    );
    const pattern = fc.letrec<{ one: string; many: string }>((tie) => ({
      one: fc.oneof(
        { depthSize: 'small' },
        atom,
        fc
          .tuple(tie('many'), fc.constantFrom('', '?', '*', '+', '{2}', '{0,3}', '+?', '{1,}?'))
          .map(([it, sign]) => `(?:${it})${sign}`),
        fc.tuple(tie('many'), tie('many')).map(([a, b]) => `(${a}|${b})`),
        fc
          .tuple(fc.constantFrom('e', 'k', ' ', 'x', '\\.'), fc.constantFrom('?', '*', '+', '{2,}', '+*'))
          .map((it) => it.join('')),
      ),
      many: fc.array(tie('one'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    })).many;
    const root = repository(crowd());
    const it = subject(root);
    await it.settled();
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 6, maxLength: 6 }),
        fc.array(pattern, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        async (texts, patterns, caseSensitive) => {
          write(root, Object.fromEntries(texts.map((each, at) => [`random/r${at}.txt`, each])));
          for (const each of patterns) await it.ask({ pattern: each, caseSensitive });
        },
      ),
      { numRuns: RUNS },
    );
    expect(it.byName()).toBeGreaterThan(RUNS);
  });

  test('encodings that ripgrep translates are searched each time', async () => {
    const root = repository({
      ...crowd(),
      bom: '\ufeffneedle\n',
      kelvin: '\u212aelvin needle\n',
      'long-s': 'ſharp\n',
    });
    writeFileSync(join(root, 'utf16'), Buffer.from('\ufeffneedle\n', 'utf16le'));
    writeFileSync(join(root, 'latin'), Buffer.from([0xe9, ...Buffer.from(' needle\n')]));
    writeFileSync(join(root, 'binary'), Buffer.from('needle\nneedle\0\n'));
    const it = subject(root);
    await it.settled();
    expect(await it.found()).toEqual(['bom', 'kelvin', 'latin']);
    expect(await it.found({ pattern: 'kelvin' })).toEqual(['kelvin']);
    expect(await it.found({ pattern: 'sharp' })).toEqual(['long-s']);
  });
});

describe('a change is seen by the very next search', () => {
  const opened = async (files: Record<string, string> = {}) => {
    const root = repository({ ...crowd(), 'src/a.ts': 'one\n', 'src/b.ts': 'needle\n', ...files });
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    const it = subject(root);
    await it.settled();
    return { root, it };
  };

  test('an edit, an edit by replacement, and the edit of a hidden file', async () => {
    const { root, it } = await opened({ '.config/h.yml': 'x\n' });
    const before = it.byName();
    appendFileSync(join(root, 'src/a.ts'), 'needle\n');
    expect(await it.found()).toEqual(['src/a.ts', 'src/b.ts']);
    writeFileSync(join(root, 'src/b.ts.tmp'), 'gone\n');
    renameSync(join(root, 'src/b.ts.tmp'), join(root, 'src/b.ts'));
    writeFileSync(join(root, '.config/h.yml'), 'a needle\n');
    expect(await it.found()).toEqual(['.config/h.yml', 'src/a.ts']);
    expect(it.byName() - before).toBe(2);
  });

  test('a new file, one in a directory that was empty, and one in a new directory', async () => {
    const { root, it } = await opened();
    mkdirSync(join(root, 'empty/deep'), { recursive: true });
    await it.settled();
    for (const [path, text] of [
      ['new.txt', 'needle'],
      ['empty/deep/x.txt', 'needle'],
      ['fresh/dir/y.txt', 'needle'],
      ['.hid/z.txt', 'needle'],
    ] as const) {
      write(root, { [path]: text });
      expect(await it.found()).toContain(path);
      await it.settled();
      expect(await it.found()).toContain(path);
    }
  });

  testWith(LINKS)('a file or a directory that is gone, moved, or replaced by another', async () => {
    const { root, it } = await opened({ 'old/sub/x.txt': 'needle\n', 'other/sub/x.txt': 'nothing\n' });
    unlinkSync(join(root, 'src/b.ts'));
    expect(await it.found()).toEqual(['old/sub/x.txt']);
    renameSync(join(root, 'old'), join(root, 'older'));
    renameSync(join(root, 'other'), join(root, 'old'));
    expect(await it.found()).toEqual(['older/sub/x.txt']);
    await it.settled();
    // The watch must be on the directory that is there now.
    appendFileSync(join(root, 'old/sub/x.txt'), 'needle\n');
    expect(await it.found()).toEqual(['old/sub/x.txt', 'older/sub/x.txt']);
    rmSync(join(root, 'older'), { recursive: true });
    symlinkSync('old', join(root, 'older'));
    expect(await it.found()).toEqual(['old/sub/x.txt']);
  });

  test('another tree in the place of the root', async () => {
    const { root, it } = await opened();
    onTestFinished(() => rmSync(`${root}.old`, { recursive: true }));
    renameSync(root, `${root}.old`);
    write(root, { ...crowd(), 'cloned.ts': 'needle\n' });
    expect(await it.found()).toEqual(['cloned.ts']);
    write(root, { 'later.ts': 'needle\n' });
    expect(await it.found()).toEqual(['cloned.ts', 'later.ts']);
  });

  test('ignore files, inside and outside of the tree', async () => {
    const { root, it } = await opened({ 'a.gen': 'needle\n' });
    const all = ['a.gen', 'src/b.ts'];
    git(root, 'rm', '-q', '--cached', 'a.gen');
    expect(await it.found()).toEqual(all);
    writeFileSync(join(root, '.gitignore'), '*.gen\n');
    expect(await it.found()).toEqual(['src/b.ts']);
    await it.settled();
    unlinkSync(join(root, '.gitignore'));
    expect(await it.found()).toEqual(all);
    await it.settled();
    mkdirSync(join(root, '.git/info'), { recursive: true });
    writeFileSync(join(root, '.git/info/exclude'), '*.gen\n');
    expect(await it.found()).toEqual(['src/b.ts']);
    await it.settled();
    writeFileSync(join(root, 'ignored.gen'), 'needle\n');
    expect(await it.found()).toEqual(['src/b.ts']);
  });

  test('a size that crosses the limit', async () => {
    const { root, it } = await opened({
      'grows.txt': 'needle\n',
      'shrinks.txt': `needle${'x'.repeat(9_000)}`,
    });
    expect(await it.found()).toEqual(['grows.txt', 'src/b.ts']);
    appendFileSync(join(root, 'grows.txt'), 'y'.repeat(9_000));
    writeFileSync(join(root, 'shrinks.txt'), 'needle\n');
    expect(await it.found()).toEqual(['shrinks.txt', 'src/b.ts']);
  });

  test('a file that is written under another name', async () => {
    const root = repository({ ...crowd() });
    const outside = repository({ twin: 'one\n' });
    linkSync(join(outside, 'twin'), join(root, 'twin'));
    const it = subject(root);
    await it.settled();
    appendFileSync(join(outside, 'twin'), 'needle\n');
    expect(await it.found()).toEqual(['twin']);
  });

  test('more files than are worth naming', async () => {
    const { root, it } = await opened();
    for (const path of Object.keys(crowd())) writeFileSync(join(root, path), 'needle\n');
    expect(await it.found({ limit: 1_000 })).toHaveLength(CROWD + 1);
  });
});

test('a small tree is not watched', async () => {
  const said: string[] = [];
  const note = (message: string) => said.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const workspace = openWorkspaceSync({ root: repository(crowd()), maxFileBytes: MAX_FILE_BYTES });
  const quick = openGrep(workspace, { clock: systemClock, log });
  for (let times = 0; times < 5; times++) await quick.grep(QUERY);
  quick.close();
  expect(said).toEqual([]);
});

test('a caller that asks seldom uses what is known, and does not make it known', async () => {
  const root = repository({ ...crowd(), 'a.txt': 'needle\n' });
  let watches = 0;
  const watchPlace: WatchPlace = (...place) => {
    watches++;
    return watchOfSystem(...place);
  };
  const workspace = openWorkspaceSync(
    { root, maxFileBytes: MAX_FILE_BYTES },
    { watchSystem: { watchPlace } },
  );
  const said: string[] = [];
  const note = (message: string) => said.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const quick = openGrep(workspace, { clock: systemClock, log, leastFiles: 1 });
  onTestFinished(() => quick.close());
  const seldom = () => quick.grep({ ...QUERY, isSeldom: true });
  await seldom();
  expect(watches).toBe(0);
  if (!canBeWatched(root)) return;
  await quick.grep(QUERY);
  expect(watches).toBeGreaterThan(0);
  await eventually(async () => {
    expect(await seldom()).toMatchObject({ totalMatches: 1 });
    expect(said).toContain('files were searched by name');
  });
});
