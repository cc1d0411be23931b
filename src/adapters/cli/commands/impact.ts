/** `pilotbook impact`: what a change of a symbol, or of all that changed, reaches. */
import { type Command, EXIT } from '../command.ts';
import { usageError } from '../parse.ts';
import { type Printer, printKnowledge } from '../print.ts';
import { numberOption } from '../tool-command.ts';

export const impactCommand: Command = {
  name: 'impact',
  summary: 'List what a change reaches: users, tests to run, and notes.',
  about: [
    'Without SYMBOL it is about what is not committed, or with --since about what changed since then: the declarations whose own',
    'lines differ, those who use them by depth, the tests that reach them, and the notes about them.',
  ].join('\n'),
  positionals: [
    {
      name: 'symbol',
      doc: 'NAME, CLASS.METHOD, PATH::NAME or PATH:LINE',
      required: false,
      rest: false,
      names: 'symbol',
    },
  ],
  options: {
    since: {
      type: 'string',
      placeholder: 'REV',
      doc: 'Changes since the branch forked from REV, with those not committed.',
    },
    path: {
      type: 'string',
      placeholder: 'PATH',
      doc: 'The file or directory in which SYMBOL is declared.',
      names: 'path',
    },
    depth: { type: 'string', placeholder: 'N', doc: "How far to follow users' users, 1 to 3 (default 2)." },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum length of each list (default 50).' },
  },
  examples: [
    'pilotbook impact',
    'pilotbook impact --since origin/main --depth 3',
    'pilotbook impact Refund.approve',
    'pilotbook impact src/app/index.ts::createApp --json',
  ],
  async run({ words, options }, { app, print, json, signal }) {
    const { symbol } = words;
    if (symbol === undefined && options.path !== undefined)
      throw usageError(impactCommand, '--path says where SYMBOL is declared, and SYMBOL is missing');
    const impact = await (await app()).impact({
      symbol,
      path: typeof options.path === 'string' ? options.path : undefined,
      since: typeof options.since === 'string' ? options.since : undefined,
      depth: numberOption(options.depth),
      limit: numberOption(options.limit),
      signal,
    });
    if (json) {
      print.json(impact);
      return EXIT.ok;
    }
    print.line(print.paint.bold(impact.title));
    if (impact.changed.length === 0) print.note('No declaration was changed.');
    for (const each of impact.changed) {
      const place = `${print.here(each.path)}:${each.start_line}-${each.end_line}`;
      const change = each.change === 'named' ? '' : `, ${each.change}`;
      print.line(`${print.paint.path(place)}  ${each.qualified_name} (${each.kind}${change})`);
    }
    printUsers('users', impact.users, print);
    printUsers('tests to run', impact.tests, print);
    printKnowledge(impact.notes, print);
    const left = Object.entries(impact.left_out).flatMap(([name, count]) =>
      count === 0 ? [] : [`${count} ${name}`],
    );
    if (left.length > 0)
      print.note(print.paint.dim(`Left out: ${left.join(', ')}; raise --limit to see them.`));
    for (const warning of impact.warnings) print.note(print.paint.warn(warning));
    return EXIT.ok;
  },
};

type Users = readonly {
  path: string;
  line: number;
  symbol: string | null;
  uses: string;
  depth: number;
  likely?: boolean;
}[];

/** Those further away are further in. */
function printUsers(title: string, users: Users, print: Printer): void {
  print.line(`${title}:${users.length === 0 ? ' none' : ''}`);
  for (const { path, line, symbol, uses, depth, likely } of users) {
    const place = print.paint.path(`${print.here(path)}:${line}`);
    const doubt = likely === true ? print.paint.dim('  (likely)') : '';
    print.line(`${'  '.repeat(depth)}${place}  ${symbol === null ? '' : `${symbol} `}uses ${uses}${doubt}`);
  }
}
