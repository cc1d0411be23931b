/** Git for Windows refuses `\\.\nul`, which the system calls its null device, and knows `/dev/null`. */
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { gitRepository } from '../../../tests/helpers/repository.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { findProgram } from '../processes/find-program.ts';
import type { RepoPath } from '../sandbox/repo-path.ts';
import { openWorkspaceSync } from '../workspace/workspace.ts';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), devNull: '\\\\.\\nul' }));

/** The real git behind a check of all that it is told. */
function pickyGit(real: string | undefined): string {
  const directory = temporaryDirectory();
  const program = join(directory, 'git');
  const words = String.raw`case "$GIT_CONFIG_GLOBAL $*" in *'\\.\nul'*) echo 'fatal: unable to access' >&2; exit 128;; esac`;
  writeFileSync(program, `#!/bin/sh\n${words}\nexec '${real}' "$@"\n`);
  chmodSync(program, 0o755);
  return directory;
}

test.skipIf(process.platform === 'win32')(
  'no call names the null device as Windows does (needs a shell; on Windows git itself is the check)',
  async () => {
    const root = gitRepository({ 'src/a.ts': 'a' });
    const programs = pickyGit(findProgram('git', root, process.env.PATH));
    const programPath = [programs, process.env.PATH].join(delimiter);
    const { git } = openWorkspaceSync({ root, maxFileBytes: 100, programPath });
    expect(await git.answers()).toBe(true);
    expect(await git.resolveRevision('HEAD')).toMatch(/^[0-9a-f]{40}$/);
    expect(await git.changedPaths('HEAD')).toEqual([]);
    expect(await git.additions(['src' as RepoPath])).toMatchObject([{ path: 'src/a.ts' }]);
    expect(await git.churn(5)).toEqual(new Map([['src/a.ts', 1]]));
  },
);
