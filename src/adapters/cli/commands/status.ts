import { showControls } from '../../../core/text/index.ts';
import { isRecord } from '../record.ts';
import { toolCommand } from '../tool-command.ts';

export const statusCommand = toolCommand({
  name: 'status',
  summary: 'Show the state of the index, limits and languages.',
  about: '',
  positionals: [],
  options: {},
  examples: ['pilotbook status', 'pilotbook status --json'],
  tool: 'repo.status',
  args: () => ({}),
  show(answer, print) {
    for (const [key, value] of Object.entries(answer)) {
      if (key === 'effective_config' || key === 'metrics' || value === null) continue;
      const text = isRecord(value)
        ? Object.entries(value)
            .map(([name, each]) => `${name} ${typeof each === 'object' ? JSON.stringify(each) : each}`)
            .join(', ')
        : Array.isArray(value)
          ? value.join(', ')
          : String(value);
      print.line(`${print.paint.bold(key.replaceAll('_', ' ').padEnd(24))} ${showControls(text)}`);
    }
  },
});
