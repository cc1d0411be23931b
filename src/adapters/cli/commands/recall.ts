/** `pilotbook ask`, `recall`, `read` and `grep`. */
import { ENTRY_TYPES } from '../../../app/index.ts';
import { EXIT } from '../command.ts';
import { CURSOR, numberOption, toolCommand } from '../tool-command.ts';

export const askCommand = toolCommand({
  name: 'ask',
  summary: 'Answer a question: the best places with their code, what is around them, and what is written.',
  about: [
    'Within a number of characters, best first: whole declarations, who calls them and what they use, and entries, packs,',
    'directory notes and past sessions that answer, each with its date. Every line is of a file; nothing is made up.',
  ].join('\n'),
  positionals: [
    { name: 'question', doc: 'what you want to know, 3 to 500 characters', required: true, rest: true },
  ],
  options: {
    chars: { type: 'string', placeholder: 'N', doc: 'Most characters of the answer (default 8000).' },
    module: { type: 'string', placeholder: 'NAME', doc: 'Only results for this module.' },
  },
  examples: [
    'pilotbook ask "how are redirects kept from leaking credentials?"',
    'pilotbook ask --chars 3000 "where is the budget of a bundle enforced?"',
  ],
  tool: 'context_search',
  searches: true,
  args: ({ words, options }) => ({
    query: words.question,
    module: options.module,
    maxCharacters: numberOption(options.chars),
  }),
});

export const recallCommand = toolCommand({
  name: 'recall',
  summary: 'List what notes, packs, directory notes, past sessions and code have on a question.',
  about: '',
  positionals: [
    { name: 'query', doc: 'what you want to know, 3 to 500 characters', required: true, rest: true },
  ],
  options: {
    type: {
      type: 'string',
      placeholder: 'TYPE',
      doc: 'Only entries of this type: pattern, rule, decision or issue.',
      values: ENTRY_TYPES,
    },
    module: { type: 'string', placeholder: 'NAME', doc: 'Only results for this module.' },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of results, up to 20 (default 5).' },
  },
  examples: [
    'pilotbook recall "why do we open files before checking them?"',
    'pilotbook recall --type decision caching',
  ],
  tool: 'context_search',
  searches: true,
  args: ({ words, options }) => ({
    query: words.query,
    type: options.type,
    module: options.module,
    limit: numberOption(options.limit),
    maxCharacters: 0,
  }),
});

export const readCommand = toolCommand({
  name: 'read',
  summary: 'Show a file, and the files it imports.',
  about: 'Shows 400 lines at once; the last line says how to go on. With --json, the whole file.',
  positionals: [{ name: 'path', doc: 'a file', required: true, rest: false, names: 'path' }],
  options: {
    start: { type: 'string', placeholder: 'N', doc: 'First line (default 1).' },
    lines: { type: 'string', placeholder: 'N', doc: 'Maximum number of lines.' },
    deps: { type: 'boolean', doc: 'Also the content of the files it imports.' },
  },
  examples: ['pilotbook read src/app/dispatch.ts', 'pilotbook read src/app/dispatch.ts --deps --json'],
  tool: 'read_file',
  args: ({ words, options }) => ({
    path: words.path,
    startLine: numberOption(options.start),
    maxLines: numberOption(options.lines),
    includeDeps: options.deps,
  }),
});

export const grepCommand = toolCommand({
  name: 'grep',
  summary: 'Find text by regular expression.',
  about: 'Exits with 1 if nothing matches, as grep does.',
  positionals: [{ name: 'pattern', doc: 'a regular expression', required: true, rest: false }],
  options: {
    glob: { type: 'string', placeholder: 'GLOB', doc: 'Only files that match this glob.', names: 'glob' },
    'case-sensitive': { type: 'boolean', doc: 'Match case exactly; without it, case is ignored.' },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of matches, up to 100 (default 50).' },
    context: { type: 'string', placeholder: 'N', doc: 'Lines to show around each match, up to 10.' },
    'files-only': { type: 'boolean', doc: 'Only the files that match.' },
    'count-only': { type: 'boolean', doc: 'Only the number of matches in each file.' },
    cursor: CURSOR,
  },
  examples: ["pilotbook grep 'throw new AppError'", "pilotbook grep 'TODO|FIXME' --glob 'src/**/*.ts'"],
  exit: { error: EXIT.usage, doc: '0 a match; 1 no match; 2 an error; 130 interrupted.' },
  tool: 'grep_codebase',
  args: ({ words, options }) => ({
    pattern: words.pattern,
    filePattern: options.glob,
    caseSensitive: options['case-sensitive'],
    limit: numberOption(options.limit),
    context: numberOption(options.context),
    filesOnly: options['files-only'],
    countOnly: options['count-only'],
    cursor: options.cursor,
  }),
  isEmpty: ({ totalMatches }) => totalMatches === 0,
});
