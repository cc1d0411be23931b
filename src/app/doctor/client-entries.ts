/** Entries of ours in client configurations that start nothing. */
import {
  type BrokenEntry,
  type Entries,
  examineEntries,
  type Home,
  type Launch,
  rewriteEntry,
} from '../setup/index.ts';
import { ok, type Verdict } from './diagnosis.ts';

export async function clientCheck(
  root: string,
  home: Home,
  version: string,
  program: Launch,
): Promise<Verdict> {
  const { broken, sound } = await examineEntries(root, home, version, program);
  if (broken.length === 0) return ok(soundText(sound));
  const fixable = broken.filter(({ fixable }) => fixable);
  return {
    state: 'warning',
    finding: broken.map(({ client, file, problem }) => `${client}: ${file}: ${problem}`).join('; '),
    fix: fixable.length === 0 ? 'Fix the file by hand, then run pilotbook init.' : howToRewrite(fixable),
    ...(fixable.length === 0
      ? {}
      : {
          repair: async () => {
            for (const entry of fixable) await rewriteEntry(entry);
            return `${fixable.length} rewritten`;
          },
        }),
  };
}

/** Offline nobody knows whether the registry has a package. */
function soundText(sound: Entries['sound']): string {
  if (sound.size === 0) return 'no client has an entry of Pilotbook; pilotbook init writes them';
  const fromRegistry = [...sound].flatMap(([name, clients]) =>
    name === ''
      ? []
      : [`; ${clients.join(', ')}: ${name} from the npm registry, which was not asked whether it has it`],
  );
  return `all client configurations resolve${fromRegistry.join('')}`;
}

/** `init` writes all entries in one way; only --repair keeps two kinds apart. */
function howToRewrite(entries: readonly BrokenEntry[]): string {
  if (entries.every(({ local }) => !local)) return 'pilotbook init or --repair rewrites the entry.';
  return entries.every(({ local }) => local)
    ? 'pilotbook init --local or --repair makes the entry start this copy of the program.'
    : '--repair rewrites the entries: those with a path start this copy of the program, the others the npm package.';
}
