/** The search that counts first against the one that moves every line: the same answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import { createBoundary } from '../sandbox/boundary.ts';
import { matchGlobTree } from '../sandbox/glob.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { governingRepository } from '../workspace/listing.ts';
import { type GrepDeps, grep, grepByCounts } from './grep.ts';
import type { GrepQuery } from './query.ts';
import { findRipgrep } from './ripgrep.ts';

const QUERY: GrepQuery = {
  pattern: 'needle',
  caseSensitive: false,
  contextLines: 1,
  limit: 20,
  maxLineLength: 60,
};

const LARGE = ['big.txt', 'src/[x] {big,large}*!.ts'];

function partsOf(root: string, tracked: readonly string[]): GrepDeps {
  return {
    boundary: createBoundary({ root }),
    isExcluded: matchGlobTree(['**/generated/**']),
    maxFileBytes: 3_000,
    repository: () => governingRepository(root),
    // As git lists them.
    trackedButIgnored: async () => tracked as RepoPath[],
    findRipgrep: () => findRipgrep(root, undefined),
    excludeGlobs: ['**/generated/**'],
  };
}

function opened(): GrepDeps {
  const root = gitRepository({
    '.gitignore': '*.log\n',
    '.env': 'needle\n',
    '.hidden/h.yml': 'needle\n',
    ...Object.fromEntries(LARGE.map((path) => [path, `needle ${'x'.repeat(4_000)}\n`])),
    'src/x big.ts': 'needle and hay\n',
    'crlf.txt': 'one\r\nNEEDLE needle\r\n\r\nneedle',
    'generated/a.ts': 'needle\n',
    'late.log': 'needle\n',
    'src/none.ts': 'hay\n',
    'src/wide.ts': `${'ä'.repeat(40)} needle ${'b'.repeat(80)}\n`,
    'src/deep/many.ts': 'needle\n'.repeat(90),
    'tracked.log': 'a needle in a tracked file\n',
  });
  write(
    root,
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`crowd/f${at}.txt`, `needle ${at}\n12\n`])),
  );
  writeFileSync(join(root, 'binary-first'), Buffer.from('a\0needle\n'));
  writeFileSync(join(root, 'binary-last'), Buffer.from(`needle\n${'needle\n'.repeat(200)}\0\n`));
  writeFileSync(join(root, 'latin'), Buffer.from([0xe9, ...Buffer.from(' needle\n')]));
  return partsOf(root, ['tracked.log']);
}

async function bothWays(parts: GrepDeps, query: GrepQuery, tooLarge: readonly RepoPath[] | undefined) {
  const counted = await grepByCounts(parts, query, tooLarge, undefined);
  const moved = await grep(parts, query);
  if ('invalidPattern' in moved) return { counted, moved: undefined };
  // How many files were searched is known from elsewhere.
  return { counted: counted && { ...counted, filesSearched: moved.filesSearched }, moved };
}

test('whatever is asked', async () => {
  const parts = opened();
  const query = fc.record({
    pattern: fc.constantFrom(
      'needle',
      '^needle$',
      'needle|hay',
      '\\d+',
      '.',
      '$',
      '^',
      'nowhere',
      'ä',
      'needle(',
      'e\\s',
    ),
    caseSensitive: fc.boolean(),
    contextLines: fc.constantFrom(0, 2),
    limit: fc.constantFrom(1, 3, 20, 500),
    maxLineLength: fc.constantFrom(20, 200),
    fixedStrings: fc.boolean(),
  });
  const scope = fc.constantFrom<Partial<GrepQuery>>(
    {},
    { fileGlob: '**/*.ts' },
    { fileGlob: 'crowd/**' },
    { fileGlob: '*.log' },
    { exclude: ['**/crowd/**'] },
    { fileGlob: 'nothing/**' },
  );
  const large = LARGE as RepoPath[];
  const known = fc.constantFrom(undefined, large, [...large, ...(Array(40).fill('x') as RepoPath[])]);
  await fc.assert(
    fc.asyncProperty(query, scope, known, async (asked, where, tooLarge) => {
      const { counted, moved } = await bothWays(parts, { ...asked, ...where }, tooLarge);
      expect(counted).toEqual(moved);
    }),
    { numRuns: runs(20, 60) },
  );
});

test('counts all, shows the first, and leaves out what is binary, closed, too large or ignored', async () => {
  const found = await grepByCounts(opened(), QUERY, undefined, undefined);
  expect(found).toMatchObject({ totalMatches: 40 + 90 + 2 + 1 + 1 + 1 + 1 + 1, truncated: true });
  expect(found?.matches[0]?.path).toBe('.hidden/h.yml');
  expect(found?.matches).toHaveLength(20);
});

test('what is no pattern is left to the plain search to tell', async () => {
  const parts = opened();
  for (const pattern of ['needle(', 'a\0b', '[z-a]'])
    expect(await grepByCounts(parts, { ...QUERY, pattern }, undefined, undefined)).toBeUndefined();
});

test.each([[' '], ['  '], ['\t'], ['\u0085'], ['\u3000']])(
  'a large file whose name ends in %j stays closed, and the one of the name before it open',
  async (end) => {
    const root = repository({ big: 'needle\n', [`big${end}`]: `needle ${'x'.repeat(4_000)}\n` });
    const { counted, moved } = await bothWays(partsOf(root, []), QUERY, [`big${end}` as RepoPath]);
    expect(counted).toEqual(moved);
    expect(counted?.matches.map(({ path }) => path)).toEqual(['big']);
  },
);
