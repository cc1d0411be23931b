/** Links where the system has no flag against following them, as on Windows. */
import { closeSync, constants, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { readRepoConfig } from '../../config/repo-file.ts';
import { readSmallFile } from '../git/repository.ts';
import { createBoundary } from './boundary.ts';
import { openFile } from './open-file.ts';
import { isRefusal } from './refusal.ts';
import type { RepoPath } from './repo-path.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const { O_NOFOLLOW: _, O_NONBLOCK: __, O_NOCTTY: ___, ...windows } = real.constants;
  return { ...real, constants: windows };
});

function place() {
  const base = repository({
    'repo/a.txt': 'inside',
    'repo/.env': 'SECRET',
    'repo/dir/b.txt': 'inside',
    'out/a.txt': 'OUTSIDE',
    'out/repo_mcp.toml': '[index]\nmax_file_bytes = 7\n',
  });
  const root = join(base, 'repo');
  const link = (target: string, name: string) => symlinkSync(target, join(root, name));
  return { base, root, link, boundary: createBoundary({ root }) };
}

testWith(LINKS)('a link is judged by where it leads', () => {
  expect(constants.O_NOFOLLOW).toBeUndefined();
  const { base, boundary, link } = place();
  link(join(base, 'out/a.txt'), 'out.txt');
  link(join(base, 'out'), 'out');
  link('.env', 'env.txt');
  link('dir/b.txt', 'in.txt');
  const opened = (name: string) => {
    const file = openFile(boundary, name as RepoPath, () => undefined);
    if (isRefusal(file)) return file.refused;
    const text = readFileSync(file.fd, 'utf8');
    closeSync(file.fd);
    return text;
  };
  expect(['out.txt', 'out/a.txt', 'env.txt', 'in.txt', 'a.txt', 'none'].map(opened)).toEqual([
    'outside',
    'outside',
    'denied',
    'inside',
    'inside',
    'missing',
  ]);
});

testWith(LINKS)('a small file of git or an ignore file is not read through a link', () => {
  const { base, root, link } = place();
  link(join(base, 'out/a.txt'), '.gitignore');
  expect(readSmallFile(join(root, '.gitignore'))).toBeUndefined();
  expect(readSmallFile(join(root, 'a.txt'))).toBe('inside');
});

testWith(LINKS)('the configuration is not read through a link', async () => {
  const { base, root, link } = place();
  expect((await readRepoConfig(root)).values).toEqual(new Map());
  link(join(base, 'out/repo_mcp.toml'), 'repo_mcp.toml');
  await expect(readRepoConfig(root)).rejects.toThrow('plain, readable file');
});
