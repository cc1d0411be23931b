/** The systems that README.md promises are those that SQLite and ripgrep are built for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const [, table = ''] =
  /\n## Systems\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
const rows = table.split('\n').filter((line) => /^\| (Linux|Alpine|macOS|Windows)/.test(line));
const NAMES: Record<string, string> = { Linux: 'linux', Alpine: 'linux', macOS: 'darwin', Windows: 'win32' };

const promised = rows.flatMap((row) => {
  const [, system = '', processors = ''] = row.split('|').map((cell) => cell.trim());
  const name = Object.keys(NAMES).find((each) => system.startsWith(each)) ?? '';
  return processors.split(', ').map((processor) => ({
    folder: `${NAMES[name]}-${processor}`,
    library: name === 'Alpine' ? 'musl' : 'glibc',
  }));
});

test('every row has a SQLite and a ripgrep, and no build of SQLite is left out', () => {
  const prebuilds = join(ROOT, 'node_modules/@photostructure/sqlite/prebuilds');
  const built = readdirSync(prebuilds).flatMap((folder) =>
    readdirSync(join(prebuilds, folder)).map(
      (file) => `${folder} ${file.includes('musl') ? 'musl' : 'glibc'}`,
    ),
  );
  expect(new Set(promised.map(({ folder, library }) => `${folder} ${library}`))).toEqual(new Set(built));
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const { folder } of promised)
    expect(lock.packages).toHaveProperty([`node_modules/@vscode/ripgrep-${folder}`]);
});
