/** On Windows ripgrep prints backslashes, unless it is told otherwise; here a program that starts it plays that part. */

import { chmodSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { grepParts } from '../../../tests/helpers/grep-parts.ts';
import { SHELL, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { runProcess } from '../processes/run-process.ts';
import { sharedWatch } from '../watch/watch.ts';
import { type GrepDeps, grep, grepByCounts, grepFiles, ripgrep, scopeOf } from './grep.ts';
import type { GrepQuery } from './query.ts';
import { listTree } from './quick/tree.ts';

const QUERY: GrepQuery = {
  pattern: 'needle',
  caseSensitive: true,
  contextLines: 0,
  limit: 10,
  maxLineLength: 80,
};
const NESTED = ['src/a.ts', 'src/deep/b.ts'];

async function onWindows(): Promise<{ root: string; parts: GrepDeps; program: string }> {
  const root = repository({ 'src/a.ts': 'needle\n', 'src/deep/b.ts': 'needle\nneedle\n' });
  const parts = grepParts(root, 1_000);
  const program = backslashing(await ripgrep(parts));
  return { root, program, parts: { ...parts, findRipgrep: async () => program } };
}

function backslashing(real: string): string {
  if (sep === '\\') return real;
  const program = join(temporaryDirectory(), 'rg');
  // The last word on it counts, so ours does if there is one.
  writeFileSync(program, `#!/bin/sh\nexec '${real}' '--path-separator=\\' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

testWith(SHELL)('the program does print backslashes by itself', async () => {
  const { root, program } = await onWindows();
  const how = { cwd: root, env: {}, timeLimitMs: 20_000, maxOutputBytes: 1_000 };
  const listed = await runProcess({ program, args: ['--files', './'], ...how });
  expect('stdout' in listed && listed.stdout.toString().trim().split('\n').sort()).toEqual([
    '.\\src\\a.ts',
    '.\\src\\deep\\b.ts',
  ]);
});

testWith(SHELL)('files in subdirectories are found, in every way of searching', async () => {
  const { parts } = await onWindows();
  const everything = await grep(parts, QUERY);
  const below = await grep(parts, { ...QUERY, fileGlob: 'src/deep/**' });
  const counted = await grepByCounts(parts, QUERY, undefined, undefined);
  expect(everything).toMatchObject({ totalMatches: 3, filesSearched: 2 });
  expect(everything).toMatchObject({ matches: [{ path: 'src/a.ts' }, { path: 'src/deep/b.ts' }, {}] });
  expect(below).toMatchObject({ totalMatches: 2, matches: [{ path: 'src/deep/b.ts' }, {}] });
  expect(counted).toMatchObject({ totalMatches: 3, matches: [{ path: 'src/a.ts' }, {}, {}] });
  const { boundary } = parts;
  const named = NESTED.map((path) => boundary.resolve(path)).filter((path) => typeof path === 'string');
  expect(await grepFiles(parts, QUERY, named, undefined)).toMatchObject({ totalMatches: 3 });
});

testWith(SHELL)('the listing has slashes, too', async () => {
  const { root, parts, program } = await onWindows();
  const watch = sharedWatch(root)();
  onTestFinished(() => watch.close());
  const tree = await listTree({
    ...parts,
    repository: undefined,
    program,
    watch,
    scope: scopeOf(parts, {}, undefined, []),
    signal: new AbortController().signal,
  });
  expect(tree?.files.toSorted()).toEqual(NESTED);
});
