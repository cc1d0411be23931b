/** docs/check.md lists the rules there are, and the examples in docs/ci do what they say. */

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { RULES } from '../../src/app/check/rules.ts';
import { SHELL, testWith } from '../helpers/probes.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { PROGRAM } from '../helpers/run-program.ts';

const docs = join(import.meta.dirname, '../../docs');
const page = (path: string) => readFileSync(join(docs, path), 'utf8');

test('the table of rules is the list of rules', () => {
  const [, table = ''] = /<!-- rules:start -->\n([\s\S]*?)<!-- rules:end -->/.exec(page('check.md')) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells).toEqual(
    RULES.map(({ id, severity, summary, fixes }) => [`\`${id}\``, severity, summary, fixes ?? '']),
  );
});

/** A `npx` that has the package at hand. */
function shell(root: string, command: string, env: Record<string, string>) {
  const bin = repository({
    npx: `#!/bin/sh\n[ "$1 $2" = "--yes pilotbook" ] || exit 99\nshift 2\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`,
  });
  chmodSync(join(bin, 'npx'), 0o755);
  return spawnSync('sh', ['-euc', command], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
  });
}

function branch(): string {
  const root = gitRepository({
    '.context/config.json': '{}',
    '.context/00001.md': '# Why\n',
    'a.ts': '// refer to context 00001\n',
  });
  git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(root, 'checkout', '-q', '-b', 'work');
  return root;
}

testWith(SHELL)('the workflow for GitHub Actions briefs and annotates', () => {
  const { jobs } = parse(page('ci/github-actions.yml'));
  const { steps, env } = jobs.check;
  const commands: string[] = steps.flatMap((step: { run?: string }) => step.run ?? []);
  expect(commands).toHaveLength(2);
  const root = branch();
  const summary = join(repository({ 'summary.md': '' }), 'summary.md');
  const variables = {
    BASE: env.BASE.replace(/\$\{\{.*\}\}/, 'main'),
    GITHUB_STEP_SUMMARY: summary,
  };
  for (const command of commands) expect(shell(root, command, variables).status).toBe(0);
  write(root, { 'a.ts': '// refer to context 00001, 00009\n' });
  git(root, 'commit', '-qam', 'more');
  const ran = commands.map((command) => shell(root, command, variables));
  expect(ran.map(({ status }) => status)).toEqual([0, 1]);
  expect(ran[1]?.stdout).toMatch(
    /^::error file=a\.ts,line=1,title=stash\/missing-entry::There is no entry 00009\./,
  );
  expect(readFileSync(summary, 'utf8')).toContain('# Brief: 1 file changed since');
});

testWith(SHELL)('the hook for pre-commit stops a commit that cites nothing', () => {
  const [{ hooks }] = parse(page('ci/pre-commit-config.yaml')).repos;
  const root = branch();
  expect(shell(root, hooks[0].entry, {}).status).toBe(0);
  write(root, { 'b.ts': '// refer to context 00009\n' });
  git(root, 'add', 'b.ts');
  const { status, stdout } = shell(root, hooks[0].entry, {});
  expect(status).toBe(1);
  expect(stdout).toContain('b.ts:1');
});
