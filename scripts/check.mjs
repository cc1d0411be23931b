// npm run check: format, lint, types, architecture, unused code and members, generated docs, tests. Stops at nothing, fails at the end.
import { spawnSync } from 'node:child_process';

const STEPS = [
  ['format and lint', 'biome', ['ci', '.']],
  ['types', 'tsc', ['-p', '.', '--noEmit']],
  ['types of the page', 'tsc', ['-p', 'web', '--noEmit']],
  ['architecture', 'tsx', ['scripts/architecture.ts']],
  ['unused code', 'knip', []],
  ['unused members', 'tsx', ['scripts/unused-members.ts']],
  ['generated docs', 'tsx', ['scripts/generate-docs.ts', '--check']],
  ['tests', 'vitest', ['run']],
];

/** There the programs of packages are scripts, which only a shell starts. */
const ON_WINDOWS = process.platform === 'win32';

const failed = [];
for (const [name, command, args] of STEPS) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: ON_WINDOWS });
  console.log(
    `${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(', ')}`);
  process.exit(1);
}
