import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { LINKS, SHELL, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { findProgram } from './find-program.ts';

function place() {
  const base = repository({
    'repo/node_modules/.bin/git': '#!/bin/sh\n',
    'bin/git': '#!/bin/sh\n',
    'data/git': 'x',
  });
  for (const path of ['repo/node_modules/.bin/git', 'bin/git']) chmodSync(join(base, path), 0o755);
  const at = (path: string) => join(base, path);
  return {
    root: at('repo'),
    at,
    find: (...path: string[]) => findProgram('git', at('repo'), path.join(delimiter)),
  };
}

testWith(SHELL)('the first program on the path is taken, by its absolute name', () => {
  const { at, find } = place();
  expect(find(at('nowhere'), at('bin'))).toBe(at('bin/git'));
});

testWith(LINKS, SHELL)('a program planted in the repository is passed over', () => {
  const { at, find } = place();
  expect(find(at('repo/node_modules/.bin'))).toBeUndefined();
  expect(find(at('repo/node_modules/.bin'), at('bin'))).toBe(at('bin/git'));
  mkdirSync(at('links'));
  symlinkSync(at('repo/node_modules/.bin/git'), at('links/git'));
  expect(find(at('links'))).toBeUndefined();
});

testWith(SHELL)('empty and relative entries, which mean the working directory, are passed over', () => {
  const { at, find } = place();
  const before = process.cwd();
  process.chdir(at('bin'));
  try {
    expect(find('', '.', './', '../bin')).toBeUndefined();
  } finally {
    process.chdir(before);
  }
});

testWith(SHELL)('what is not executable, or a directory, is passed over', () => {
  const { at, find } = place();
  mkdirSync(at('dirs/git'), { recursive: true });
  expect(find(at('data'), at('dirs'))).toBeUndefined();
});

testWith(SHELL)('without a path the usual directories are searched', () => {
  expect(findProgram('sh', place().root, undefined)).toMatch(/^\/.*\/sh$/);
});
