/**
 * npm run guide -- DIR: runs the commands of docs/guide.md on a copy of the checkout DIR and compares what they print.
 * With --write the guide gets the outputs of this run.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { replay } from './guide-run.ts';
import { agrees, stepsOf, withOutputs } from './guide-steps.ts';

const guide = join(import.meta.dirname, '../docs/guide.md');
const text = readFileSync(guide, 'utf8');
const [directory, option] = process.argv.slice(2);
const tag = /git clone --branch (\S+)/.exec(text)?.[1];
if (directory === undefined || tag === undefined || (option !== undefined && option !== '--write')) {
  console.error(
    'usage: npm run guide -- DIR [--write]; DIR is a clone of the repository that the guide names',
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'pilotbook-guide-'));
try {
  const root = join(folder, 'repository');
  mkdirSync(join(folder, 'home'));
  execFileSync('git', ['clone', '-q', '--no-local', '--branch', tag, resolve(directory), root], {
    stdio: 'ignore',
  });
  const steps = stepsOf(text);
  const seen = await replay(steps, root, join(folder, 'home'));
  const wrong = steps.filter((step, at) => {
    const now = seen[at];
    return now === undefined || step.status !== now.status || !agrees(step.output, now.output);
  });
  if (option === '--write') writeFileSync(guide, withOutputs(text, seen));
  else
    for (const step of wrong) {
      const now = seen[steps.indexOf(step)];
      console.log([`$ ${step.command}`, ...(now?.output ?? []), `(exit ${now?.status})`, ''].join('\n'));
    }
  console.log(`${steps.length} commands, ${wrong.length} with another output than the guide says`);
  process.exitCode = wrong.length > 0 && option === undefined ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
