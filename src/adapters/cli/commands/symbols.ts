/** `pilotbook show`, `refs`, `callers`, `callees` and `hierarchy`: a symbol, who uses it, and what it uses. */
import { MENTION_CLASSES, REFERENCE_ROLES, SYMBOL_LISTS } from '../../../app/index.ts';
import type { Command, CommandOption, Positional } from '../command.ts';
import { CURSOR, listOption, numberOption, toolCommand } from '../tool-command.ts';

const SYMBOL: Positional = {
  name: 'symbol',
  doc: 'NAME, CLASS.METHOD, PATH::NAME or PATH:LINE',
  required: true,
  rest: false,
  names: 'symbol',
};

const PATH: CommandOption = {
  type: 'string',
  placeholder: 'PATH',
  doc: 'The file or directory in which it is declared.',
  names: 'path',
};
const SCOPE: CommandOption = {
  type: 'string',
  placeholder: 'GLOB',
  doc: 'Only files that match this glob.',
  names: 'glob',
};
const DEPTH: CommandOption = {
  type: 'string',
  placeholder: 'N',
  doc: "2 or 3: also the callers' callers, as a tree (default 1).",
};
const limit = (byDefault: number): CommandOption => ({
  type: 'string',
  placeholder: 'N',
  doc: `Maximum length of each list (default ${byDefault}).`,
});

const showCommand = toolCommand({
  name: 'show',
  summary: 'Show a symbol whole: a function, a class, a variable.',
  about:
    'If several have the name, they are listed. A name that differs in case, or holds the word, is found too.',
  positionals: [SYMBOL],
  options: {
    path: PATH,
    show: {
      type: 'string',
      placeholder: 'PART',
      doc: 'The body (the default), the signature, or an outline of the members.',
      values: ['body', 'signature', 'outline'],
    },
    with: {
      type: 'string',
      placeholder: 'LISTS',
      doc: 'What to list beside: callers, callees, tests, bases, subclasses, usages.',
      values: SYMBOL_LISTS,
      list: true,
    },
    limit: limit(10),
  },
  examples: [
    'pilotbook show createApp',
    'pilotbook show Refund.approve --with callers,tests',
    'pilotbook show src/main.ts:12',
    'pilotbook show src/app/index.ts::createApp --show signature',
  ],
  tool: 'repo.symbol',
  args: ({ words, options }) => ({
    symbol: words.symbol,
    path: options.path,
    show: options.show,
    with: listOption(options.with),
    limit: numberOption(options.limit),
  }),
});

const refsCommand = toolCommand({
  name: 'refs',
  summary: 'List the mentions of a symbol, each with what it is.',
  about: [
    'Every mention of the name in code is of one class: the definition, certain (bound by scope or import), likely (by the type',
    'before the dot, or the only symbol of that name), possible (the same name, not known which), other (another symbol), comment or',
    'string. Without --class the definition, certain and likely mentions are listed, tests last; the last line counts all.',
  ].join('\n'),
  positionals: [SYMBOL],
  options: {
    path: PATH,
    role: {
      type: 'string',
      placeholder: 'ROLE',
      doc: `Only this use: ${REFERENCE_ROLES.join(', ')}.`,
      values: REFERENCE_ROLES,
    },
    class: {
      type: 'string',
      placeholder: 'CLASS',
      doc: `Only this class: ${MENTION_CLASSES.join(', ')}.`,
      values: MENTION_CLASSES,
    },
    scope: SCOPE,
    depth: DEPTH,
    limit: limit(50),
    cursor: CURSOR,
  },
  examples: [
    'pilotbook refs createApp',
    'pilotbook refs Refund.limit --role write',
    "pilotbook refs approve --class possible --scope 'src/**'",
  ],
  tool: 'repo.references',
  args: ({ words, options }) => ({
    symbol: words.symbol,
    path: options.path,
    role: options.role,
    class: options.class,
    scope: options.scope,
    depth: numberOption(options.depth),
    limit: numberOption(options.limit),
    cursor: options.cursor,
  }),
});

const callersCommand = toolCommand({
  name: 'callers',
  summary: 'List the calls of a function, with the function each is in.',
  about: '',
  positionals: [SYMBOL],
  options: { path: PATH, scope: SCOPE, depth: DEPTH, limit: limit(50), cursor: CURSOR },
  examples: ['pilotbook callers createApp', 'pilotbook callers Refund.approve --depth 3'],
  tool: 'repo.references',
  args: ({ words, options }) => ({
    symbol: words.symbol,
    path: options.path,
    role: 'call',
    scope: options.scope,
    depth: numberOption(options.depth),
    limit: numberOption(options.limit),
    cursor: options.cursor,
  }),
});

const calleesCommand = toolCommand({
  name: 'callees',
  summary: 'List what a function calls, and where that is declared.',
  about: '',
  positionals: [SYMBOL],
  options: { path: PATH, limit: limit(50) },
  examples: ['pilotbook callees createApp', 'pilotbook callees src/main.ts:12'],
  tool: 'repo.symbol',
  args: ({ words, options }) => ({
    symbol: words.symbol,
    path: options.path,
    show: 'signature',
    with: ['callees'],
    limit: numberOption(options.limit) ?? 50,
  }),
});

const hierarchyCommand = toolCommand({
  name: 'hierarchy',
  summary: 'List what a class extends or implements, and what extends it.',
  about: '',
  positionals: [SYMBOL],
  options: { path: PATH, limit: limit(50) },
  examples: ['pilotbook hierarchy Storage', 'pilotbook hierarchy src/store.py::Store'],
  tool: 'repo.symbol',
  args: ({ words, options }) => ({
    symbol: words.symbol,
    path: options.path,
    show: 'signature',
    with: ['bases', 'subclasses'],
    limit: numberOption(options.limit) ?? 50,
  }),
});

export const symbolCommands: readonly Command[] = [
  showCommand,
  refsCommand,
  callersCommand,
  calleesCommand,
  hierarchyCommand,
];
