/** Runs the commands of the guide one after the other, as a person in a shell would. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsIn, type Step } from './guide-steps.ts';

const program = join(import.meta.dirname, '../bin/pilotbook.js');

/** Runs one command there; undefined: a shell shall run it. */
export type Runner = (command: string) => Promise<{ status: number | null; stdout: string } | undefined>;

/** `home` is an empty directory of this run. */
export async function replay(
  steps: readonly Step[],
  root: string,
  home: string,
  run: Runner = async () => undefined,
): Promise<Step[]> {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  // As it stands where a package is installed: a program that lies in a clone would say so.
  const installed = join(bin, 'pilotbook.js');
  symlinkSync(program, installed);
  writeFileSync(join(bin, 'pilotbook'), `#!/bin/sh\nexec "${process.execPath}" "${installed}" "$@"\n`);
  chmodSync(join(bin, 'pilotbook'), 0o755);
  const name = { NAME: 'guide', EMAIL: 'guide@example.invalid' };
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      Object.entries(name).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  };
  // A pack gets another id in every run: later commands must name the one of this run.
  const renamed = new Map<string, string>();
  const seen: Step[] = [];
  for (const step of steps) {
    const command = [...renamed].reduce((text, [from, to]) => text.replaceAll(from, to), step.command);
    const { status, stdout } =
      (await run(command)) ??
      spawnSync('sh', ['-c', `exec 2>&1; ${command}`], { cwd: root, encoding: 'utf8', env });
    const output = stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n');
    const ids = idsIn(output);
    for (const [at, id] of idsIn(step.output).entries()) {
      const now = ids[at];
      if (now !== undefined) renamed.set(id, now);
    }
    seen.push({ command: step.command, output, status: status ?? 1 });
  }
  return seen;
}
