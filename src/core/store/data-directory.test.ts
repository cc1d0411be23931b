import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { openDataDirectory } from './data-directory.ts';

let root: string;
beforeEach(async () => {
  root = temporaryDirectory();
});

test('git does not see a data directory', async () => {
  execFileSync('git', ['init', '--quiet', root]);
  const folder = await openDataDirectory(join(root, '.repo_mcp'), { within: root });
  await folder.writeAtomic('index.db', 'x');
  expect(
    execFileSync('git', ['-C', root, 'status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' }),
  ).toBe('');
});

test('a .gitignore that is there already is left alone', async () => {
  const first = await openDataDirectory(join(root, 'data'));
  await writeFile(join(first.path, '.gitignore'), 'mine\n');
  const again = await openDataDirectory(join(root, 'data'));
  expect(await again.read('.gitignore', 100)).toEqual({ found: true, text: 'mine\n' });
});

testWith(LINKS)('a data directory that the repository brings along as a link is refused', async () => {
  await symlink(tmpdir(), join(root, '.repo_mcp'));
  await expect(openDataDirectory(join(root, '.repo_mcp'), { within: root })).rejects.toMatchObject({
    code: 'not_a_folder',
  });
});
