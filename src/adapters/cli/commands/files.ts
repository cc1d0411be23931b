import { showControls } from '../../../core/text/index.ts';
import { numberOption, records, toolCommand } from '../tool-command.ts';

export const filesCommand = toolCommand({
  name: 'files',
  summary: 'List the files of the repository.',
  about: 'Ignored and denied files are left out.',
  positionals: [
    {
      name: 'glob',
      doc: 'e.g. "src/**/*.ts"; without "/" it matches names anywhere',
      required: false,
      rest: false,
      names: 'glob',
    },
  ],
  options: {
    max: { type: 'string', placeholder: 'N', doc: 'Maximum number of files to show.' },
    hidden: { type: 'boolean', doc: 'Include names that begin with a dot.' },
  },
  examples: ['pilotbook files', "pilotbook files '*.md' --max 10"],
  tool: 'repo.list_files',
  args: ({ words, options }) => ({
    glob: words.glob,
    max_results: numberOption(options.max),
    include_hidden: options.hidden,
  }),
  show(answer, print, { words }) {
    const files = records(answer.files);
    if (files.length === 0)
      print.note(words.glob === undefined ? 'There are no files.' : 'No file matches the glob.');
    for (const file of files)
      print.line(
        `${print.paint.dim(String(file.size).padStart(9))}  ${showControls(print.here(String(file.path)))}`,
      );
    if (answer.truncated === true)
      print.note(print.paint.dim(`${answer.total} files in total; narrow them by a glob, or raise --max.`));
  },
});
