import { toolCommand } from '../tool-command.ts';

export const indexCommand = toolCommand({
  name: 'index',
  summary: 'Bring the index up to date and wait for it.',
  about:
    'Searches do this automatically; use it to prepare a repository, or with --force to rebuild the index.',
  positionals: [],
  options: { force: { type: 'boolean', doc: 'Reindex every file.' } },
  examples: ['pilotbook index', 'pilotbook index --force --json'],
  tool: 'repo.refresh_index',
  args: ({ options }) => ({ force: options.force }),
  show(answer, print) {
    print.line(
      `${answer.added} added, ${answer.updated} updated, ${answer.removed} removed in ${answer.duration_ms} ms`,
    );
  },
});
