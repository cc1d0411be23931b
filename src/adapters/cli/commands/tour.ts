/** `npm start`: what Pilotbook does, shown on the repository it stands in, with the time each step took. */
import { type Command, type CommandContext, EXIT } from '../command.ts';
import { parseLine } from '../parse.ts';

interface Step {
  says: string;
  line: readonly string[];
}

const STEPS: readonly Step[] = [
  { says: 'Index the repository: words, names and meaning.', line: ['index'] },
  { says: 'Search by words: the definition comes first.', line: ['search', 'createDispatch', '--top', '3'] },
  {
    says: 'Search by meaning.',
    line: ['search', '--mode', 'hybrid', '--top', '3', 'how is a link out of the repository stopped?'],
  },
  { says: 'See the declarations of a file before reading it.', line: ['outline', 'src/app/dispatch.ts'] },
  {
    says: 'Pick the excerpts for a task.',
    line: ['bundle', '--files', '3', '--lines', '60', 'rate limits per tool'],
  },
  {
    says: 'Ask in your own words, across notes, packs and code.',
    line: ['recall', '--limit', '3', 'why is a file opened before it is checked?'],
  },
];

/** The tour runs other commands, so it is given them. */
export const tourCommand = (commands: readonly Command[]): Command => ({
  name: 'tour',
  summary: 'Show what Pilotbook does, on this repository.',
  about: '',
  positionals: [],
  options: {},
  examples: ['pilotbook tour', 'npm start'],
  async run(_, context) {
    const { print } = context;
    for (const { says, line } of STEPS) {
      print.line();
      print.line(print.paint.bold(says));
      print.line(print.paint.dim(`$ pilotbook ${line.map(quoted).join(' ')}`));
      const started = context.elapsed();
      const code = await runStep(commands, line, context);
      if (code !== EXIT.ok) return code;
      print.line(print.paint.dim(`(${Math.round(context.elapsed() - started)} ms)`));
    }
    print.line();
    print.line('Next: pilotbook --help, and docs/tools.md for what an agent sees.');
    return EXIT.ok;
  },
});

async function runStep(
  commands: readonly Command[],
  [name, ...rest]: readonly string[],
  context: CommandContext,
): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (!command) return EXIT.usage;
  return await command.run(parseLine(command, rest).input, { ...context, json: false });
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : JSON.stringify(word);
}
