/** A working directory behind a link: paths are typed as the shell shows them, while the system tells the real ones. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { LINKS, testWith } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { PROGRAM, runProgram } from '../helpers/run-program.ts';

function place() {
  const base = realpathSync(
    repository({ 'real/repo/src/a.ts': 'export const harbour = 1;\n', 'real/other/a.ts': 'of others\n' }),
  );
  mkdirSync(join(base, 'real/repo/.git'));
  mkdirSync(join(base, 'real/repo/.context'));
  symlinkSync('real', join(base, 'link'));
  return { base, typed: join(base, 'link/repo'), real: join(base, 'real/repo') };
}

const openedAt = (cwd: string, shown: string, path: string) =>
  runProgram(cwd, ['open', path, '--json'], { env: { PWD: shown } });

testWith(LINKS)(
  'a command called there, or further down, takes either form of an absolute path',
  async () => {
    const { typed, real } = place();
    for (const at of [typed, join(typed, 'src')])
      for (const form of [typed, real]) {
        const { stdout } = await openedAt(at, at, join(form, 'src/a.ts'));
        expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: { path: 'src/a.ts' } });
      }
  },
);

testWith(LINKS)('a directory that the shell does not show any more counts for nothing', async () => {
  const { base, typed, real } = place();
  const other = join(base, 'real/other');
  for (const shown of [other, join(base, 'gone'), 'link/repo', '']) {
    expect((await openedAt(typed, shown, join(real, 'src/a.ts'))).status).toBe(0);
    const refused = await openedAt(typed, shown, join(other, 'a.ts'));
    expect(refused.status).not.toBe(0);
    expect(refused.stdout).not.toContain('of others');
  }
});

testWith(LINKS)('a tool of a server that is started there takes either form', async () => {
  const { base, typed, real } = place();
  const client = new Client({ name: 'tests', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'serve'],
      cwd: typed,
      env: { PATH: process.env.PATH ?? '', PWD: typed },
      stderr: 'ignore',
    }),
  );
  const open = async (path: string) =>
    JSON.stringify(await client.callTool({ name: 'repo.open_file', arguments: { path } }));
  for (const form of [typed, real]) expect(await open(join(form, 'src/a.ts'))).toContain('harbour');
  expect(await open(join(base, 'link/other/a.ts'))).not.toContain('of others');
});
