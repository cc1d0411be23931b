import { showControls } from '../../../core/text/index.ts';
import { numberOption, records, toolCommand } from '../tool-command.ts';

export const logCommand = toolCommand({
  name: 'log',
  summary: 'Show recent tool calls.',
  about: 'The log contains no prompts and no file contents.',
  positionals: [],
  options: {
    since: { type: 'string', placeholder: 'TIME', doc: 'Only calls at or after this ISO 8601 time.' },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of entries to show.' },
  },
  examples: ['pilotbook log --limit 5', 'pilotbook log --since 2026-01-01T00:00:00Z --json'],
  tool: 'repo.audit_log',
  args: ({ options }) => ({ since: options.since, limit: numberOption(options.limit) }),
  show(answer, print) {
    const entries = records(answer.entries);
    if (entries.length === 0) print.note('No calls are recorded.');
    for (const entry of entries) {
      const end = entry.ok === true ? print.paint.good('ok') : print.paint.bad(String(entry.error_code));
      print.line(
        `${entry.timestamp}  ${showControls(String(entry.tool))}  ${end}  ${entry.duration_ms} ms  ${print.paint.dim(showControls(JSON.stringify(entry.metadata)))}`,
      );
    }
  },
});
