import { showControls } from '../../../core/text/index.ts';
import type { Command, CommandContext, CommandInput } from '../command.ts';
import { printKnowledge } from '../knowledge-lines.ts';
import { usageError } from '../parse.ts';
import { callTool, numberOption, toolCommand } from '../tool-command.ts';

const TOOL = 'repo.open_file';
/** `a.ts:5`, `a.ts:5-7`, and `a.ts:5:12` as grep prints it. */
const PLACE = /^(?<path>.+?):(?<first>[1-9]\d{0,8})(?:-(?<last>[1-9]\d{0,8})|:\d+)?$/;

const open = toolCommand({
  name: 'open',
  summary: 'Show lines of a file, numbered.',
  about: 'Lines can also be given as other commands print them: PATH:LINE or PATH:FIRST-LAST.',
  positionals: [{ name: 'path', doc: 'a file', required: true, rest: false, names: 'path' }],
  options: {
    start: { type: 'string', placeholder: 'N', doc: 'First line (default 1).' },
    end: {
      type: 'string',
      placeholder: 'N',
      doc: 'Last line, inclusive (default: as many lines as the limit allows).',
    },
  },
  examples: [
    'pilotbook open README.md',
    'pilotbook open src/main.ts --start 1 --end 20',
    'pilotbook open src/main.ts:1-20',
  ],
  tool: TOOL,
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
          `${answer.total_lines} lines in total; continue with --start ${Number(answer.end_line) + 1}.`,
        ),
      );
  },
});

export const openCommand: Command = {
  ...open,
  async run(input, context) {
    const meant = await placed(input, context);
    const { start, end } = meant.options;
    if (Number(end) < Number(start ?? 1) && Number(end) > 0)
      throw usageError(open, `The last line, ${end}, is before the first, ${start ?? 1}`);
    return await open.run(meant, context);
  },
};

/** A file that has such a name is opened whole: it could not be named otherwise. */
async function placed(input: CommandInput, context: CommandContext): Promise<CommandInput> {
  const { start, end } = input.options;
  const { path, first, last } = PLACE.exec(input.words.path ?? '')?.groups ?? {};
  if (path === undefined || start !== undefined || end !== undefined) return input;
  const { failed } = await callTool(context, TOOL, { path: input.words.path });
  if (!failed) return input;
  return { ...input, words: { path }, options: { ...input.options, start: first, end: last ?? first } };
}
