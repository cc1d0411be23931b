/** `pilotbook show`, `refs`, `callers`, `callees` and `hierarchy`: a symbol, who uses it, and what it uses. */
import { MENTION_CLASSES, REFERENCE_ROLES, SYMBOL_LISTS, type ToolValues } from '../../../app/index.ts';
import type { Command, CommandInput, CommandOption, Positional } from '../command.ts';
import { type Printer, printKnowledge } from '../print.ts';
import { listOption, numberOption, toolCommand } from '../tool-command.ts';

type Shown = ToolValues['repo.symbol']['matches'][number];
type Reference = ToolValues['repo.references']['references'][number];

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
  show: (answer, print) => printSymbols(answer.matches, print),
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
  }),
  show: printReferences,
});

const callersCommand = toolCommand({
  name: 'callers',
  summary: 'List the calls of a function, with the function each is in.',
  about: '',
  positionals: [SYMBOL],
  options: { path: PATH, scope: SCOPE, depth: DEPTH, limit: limit(50) },
  examples: ['pilotbook callers createApp', 'pilotbook callers Refund.approve --depth 3'],
  tool: 'repo.references',
  args: ({ words, options }) => ({
    symbol: words.symbol,
    path: options.path,
    role: 'call',
    scope: options.scope,
    depth: numberOption(options.depth),
    limit: numberOption(options.limit),
  }),
  show: printReferences,
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
  show: (answer, print) => printSymbols(answer.matches, print),
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
  show: (answer, print) => printSymbols(answer.matches, print),
});

export const symbolCommands: readonly Command[] = [
  showCommand,
  refsCommand,
  callersCommand,
  calleesCommand,
  hierarchyCommand,
];

function printSymbols(matches: readonly Shown[], print: Printer): void {
  for (const match of matches) {
    printHead(match, print);
    printKnowledge(match.knowledge, print);
    if (match.body === undefined) print.line(`  ${match.signature}`);
    else for (const line of match.body.split('\n')) print.line(line);
    printList('bases', match.bases, print);
    printList('subclasses', match.subclasses, print);
    printList('callees', match.callees?.map(calleeLine), print);
    for (const name of ['callers', 'usages', 'tests'] as const)
      printList(
        name,
        match[name]?.map((each) => referenceLine(each, print)),
        print,
      );
  }
}

function printHead(
  symbol: Pick<Shown, 'path' | 'start_line' | 'end_line' | 'qualified_name' | 'kind'>,
  print: Printer,
): void {
  const place = `${print.here(symbol.path)}:${symbol.start_line}-${symbol.end_line}`;
  print.line(`${print.paint.path(place)}  ${print.paint.bold(symbol.qualified_name)} (${symbol.kind})`);
}

function printList(name: string, lines: readonly string[] | undefined, print: Printer): void {
  if (lines === undefined) return;
  print.line(`${name}:${lines.length === 0 ? ' none' : ''}`);
  for (const line of lines) print.line(`  ${line}`);
}

function calleeLine({
  name,
  line,
  count,
  declared,
  external,
}: NonNullable<Shown['callees']>[number]): string {
  const where = declared ?? (external === true ? 'outside of the repository' : 'not known where');
  return `${line}  ${name}: ${where}${count > 1 ? ` (${count} calls)` : ''}`;
}

function referenceLine({ path, line, enclosing, text, class: kind }: Reference, print: Printer): string {
  const place = print.paint.path(`${print.here(path)}:${line}`);
  const doubt = kind === 'certain' || kind === 'definition' ? '' : print.paint.dim(`  (${kind})`);
  return `${place}  ${enclosing === null ? '' : `${enclosing}: `}${text}${doubt}`;
}

function printReferences(
  { symbol, references, counts, next_cursor }: ToolValues['repo.references'],
  print: Printer,
  { options }: CommandInput,
): void {
  printHead(symbol, print);
  for (const reference of references) {
    const { depth = 1, cycle = false, repeated = false } = reference;
    const leaf = cycle ? '  (a circle: see above)' : repeated ? '  (its callers: see above)' : '';
    print.line(`${'  '.repeat(depth)}${referenceLine(reference, print)}${print.paint.dim(leaf)}`);
  }
  const { total, ...classes } = counts;
  const parts = Object.entries(classes).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
  const more = next_cursor === undefined ? '' : '; raise --limit to see more';
  const listed =
    options.depth === undefined ? `${references.length} listed of` : `${references.length} callers;`;
  print.note(print.paint.dim(`${listed} ${total} mentions: ${parts.join(', ')}${more}.`));
}
