import { showControls } from '../../../core/text/index.ts';
import { printKnowledge } from '../knowledge-lines.ts';
import { numberOption, toolCommand } from '../tool-command.ts';

export const openCommand = toolCommand({
  name: 'open',
  summary: 'Show lines of a file, numbered.',
  about: '',
  positionals: [{ name: 'path', doc: 'relative to the root', required: true, rest: false }],
  options: {
    start: { type: 'string', placeholder: 'N', doc: 'First line; 1 if absent.' },
    end: {
      type: 'string',
      placeholder: 'N',
      doc: 'Last line, included; as many as the limit allows if absent.',
    },
  },
  examples: ['pilotbook open README.md', 'pilotbook open src/main.ts --start 1 --end 20'],
  tool: 'repo.open_file',
  args: ({ words, options }) => ({
    path: words.path,
    start_line: numberOption(options.start),
    end_line: numberOption(options.end),
  }),
  show(answer, print) {
    for (const line of String(answer.numbered_lines).split('\n')) print.line(showControls(line));
    printKnowledge(answer.knowledge, print);
    if (answer.truncated === true)
      print.note(
        print.paint.dim(
          `${answer.total_lines} lines in all; --start ${Number(answer.end_line) + 1} goes on.`,
        ),
      );
  },
});
