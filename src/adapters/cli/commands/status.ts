/** `pilotbook index`, `status`, `stats`, `log`: the state of the index, and the calls made here. */
import { type Command, EXIT } from '../command.ts';
import { CURSOR, numberOption, toolCommand } from '../tool-command.ts';

export const indexCommand = toolCommand({
  name: 'index',
  summary: 'Bring the search index up to date.',
  about: 'Searches do this themselves; run it to prepare a repository, or with --force to rebuild the index.',
  positionals: [],
  options: { force: { type: 'boolean', doc: 'Reindex every file.' } },
  examples: ['pilotbook index', 'pilotbook index --force --json'],
  tool: 'repo.refresh_index',
  args: ({ options }) => ({ force: options.force }),
});

export const statusCommand = toolCommand({
  name: 'status',
  summary: 'Show the state of the index, the limits and the languages.',
  about: '',
  positionals: [],
  options: {},
  examples: ['pilotbook status', 'pilotbook status --json'],
  tool: 'repo.status',
  args: () => ({}),
});

/** A token is about four bytes of code and English. */
const BYTES_A_TOKEN = 4;

export const statsCommand: Command = {
  name: 'stats',
  summary: 'Show calls, errors, times and tokens by tool, and the files read most.',
  about: 'Counts the calls of all processes, from the audit log and the sessions of this repository.',
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
        `${tool.padEnd(28)}${String(calls).padStart(7)}${String(errors).padStart(8)}${String(p50_ms).padStart(10)}${String(p95_ms).padStart(10)}${String(p99_ms).padStart(10)}${String(Math.round(bytes / BYTES_A_TOKEN)).padStart(10)}`,
      );
    const repeats = stats.tools.reduce((sum, each) => sum + each.repeats, 0);
    const saved = stats.tools.reduce((sum, each) => sum + each.saved_bytes, 0);
    const sent = stats.tools.reduce((sum, each) => sum + each.bytes, 0);
    if (repeats > 0)
      print.line(
        `${repeats} excerpts were not sent again: ${saved} bytes, ${Math.round((100 * saved) / (saved + sent))} % of all answers`,
      );
    if (stats.items.length > 0) print.line(`\n${print.paint.bold('read most (context score)')}`);
    for (const { path, score, reads } of stats.items)
      print.line(`  ${score.toFixed(2)}  ${print.here(path)}  ${reads === 1 ? 'once' : `${reads} times`}`);
    return EXIT.ok;
  },
};

export const logCommand = toolCommand({
  name: 'log',
  summary: 'Show recent tool calls.',
  about: 'The log contains no prompts and no file contents.',
  positionals: [],
  options: {
    since: { type: 'string', placeholder: 'TIME', doc: 'Only calls at or after this ISO 8601 time.' },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of calls to show.' },
    cursor: CURSOR,
  },
  examples: ['pilotbook log --limit 5', 'pilotbook log --since 2026-01-01T00:00:00Z --json'],
  tool: 'repo.audit_log',
  args: ({ options }) => ({
    since: options.since,
    limit: numberOption(options.limit),
    cursor: options.cursor,
  }),
});
