/** Entries of ours in client configurations that start nothing. */
import { type BrokenEntry, brokenEntries, type Home, type Launch, writeAnew } from '../setup/index.ts';
import { ok, type Verdict } from './diagnosis.ts';

export async function clientCheck(
  root: string,
  home: Home,
  version: string,
  program: Launch,
): Promise<Verdict> {
  const broken = await brokenEntries(root, home, version, program);
  if (broken.length === 0) return ok('all client configurations resolve');
  const fixable = broken.filter(({ fixable }) => fixable);
  return {
    state: 'warning',
    finding: broken.map(({ client, file, problem }) => `${client}: ${file}: ${problem}`).join('; '),
    fix: fixable.length === 0 ? 'Fix the file by hand, then run pilotbook init.' : howToRewrite(fixable),
    ...(fixable.length === 0
      ? {}
      : {
          repair: async () => {
            for (const entry of fixable) await writeAnew(entry);
            return `${fixable.length} rewritten`;
          },
        }),
  };
}

/** `init` writes all entries in one way; only --repair keeps two kinds apart. */
function howToRewrite(entries: readonly BrokenEntry[]): string {
  if (entries.every(({ local }) => !local)) return 'pilotbook init or --repair rewrites the entry.';
  return entries.every(({ local }) => local)
    ? 'pilotbook init --local or --repair makes the entry start this copy of the program.'
    : '--repair rewrites the entries: those with a path start this copy of the program, the others the npm package.';
}
