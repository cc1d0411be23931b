/** What ripgrep reports is a hint where to look; what is shown has been read through the sandbox. */

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grepParts } from '../../../tests/helpers/grep-parts.ts';
import { LINKS, SHELL, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { createBoundary } from '../sandbox/boundary.ts';
import { grep } from './grep.ts';
import type { GrepQuery } from './query.ts';
import { Search } from './search-run.ts';

const QUERY: GrepQuery = {
  pattern: 'needle',
  caseSensitive: true,
  contextLines: 0,
  limit: 3,
  maxLineLength: 80,
};

const report = (path: string, lines: [number, string][], binary = false) => {
  const places = lines.map(([line, text]) => `${line}:${text.indexOf('needle') + 1}:${text}\n`);
  const sentence = binary ? `${path}: WARNING: stopped searching binary file after match\n` : '';
  return `${path}\0${places.join('')}${sentence}\n`;
};
const SUMMARY = '\n3 matches\n3 matched lines\n2 files contained matches\n9 files searched\n';

function answerTo(root: string, output: string, chunks: Buffer[] = [Buffer.from(output)]) {
  const search = new Search(
    { boundary: createBoundary({ root }), isExcluded: () => false, maxFileBytes: 1000 },
    QUERY,
  );
  for (const chunk of chunks) search.onOutput(chunk);
  expect(search.isComplete).toBe(true);
  return search.answer();
}

testWith(LINKS)('a line that ripgrep read outside, behind a link that was swapped in, is not shown', () => {
  const base = repository({ 'repo/dir/a.txt': 'plain\n', 'out/a.txt': 'needle OUTSIDE\n' });
  const events = report('./dir/a.txt', [[1, 'needle OUTSIDE']]) + SUMMARY;
  expect(answerTo(join(base, 'repo'), events)).toMatchObject({ matches: [], totalMatches: 0 });
  symlinkSync('../out', join(base, 'repo/link'));
  const linked = report('./link/a.txt', [[1, 'needle OUTSIDE']]) + SUMMARY;
  expect(answerTo(join(base, 'repo'), linked)).toMatchObject({ matches: [], totalMatches: 0 });
});

test('a path that leads out, or is closed, does not even count', () => {
  const base = repository({ 'repo/.env': 'needle\n', 'out/a.txt': 'needle\n' });
  for (const path of ['./../out/a.txt', join(base, 'out/a.txt'), './.env', './a\nb', '', './'])
    expect(answerTo(join(base, 'repo'), report(path, [[1, 'needle']]) + SUMMARY)).toMatchObject({
      totalMatches: 0,
    });
});

test('a line that was edited meanwhile is neither shown nor counted, and the next ones move up', () => {
  const root = repository({ a: 'needle 1\nedited\nneedle 3\n', b: 'needle 1\nneedle 2\n' });
  const b = report('./b', [
    [1, 'needle 1'],
    [2, 'needle 2'],
  ]);
  const a = report('./a', [
    [1, 'needle 1'],
    [2, 'needle 2'],
    [3, 'needle 3'],
    [9, 'needle 9'],
  ]);
  const answer = answerTo(root, b + a + SUMMARY);
  expect(answer.matches.map(({ path, line }) => `${path}:${line}`)).toEqual(['a:1', 'a:3', 'b:1']);
  expect(answer).toMatchObject({ totalMatches: 4, truncated: true, filesSearched: 9 });
});

test('a file that turns out to be binary does not count', () => {
  const root = repository({ a: 'needle\n' });
  expect(answerTo(root, report('./a', [[1, 'needle']], true) + SUMMARY)).toMatchObject({ totalMatches: 0 });
});

test('the answer does not depend on how the output is cut or in what order files come', () => {
  const names = Array.from({ length: 120 }, (_, at) => `f${at}`);
  const root = repository(Object.fromEntries(names.map((name) => [name, 'needle ä\u{1f600}\nneedle\n'])));
  const reports = names.map((name) =>
    report(`./${name}`, [
      [1, 'needle ä\u{1f600}'],
      [2, 'needle'],
    ]),
  );
  const expected = answerTo(root, reports.join('') + SUMMARY);
  expect(expected).toMatchObject({ totalMatches: 240, truncated: true });
  expect(expected.matches.map(({ path, line }) => `${path}:${line}`)).toEqual(['f0:1', 'f0:2', 'f1:1']);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(reports, { minLength: reports.length }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }),
      (shuffled, sizes) => {
        const bytes = Buffer.from(shuffled.join('') + SUMMARY);
        const chunks: Buffer[] = [];
        for (let at = 0, next = 0; at < bytes.length; next++) {
          const size = sizes[next % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(answerTo(root, '', chunks)).toEqual(expected);
      },
    ),
    { numRuns: 40 },
  );
});

testWith(SHELL)('what ripgrep found before the time was up is the answer', async () => {
  const root = repository({ 'a.txt': 'needle one\n', 'b.txt': 'needle two\n' });
  const program = join(temporaryDirectory(), 'rg');
  // It reports one file and then never ends.
  writeFileSync(program, `#!/bin/sh\nprintf './a.txt\\0001:1:needle one\\n\\n'\nexec sleep 1000\n`, {
    mode: 0o755,
  });
  const deps = { ...grepParts(root, 1_000), findRipgrep: async () => program };
  // A loaded machine may take longer to start it.
  for (let withinMs = 200; ; withinMs *= 2) {
    const found = await grep(deps, { ...QUERY, withinMs });
    if ('matches' in found && found.matches.length === 0) continue;
    expect(found).toMatchObject({ matches: [{ path: 'a.txt', line: 1, text: 'needle one' }] });
    return;
  }
});

testWith(SHELL)('if it found nothing before the time was up, the first match is waited for', async () => {
  const root = repository({ 'a.txt': 'needle one\n', 'b.txt': 'needle two\n' });
  const program = join(temporaryDirectory(), 'rg');
  writeFileSync(
    program,
    `#!/bin/sh\nsleep 0.4\nprintf './a.txt\\0001:1:needle one\\n\\n'\nexec sleep 1000\n`,
    {
      mode: 0o755,
    },
  );
  const deps = { ...grepParts(root, 1_000), findRipgrep: async () => program };
  expect(await grep(deps, { ...QUERY, withinMs: 1 })).toMatchObject({
    matches: [{ path: 'a.txt', line: 1, text: 'needle one' }],
  });
});
