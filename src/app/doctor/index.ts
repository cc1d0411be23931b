/**
 * What works here and what does not, each with the next step. A check tries the real thing (parses a text, embeds a
 * word, writes a file) rather than look whether something is installed.
 */
import type { Config } from '../../config/index.ts';
import { asAppError } from '../../core/errors.ts';
import { sqliteVersion } from '../../core/store/index.ts';
import type { Host } from '../host.ts';
import type { Services } from '../services.ts';
import type { Home, Launch } from '../setup/index.ts';
import { clientCheck } from './client-entries.ts';
import { type Check, type Diagnosis, failed, ok, type Verdict } from './diagnosis.ts';
import { checkoutCheck, dataCheck, indexCheck, lockCheck, packCheck, stashCheck } from './storage.ts';
import { gitCheck, grammarCheck, modelCheck, nodeCheck, ripgrepCheck } from './tools.ts';

export type { Diagnosis } from './diagnosis.ts';

export interface Patient {
  services: Services;
  config: Config;
  host: Host;
  home: Home;
  /** How this very program is started. */
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
}: Patient): Promise<Diagnosis[]> {
  const checks: Record<string, Check> = {
    config: async () => configCheck(config),
    node: async () => nodeCheck(host.node),
    sqlite: async () => ok(await sqliteVersion()),
    git: () => gitCheck(services),
    ripgrep: () => ripgrepCheck(services),
    grammars: () => grammarCheck(services, config, signal),
    model: () => modelCheck(services, config),
    checkout: () => checkoutCheck(services),
    data: () => dataCheck(services),
    // Before the index is opened: that takes its lock over.
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

/** A check that throws has found something too. */
async function tried(check: Check): Promise<Verdict> {
  try {
    return await check();
  } catch (thrown) {
    const { message, hint } = asAppError(thrown);
    return failed(message, hint);
  }
}
