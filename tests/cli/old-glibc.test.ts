/** A system like RHEL 8: the prebuilt binary of SQLite asks for a newer C library than there is. Played below the program. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const PLAYED = `
process.dlopen = (module, file) => {
  throw Object.assign(new Error("version \\\`GLIBC_2.29' not found (required by " + file + ')'), { code: 'ERR_DLOPEN_FAILED' });
};
const { report } = process;
report.getReport = () => ({ header: { glibcVersionRuntime: '2.28' } });
`;

test('doctor and the first search name the C library; a Node with its own SQLite goes on with that', async () => {
  const root = repository({ 'src/tide.py': 'def tide():\n    pass\n' });
  const played = join(repository({ 'played.mjs': PLAYED }), 'played.mjs');
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(played)}`, HOME: join(root, 'home') };
  const rows: Json[] = JSON.parse((await runProgram(root, ['doctor', '--json'], { env })).stdout);
  const sqlite = rows.find(({ name }) => name === 'sqlite');
  const search = await runProgram(root, ['search', 'tide'], { env });
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) {
    expect(sqlite.state).toBe('ok');
    expect(search.stdout).toContain('src/tide.py');
  } else {
    expect(sqlite).toMatchObject({
      state: 'failed',
      finding: expect.stringContaining('needs glibc 2.29, and this system has 2.28'),
      fix: expect.stringContaining('Node 22.13'),
    });
    expect(search.status).not.toBe(0);
    expect(search.stderr).toContain('needs glibc 2.29, and this system has 2.28');
    expect(search.stderr).toContain('Node 22.13');
  }
});
