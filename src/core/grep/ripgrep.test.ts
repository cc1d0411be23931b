import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grepParts } from '../../../tests/helpers/grep-parts.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { grepFiles } from './grep.ts';
import { batches } from './ripgrep.ts';

test('every name is in one batch, in order, and no batch is larger than it may be unless one name is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 400 }),
      (names, most) => {
        const cut = batches(names, most);
        expect(cut.flat()).toEqual(names);
        for (const batch of cut) {
          expect(batch.length).toBeGreaterThan(0);
          const bytes = batch.reduce((sum, name) => sum + Buffer.byteLength(name) + 9, 0);
          expect(bytes <= most || batch.length === 1).toBe(true);
        }
      },
    ),
  );
});

test('as few calls as fit', () => {
  expect(batches(['a', 'b', 'c'], 20)).toEqual([['a', 'b'], ['c']]);
  expect(batches([])).toEqual([]);
});

test('names that take several calls are searched as in one', async () => {
  const folder = 'x'.repeat(250);
  const root = repository({ [`${folder}/${folder}/first`]: 'needle\n' });
  const names = Array.from({ length: 900 }, (_, at) => `${folder}/${folder}/${'y'.repeat(240)}${at}`);
  for (const [at, name] of names.entries())
    writeFileSync(join(root, name), at % 9 === 0 ? 'needle\n' : 'hay\n');
  // More than twice what goes on one.
  expect(batches(names).length).toBeGreaterThan(2);
  const parts = grepParts(root, 1_000);
  const query = { pattern: 'needle', caseSensitive: true, contextLines: 0, limit: 7, maxLineLength: 80 };
  const found = await grepFiles(parts, query, names as RepoPath[], undefined);
  expect(found).toMatchObject({ totalMatches: 100, filesSearched: 900, truncated: true });
  expect(found?.matches.map(({ path }) => path)).toEqual(
    names
      .filter((_, at) => at % 9 === 0)
      .toSorted()
      .slice(0, 7),
  );
});
