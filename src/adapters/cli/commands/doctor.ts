/** `pilotbook doctor`: prints the findings, and repairs if asked. */
import type { Diagnosis } from '../../../app/index.ts';
import { asAppError } from '../../../core/errors.ts';
import { type Command, EXIT } from '../command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check that everything works here, and say how to fix what does not.',
  about: [
    'Checks repo_mcp.toml, Node, SQLite, git, ripgrep, grammars, the model, permissions, locks, the index, entries, packs and',
    'client configurations. --repair removes stale locks, builds the index, renames packs that cannot be read, and rewrites',
    'client entries that cannot start the server.',
  ].join('\n'),
  positionals: [],
  options: { repair: { type: 'boolean', doc: 'Fix what can be fixed without losing anything.' } },
  examples: ['pilotbook doctor', 'pilotbook doctor --repair'],
  async run({ options }, { app, print, json, home, program, signal }) {
    const found = await (await app()).examine(home, program, signal);
    const repairs = options.repair === true ? await repairAll(found) : new Map<string, Repair>();
    const rows = found.map(({ repair: _, fix, ...row }) => ({
      ...row,
      ...(fix === undefined ? {} : { fix }),
      ...repairs.get(row.name),
    }));
    if (json) print.json(rows);
    else
      for (const { name, state, finding, fix, repaired, not_repaired } of rows) {
        const paint =
          state === 'ok' ? print.paint.good : state === 'warning' ? print.paint.warn : print.paint.bad;
        print.line(`${paint(state.padEnd(8))} ${name.padEnd(9)} ${finding}`);
        const next =
          repaired !== undefined
            ? `repaired: ${repaired}`
            : not_repaired !== undefined
              ? `not repaired: ${not_repaired}`
              : fix;
        if (next !== undefined) print.line(`${INDENT}${print.paint.dim(next)}`);
      }
    return rows.some(({ state, repaired }) => state === 'failed' && repaired === undefined)
      ? EXIT.failed
      : EXIT.ok;
  },
};

interface Repair {
  repaired?: string;
  not_repaired?: string;
}

/** Below the finding. */
const INDENT = ' '.repeat(19);

/** Tries all of them, also after one has failed. */
async function repairAll(found: readonly Diagnosis[]): Promise<Map<string, Repair>> {
  const repairs = new Map<string, Repair>();
  for (const { name, repair } of found) {
    if (!repair) continue;
    try {
      repairs.set(name, { repaired: await repair() });
    } catch (thrown) {
      repairs.set(name, { not_repaired: asAppError(thrown).message });
    }
  }
  return repairs;
}
