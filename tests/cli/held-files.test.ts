/**
 * Windows, where a scanner or an editor holds what we just wrote. Its platform name and its refusals are played below the
 * built program; the rest is as it is here.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

/** So many refusals of each call before it works. */
const played = (times: number) => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
Object.defineProperty(process, 'platform', { value: 'win32' });
for (const name of ['rename', 'unlink', 'open']) {
  const real = fs.promises[name];
  const refused = new Map();
  fs.promises[name] = async (...args) => {
    const path = String(args.at(name === 'rename' ? 1 : 0));
    const count = refused.get(path) ?? 0;
    refused.set(path, count + 1);
    if (path.includes('.context') && count < ${times})
      throw Object.assign(new Error('EPERM: played'), { code: 'EPERM' });
    refused.delete(path);
    return await real(...args);
  };
}
syncBuiltinESMExports();
`;

async function stash(times: number) {
  const root = repository({ 'src/tide.py': 'def tide():\n    pass\n' });
  expect((await runProgram(root, ['stash', 'init'])).status).toBe(0);
  const script = join(repository({ 'played.mjs': played(times) }), 'played.mjs');
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(script)}` };
  return { root, ...(await runProgram(root, ['stash', 'add', 'The tide is counted in hours'], { env })) };
}

test('what is held for a moment is written all the same', async () => {
  const { root, status, stderr } = await stash(2);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(join(root, '.context'))).toContain('00001.md');
});

test('what stays held is told with its cause', async () => {
  const { root, status, stderr } = await stash(1_000_000);
  expect(status).not.toBe(0);
  expect(stderr).toContain('Permission was denied, or another program holds the file');
  expect(stderr).toContain('virus scanner');
  expect(existsSync(join(root, '.context/00001.md'))).toBe(false);
});
