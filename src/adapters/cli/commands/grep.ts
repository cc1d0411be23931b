import { showControls } from '../../../core/text/index.ts';
import { EXIT } from '../command.ts';
import { numberOption, records, toolCommand } from '../tool-command.ts';

export const grepCommand = toolCommand({
  name: 'grep',
  summary: 'Find text by regular expression.',
  about: 'Exits with 1 if nothing matches, as grep does.',
  positionals: [{ name: 'pattern', doc: 'a regular expression', required: true, rest: false }],
  options: {
    glob: { type: 'string', placeholder: 'GLOB', doc: 'Only files that match.', names: 'glob' },
    'case-sensitive': { type: 'boolean', doc: 'Match case exactly; without it, case is ignored.' },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of matches, up to 100 (default 50).' },
  },
  examples: ["pilotbook grep 'throw new AppError'", "pilotbook grep 'TODO|FIXME' --glob 'src/**/*.ts'"],
  exit: { error: EXIT.usage, doc: '0 a match; 1 no match; 2 an error; 130 interrupted.' },
  tool: 'grep_codebase',
  args: ({ words, options }) => ({
    pattern: words.pattern,
    filePattern: options.glob,
    caseSensitive: options['case-sensitive'],
    limit: numberOption(options.limit),
  }),
  isEmpty: ({ totalMatches }) => totalMatches === 0,
  show(answer, print) {
    const shown = records(answer.matches);
    for (const match of shown)
      print.line(
        `${print.paint.path(showControls(`${print.here(String(match.file))}:${match.line}:${match.column}`))}  ${showControls(String(match.text))}`,
      );
    const total = Number(answer.totalMatches);
    print.note(
      print.paint.dim(
        shown.length < total
          ? `${shown.length} of ${total} matches shown; raise --limit to see more.`
          : `${total} match${total === 1 ? '' : 'es'}`,
      ),
    );
  },
});
