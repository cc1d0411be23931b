/** A checkout has the bytes that were committed, whatever line ends somebody's git would like. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, repository } from './helpers/repository.ts';

const PROJECT = join(import.meta.dirname, '..');

test.each(['true', 'input', 'false'])('with core.autocrlf=%s', (autocrlf) => {
  const root = repository({ 'made.md': 'one\ntwo\n' });
  for (const path of ['.gitattributes', 'README.md', 'package.json', 'assets', 'bin', 'examples'])
    cpSync(join(PROJECT, path), join(root, path), { recursive: true });
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  for (const name of readdirSync(root)) if (name !== '.git') rmSync(join(root, name), { recursive: true });
  git(root, '-c', `core.autocrlf=${autocrlf}`, 'checkout', '--', '.');
  const files = git(root, 'ls-files', '-z').split('\0').filter(Boolean);
  const different = files.filter(
    (path) => path !== 'made.md' && !readFileSync(join(root, path)).equals(readFileSync(join(PROJECT, path))),
  );
  expect(different).toEqual([]);
  expect(readFileSync(join(root, 'made.md'), 'utf8')).toBe('one\ntwo\n');
});
