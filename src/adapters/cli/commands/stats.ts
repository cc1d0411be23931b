import { showControls } from '../../../core/text/index.ts';
import { type Command, EXIT } from '../command.ts';

/** A token is about four bytes of code and English. */
const BYTES_A_TOKEN = 4;

export const statsCommand: Command = {
  name: 'stats',
  summary: 'Show calls, errors, times, tokens returned, and what is read most.',
  about: 'From the audit log and the sessions of this repository, over all processes.',
  positionals: [],
  options: {},
  examples: ['pilotbook stats', 'pilotbook stats --json'],
  async run(_, { app, print, json }) {
    const stats = await (await app()).stats();
    if (json) {
      print.json(stats);
      return EXIT.ok;
    }
    if (stats.tools.length === 0) {
      print.note('No calls were recorded here.');
      return EXIT.ok;
    }
    print.line(
      print.paint.bold(
        `${'tool'.padEnd(28)}${'calls'.padStart(7)}${'errors'.padStart(8)}${'p50 ms'.padStart(10)}${'p95 ms'.padStart(10)}${'p99 ms'.padStart(10)}${'tokens'.padStart(10)}`,
      ),
    );
    for (const { tool, calls, errors, p50_ms, p95_ms, p99_ms, bytes } of stats.tools)
      print.line(
        `${showControls(tool).padEnd(28)}${String(calls).padStart(7)}${String(errors).padStart(8)}${String(p50_ms).padStart(10)}${String(p95_ms).padStart(10)}${String(p99_ms).padStart(10)}${String(Math.round(bytes / BYTES_A_TOKEN)).padStart(10)}`,
      );
    if (stats.items.length > 0) print.line(`\n${print.paint.bold('read most (context score)')}`);
    for (const { path, score, reads } of stats.items)
      print.line(
        `  ${score.toFixed(2)}  ${showControls(print.here(path))}  ${reads === 1 ? 'once' : `${reads} times`}`,
      );
    return EXIT.ok;
  },
};
