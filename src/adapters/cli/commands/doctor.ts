import { showControls } from '../../../core/text/index.ts';
import { type Command, EXIT } from '../command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check that everything works here, and say how to mend what does not.',
  about: 'Node, git, ripgrep, grammars, model, data directory, index, packs and client configurations.',
  positionals: [],
  options: { repair: { type: 'boolean', doc: 'Mend what can be mended without losing anything.' } },
  examples: ['pilotbook doctor', 'pilotbook doctor --repair'],
  async run({ options }, { app, print, json, home }) {
    const found = await (await app()).examine(home);
    const repaired = new Map<string, string>();
    if (options.repair === true)
      for (const { name, repair } of found) if (repair) repaired.set(name, await repair());
    const rows = found.map(({ repair: _, ...row }) => ({
      ...row,
      ...(repaired.has(row.name) ? { repaired: repaired.get(row.name) } : {}),
    }));
    if (json) print.json(rows);
    else
      for (const { name, state, finding, mend, repaired: done } of rows) {
        const paint =
          state === 'ok' ? print.paint.good : state === 'warning' ? print.paint.warn : print.paint.bad;
        print.line(`${paint(state.padEnd(8))} ${name.padEnd(9)} ${showControls(finding)}`);
        if (done !== undefined) print.line(`                   repaired: ${done}`);
        else if (mend !== undefined) print.line(print.paint.dim(`                   ${mend}`));
      }
    return rows.some(({ name, state }) => state === 'failed' && !repaired.has(name)) ? EXIT.failed : EXIT.ok;
  },
};
