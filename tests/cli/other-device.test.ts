/**
 * Node 22.12 to 22.16 and 24.0 to 24.1 on Windows give a file another device by name than by descriptor, and Windows has no
 * /proc to ask. Both are played here below the built program.
 */

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { handOver } from '../helpers/ordinary-user.ts';
import { MODES, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = { 'README.md': '# Harbour\n\nA harbour master.\n', 'src/tide.py': 'def tide():\n    pass\n' };

const PLAYED = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { lstatSync, readlinkSync } = fs;
fs.lstatSync = (place, options) => {
  const found = lstatSync(place, options);
  if (found !== undefined) found.dev = typeof found.dev === 'bigint' ? 0n : 0;
  return found;
};
fs.readlinkSync = (place, ...more) => {
  if (String(place).startsWith('/proc/')) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  return readlinkSync(place, ...more);
};
syncBuiltinESMExports();
`;

test('files are indexed and opened all the same', async () => {
  const root = repository(FILES);
  const played = join(repository({ 'played.mjs': PLAYED }), 'played.mjs');
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(played)}` };
  expect((await runProgram(root, ['index'], { env })).stdout).toMatch(/^2 added, 0 updated, 0 removed/);
  expect((await runProgram(root, ['index', '--force'], { env })).stdout).toMatch(
    /^0 added, 2 updated, 0 removed/,
  );
  expect((await runProgram(root, ['open', 'src/tide.py'], { env })).stdout).toContain('def tide():');
});

testWith(MODES)('an index of files that all became closed is kept, and the run fails', async () => {
  const root = handOver(repository(FILES));
  const as = { asOrdinaryUser: true };
  const places = Object.keys(FILES).map((path) => join(root, path));
  expect(await runProgram(root, ['index'], as)).toMatchObject({ status: 0 });
  for (const place of places) chmodSync(place, 0o000);
  const failed = await runProgram(root, ['index', '--force'], as);
  for (const place of places) chmodSync(place, 0o644);
  expect(failed.status).not.toBe(0);
  expect(failed.stderr).toContain('None of the 2 files here could be opened');
  expect(JSON.parse((await runProgram(root, ['status', '--json'], as)).stdout)).toMatchObject({
    result: { indexed_file_count: 2 },
  });
});
