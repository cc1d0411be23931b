/** `pilotbook search`, `outline`, `files`, `open`: what is where in the code. */
import type { Command, CommandContext, CommandInput } from '../command.ts';
import { usageError } from '../parse.ts';
import { CURSOR, callTool, listOption, numberOption, placesOnly, toolCommand } from '../tool-command.ts';

export const searchCommand = toolCommand({
  name: 'search',
  summary: 'Search the repository by words or by meaning.',
  about: 'The first search of a repository builds the index; later ones read only what changed.',
  positionals: [{ name: 'query', doc: 'words, a symbol or a question', required: true, rest: true }],
  options: {
    mode: {
      type: 'string',
      placeholder: 'MODE',
      doc: 'By words (bm25), by meaning (semantic), or by both (hybrid, the default).',
      values: ['bm25', 'semantic', 'hybrid'],
    },
    top: { type: 'string', placeholder: 'N', doc: 'Maximum number of hits (default 10).' },
    glob: { type: 'string', placeholder: 'GLOB', doc: 'Only files that match this glob.', names: 'glob' },
    places: { type: 'boolean', doc: 'Show only paths and line numbers.' },
  },
  examples: [
    'pilotbook search resolve symlink',
    'pilotbook search --mode hybrid "where are rate limits kept?"',
    "pilotbook search createApp --glob '*.ts' --top 3",
  ],
  tool: 'repo.search',
  searches: true,
  args: ({ words, options }) => ({
    query: words.query,
    mode: options.mode,
    top_k: numberOption(options.top),
    file_glob: options.glob,
  }),
  only: placesOnly,
});

export const outlineCommand = toolCommand({
  name: 'outline',
  summary: 'Show the declarations of a file.',
  about: '',
  positionals: [{ name: 'path', doc: 'a file', required: true, rest: false, names: 'path' }],
  options: {
    names: { type: 'boolean', doc: 'Only names, without signatures and comments.' },
    depth: { type: 'string', placeholder: 'N', doc: 'How deep: 1 shows no members.' },
    cursor: CURSOR,
  },
  examples: ['pilotbook outline src/main.ts', 'pilotbook outline src/main.ts --depth 1 --names'],
  tool: 'repo.outline',
  args: ({ words, options }) => ({
    path: words.path,
    names: options.names,
    depth: numberOption(options.depth),
    cursor: options.cursor,
  }),
});

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
    cursor: CURSOR,
  },
  examples: ['pilotbook files', "pilotbook files '*.md' --max 10"],
  tool: 'repo.list_files',
  args: ({ words, options }) => ({
    glob: words.glob,
    max_results: numberOption(options.max),
    include_hidden: options.hidden,
    cursor: options.cursor,
  }),
});

/** `a.ts:5`, `a.ts:5-7`, and `a.ts:5:12` as grep prints it. */
const PLACE = /^(?<path>.+?):(?<first>[1-9]\d{0,8})(?:-(?<last>[1-9]\d{0,8})|:\d+)?$/;

const open = toolCommand({
  name: 'open',
  summary: 'Show lines of a file, numbered.',
  about:
    'Lines can also be given with the path, as other commands print them: PATH:LINE or PATH:FIRST-LAST; PATH::SYMBOL shows a declaration.',
  positionals: [{ name: 'path', doc: 'a file, or PATH::SYMBOL', required: true, rest: false, names: 'path' }],
  options: {
    start: { type: 'string', placeholder: 'N', doc: 'First line (default 1).' },
    end: {
      type: 'string',
      placeholder: 'N',
      doc: 'Last line, inclusive (default: as many lines as the limit allows).',
    },
    lines: { type: 'string', placeholder: 'FIRST-LAST,…', doc: 'Several ranges at once.' },
  },
  examples: [
    'pilotbook open README.md',
    'pilotbook open src/main.ts --start 1 --end 20',
    'pilotbook open src/main.ts:1-20',
    'pilotbook open src/main.ts --lines 1-9,40-52',
  ],
  tool: 'repo.open_file',
  args: ({ words, options }) => ({
    path: words.path,
    start_line: numberOption(options.start),
    end_line: numberOption(options.end),
    ranges: listOption(options.lines),
  }),
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

/** A file whose name looks like a place is opened whole: there is no other way to name it. */
async function placed(input: CommandInput, context: CommandContext): Promise<CommandInput> {
  const { start, end } = input.options;
  const { path, first, last } = PLACE.exec(input.words.path ?? '')?.groups ?? {};
  if (path === undefined || start !== undefined || end !== undefined) return input;
  const outcome = await callTool(context, 'repo.open_file', { path: input.words.path });
  if (!outcome.isError) return input;
  return { ...input, words: { path }, options: { ...input.options, start: first, end: last ?? first } };
}
