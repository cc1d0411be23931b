/**
 * `pilotbook doctor`: what works here and what does not, with the next step. A check does the real thing (parses a text,
 * embeds a word, writes a file) instead of looking whether something is installed.
 */
import type { Config } from '../../config/index.ts';
import { asAppError } from '../../core/errors.ts';
import { sqliteVersion } from '../../core/store/index.ts';
import type { Host } from '../host.ts';
import type { Services } from '../services.ts';
import {
  type BrokenEntry,
  type Entries,
  examineEntries,
  type Home,
  type Launch,
  rewriteEntry,
} from '../setup/index.ts';
import { type Check, type Diagnosis, failed, ok, type Verdict } from './diagnosis.ts';
import { checkoutCheck, dataCheck, indexCheck, lockCheck, packCheck, stashCheck } from './storage.ts';
import { gitCheck, grammarCheck, modelCheck, nodeCheck, ripgrepCheck } from './tools.ts';

export type { Diagnosis } from './diagnosis.ts';

export interface DoctorDeps {
  services: Services;
  config: Config;
  host: Host;
  home: Home;
  /** How this program was started. */
  program: Launch;
  version: string;
  signal: AbortSignal;
}

export async function examine({
  services,
  config,
  host,
  home,
  program,
  version,
  signal,
}: DoctorDeps): Promise<Diagnosis[]> {
  const checks: Record<string, Check> = {
    config: async () => configCheck(config),
    node: async () => nodeCheck(host.node),
    sqlite: async () => ok(await sqliteVersion()),
    git: () => gitCheck(services),
    ripgrep: () => ripgrepCheck(services, services.engine.index.grep),
    grammars: () => grammarCheck(services, config, signal),
    model: () => modelCheck(services, config),
    checkout: () => checkoutCheck(services),
    data: () => dataCheck(services),
    // Before the index check, which takes over a stale lock of the index.
    locks: () => lockCheck(services, host),
    index: () => indexCheck(services),
    stash: () => stashCheck(services),
    packs: () => packCheck(services, signal),
    clients: () => clientCheck(services.workspace.root, home, version, program),
  };
  const found: Diagnosis[] = [];
  for (const [name, check] of Object.entries(checks)) found.push({ name, ...(await tried(check)) });
  return found;
}

function configCheck({ fileProblem, warnings }: Config): Verdict {
  if (fileProblem !== undefined)
    return failed(
      fileProblem,
      'Correct the file; until then only doctor runs, with defaults. See docs/config.md.',
    );
  if (warnings.length === 0) return ok('all options are valid');
  return { state: 'warning', finding: warnings.join(' '), fix: 'docs/config.md lists all keys.' };
}

/** Our entries in client configurations that cannot start the server. */
async function clientCheck(root: string, home: Home, version: string, program: Launch): Promise<Verdict> {
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

/** Works offline, so it cannot say whether the registry has the package. */
function soundText(sound: Entries['sound']): string {
  if (sound.size === 0) return 'no client is configured to start Pilotbook; run pilotbook init';
  const fromRegistry = [...sound].flatMap(([name, clients]) =>
    name === '' ? [] : [`; ${clients.join(', ')}: ${name} from the npm registry, which is not asked`],
  );
  return `all client entries are valid${fromRegistry.join('')}`;
}

/** `init` writes all entries the same way; only --repair keeps the two kinds. */
function howToRewrite(entries: readonly BrokenEntry[]): string {
  if (entries.every(({ local }) => !local)) return 'pilotbook init or --repair rewrites the entry.';
  return entries.every(({ local }) => local)
    ? 'pilotbook init --local or --repair makes the entry start this copy of the program.'
    : '--repair rewrites the entries: those with a path start this copy of the program, the others the npm package.';
}

/** An error in a check is a finding too. */
async function tried(check: Check): Promise<Verdict> {
  try {
    return await check();
  } catch (thrown) {
    const { message, hint } = asAppError(thrown);
    return failed(message, hint);
  }
}
