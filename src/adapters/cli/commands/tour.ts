/** `npm start`: what Pilotbook does, shown on the repository it stands in, with the time each step took. */
import { showControls } from '../../../core/text/index.ts';
import { type Command, type CommandContext, EXIT } from '../command.ts';
import { parseLine } from '../parse.ts';
import { type TourSubject, tourSubject } from '../tour-subject.ts';

interface Step {
  says: string;
  line: readonly string[];
}

const INDEX: Step = { says: 'Index the repository: words, names and meaning.', line: ['index'] };

function stepsFor({ path, name, topic }: TourSubject): Step[] {
  const outline: Step[] =
    path === undefined
      ? []
      : [{ says: 'See the declarations of a file before reading it.', line: ['outline', ...asWord(path)] }];
  return [
    {
      says: 'Search by words: the definition comes first.',
      line: ['search', '--top', '3', ...asWord(name)],
    },
    {
      says: 'Search by meaning.',
      line: ['search', '--mode', 'hybrid', '--top', '3', `how does ${topic} work?`],
    },
    ...outline,
    {
      says: 'Pick the excerpts for a task.',
      line: ['bundle', '--files', '3', '--lines', '60', `change ${topic}`],
    },
    {
      says: 'Ask in your own words, across notes, packs and code.',
      line: ['recall', '--limit', '3', `why is ${topic} as it is?`],
    },
  ];
}

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
    const indexed = await takeStep(commands, INDEX, context);
    if (indexed !== EXIT.ok) return indexed;
    const subject = await tourSubject(context);
    if (!subject) {
      print.note('There are no files here to show more with. Run the tour in a repository that has some.');
      return EXIT.ok;
    }
    if (subject.path === undefined)
      print.note('No file with functions or classes was found, so no declarations are shown.');
    for (const step of stepsFor(subject)) {
      const code = await takeStep(commands, step, context);
      if (code !== EXIT.ok) return code;
    }
    print.line();
    print.line('Next: pilotbook --help, and docs/tools.md for what an agent sees.');
    return EXIT.ok;
  },
});

async function takeStep(
  commands: readonly Command[],
  { says, line }: Step,
  context: CommandContext,
): Promise<number> {
  const { print } = context;
  print.line();
  print.line(print.paint.bold(says));
  print.line(print.paint.dim(showControls(`$ pilotbook ${line.map(quoted).join(' ')}`)));
  const started = context.elapsed();
  const code = await runStep(commands, line, context);
  print.line(print.paint.dim(`(${Math.round(context.elapsed() - started)} ms)`));
  return code;
}

async function runStep(
  commands: readonly Command[],
  [name, ...rest]: readonly string[],
  context: CommandContext,
): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (!command) return EXIT.usage;
  return await command.run(parseLine(command, rest).input, { ...context, json: false });
}

/** A name that looks like an option, kept from being one. */
function asWord(name: string): string[] {
  return name.startsWith('-') ? ['--', name] : [name];
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : JSON.stringify(word);
}
