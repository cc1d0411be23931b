/** `pilotbook search`, `outline`, `files`, `open`: what is where in the code. */
import type { ToolValues } from '../../../app/index.ts';
import type { Command, CommandContext, CommandInput } from '../command.ts';
import { usageError } from '../parse.ts';
import { printKnowledge, symbolText } from '../print.ts';
import { callTool, listOption, numberOption, toolCommand } from '../tool-command.ts';

export const searchCommand = toolCommand({
  name: 'search',
  summary: 'Search the repository by words or by meaning.',
  about: 'The first search of a repository builds the index; later ones read only what changed.',
  positionals: [{ name: 'query', doc: 'words, a symbol or a question', required: true, rest: true }],
  options: {
    mode: {
      type: 'string',
      placeholder: 'MODE',
      doc: 'By words (bm25, the default), by meaning (semantic), or both (hybrid).',
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
  show(answer, print, { options }) {
    const hits = answer.hits;
    if (hits.length === 0) print.note('Nothing found.');
    for (const hit of hits) {
      const place = `${print.here(hit.path)}:${hit.start_line}-${hit.end_line}`;
      print.line(
        `${print.paint.path(place)}${symbolText(hit.enclosing, print)}  ${print.paint.dim(String(hit.score))}`,
      );
      printKnowledge(hit.knowledge, print);
      if (options.places === true) continue;
      for (const line of hit.snippet.split('\n')) print.line(`    ${line}`);
    }
  },
});

export const outlineCommand = toolCommand({
  name: 'outline',
  summary: 'Show the declarations of a file.',
  about: '',
  positionals: [{ name: 'path', doc: 'a file', required: true, rest: false, names: 'path' }],
  options: { names: { type: 'boolean', doc: 'Only names, without signatures and comments.' } },
  examples: ['pilotbook outline src/main.ts', 'pilotbook outline setup.py --json'],
  tool: 'repo.outline',
  args: ({ words }) => ({ path: words.path }),
  show(answer, print, { options }) {
    const rows = [...answer.symbols.map(symbolRow), ...(answer.assignments ?? []).map(assignmentRow)].sort(
      (a, b) => a.start_line - b.start_line,
    );
    if (rows.length === 0) print.note(`No declarations found (${answer.language}).`);
    for (const { kind, name, start_line, end_line, depth, signature, doc } of rows) {
      const range = print.paint.dim(`${start_line}-${end_line}`.padStart(11));
      const shown = `${'  '.repeat(depth)}${kind} ${print.paint.bold(name)}`;
      const comment = doc === null ? '' : print.paint.dim(`  ${doc}`);
      print.line(`${range}  ${shown}${options.names === true ? '' : `${signature}${comment}`}`);
    }
    printKnowledge(answer.knowledge, print);
  },
});

type Outlined = ToolValues['repo.outline'];

function symbolRow(symbol: Outlined['symbols'][number]) {
  const depth = symbol.parent_symbol === null ? 0 : symbol.parent_symbol.split('.').length;
  return { ...symbol, depth, signature: signatureOf(symbol) };
}

function assignmentRow(assignment: NonNullable<Outlined['assignments']>[number]) {
  return { ...assignment, depth: assignment.name.split('.').length - 1, signature: '', doc: null };
}

/** Empty brackets mean something for a function, and nothing for a type. */
function signatureOf({ kind, signature }: Outlined['symbols'][number]): string {
  return signature === '()' && !/function|method|constructor/.test(kind) ? '' : signature;
}

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
    const files = answer.files;
    if (files.length === 0)
      print.note(words.glob === undefined ? 'There are no files.' : 'No file matches the glob.');
    for (const file of files)
      print.line(`${print.paint.dim(String(file.size).padStart(9))}  ${print.here(file.path)}`);
    if (answer.truncated)
      print.note(print.paint.dim(`${answer.total} files in total; narrow them by a glob, or raise --max.`));
  },
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
  show(answer, print) {
    for (const line of answer.numbered_lines.split('\n')) print.line(line);
    printKnowledge(answer.knowledge, print);
    if (answer.truncated)
      print.note(
        print.paint.dim(
          `${answer.total_lines} lines in total; continue with --start ${answer.end_line + 1}.`,
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

/** A file whose name looks like a place is opened whole: there is no other way to name it. */
async function placed(input: CommandInput, context: CommandContext): Promise<CommandInput> {
  const { start, end } = input.options;
  const { path, first, last } = PLACE.exec(input.words.path ?? '')?.groups ?? {};
  if (path === undefined || start !== undefined || end !== undefined) return input;
  const outcome = await callTool(context, 'repo.open_file', { path: input.words.path });
  if (!outcome.isError) return input;
  return { ...input, words: { path }, options: { ...input.options, start: first, end: last ?? first } };
}
