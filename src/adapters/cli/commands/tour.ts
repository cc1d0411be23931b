/** `pilotbook tour` and `npm start`: real commands on a copy of a few files of this repository. */
import { briefLine, type Sample, withSample } from '../../../app/command-line.ts';
import type { App } from '../../../app/index.ts';
import type { Outcome } from '../../../core/tool.ts';
import { type Command, type CommandContext, EXIT } from '../command.ts';
import { prepared } from '../indexing.ts';
import type { Printer } from '../print.ts';
import { callTool } from '../tool-command.ts';

/** An example, not a decision of this repository. The two share no word; tests/cli/tour.test.ts checks that. */
export const DECISION = 'Prices are whole cents: adding up fractions of a dollar was off by a penny.';
export const QUESTION = 'how do we round money amounts?';
const WORDS_OF_QUESTION = ['round', 'money', 'amount'];

export const tourCommand: Command = {
  name: 'tour',
  summary: 'Show what Pilotbook does, on a copy of a few files of this repository.',
  about:
    'The copy is made in a temporary directory and removed afterwards. Nothing in the repository is changed.',
  positionals: [],
  options: {},
  examples: ['pilotbook tour', 'npm start'],
  async run(_, context) {
    const { config, print, signal } = context;
    const started = context.elapsed();
    const shown = await withSample(config, signal, async (sample) => {
      if (sample.groups.every((paths) => paths.length === 0)) return false;
      const app = await context.appAt(sample.root);
      try {
        return await show(sample, app, { ...context, app: async () => app, json: false });
      } finally {
        await app.close();
      }
    });
    if (!shown) {
      print.note('There is no file with a function to show it on. Run the tour in a repository with code.');
      return EXIT.ok;
    }
    print.line();
    print.line(
      print.paint.dim(
        `${((context.elapsed() - started) / 1000).toFixed(1)} s; the copy is removed. Next: pilotbook init, and pilotbook --help.`,
      ),
    );
    return EXIT.ok;
  },
};

/** False if there is no code to show it on. */
async function show(sample: Sample, app: App, context: CommandContext): Promise<boolean> {
  const { print, signal } = context;
  let subject: TourSubject | undefined;
  for (const paths of sample.groups) subject ??= await tourSubject(context, paths);
  if (subject === undefined) return false;
  print.line(
    `On a copy of ${sample.groups.flat().length} of ${sample.total} files, in a temporary directory. This repository is not changed.`,
  );
  await app.initStash();
  const was = `${subject.path}:${subject.startLine}-${subject.endLine}`;

  title(print, '1. Write down why (here an example), and which code it is about.');
  command(print, `stash add --type decision --anchors ${was} "${DECISION}"`);
  const made = done(
    await callTool(context, 'context.create', { markdown: DECISION, type: 'decision', anchors: [was] }),
  );
  print.line(`.context/${made.file}`);

  title(print, '2. The code moves to another file and is edited. check finds it.');
  const path = await moveSubject(sample, subject, made.comment);
  print.line(print.paint.dim(`# ${subject.path} is now ${path}, with one more line in ${subject.name}`));
  command(print, 'check');
  const { findings } = await app.check({
    rules: ['stash/edited-anchor', 'stash/lost-anchor'],
    fix: false,
    signal,
  });
  for (const { rule, message } of findings) print.line(`${print.paint.warn(rule)}  ${message}`);

  title(print, '3. Anyone who works on the new file sees it.');
  command(print, `brief ${path}`);
  const brief = await app.brief({ paths: [path], signal });
  for (const governing of brief.governing) print.line(briefLine(governing));

  title(print, '4. Ask in your own words. The question and the note share none.');
  for (const query of WORDS_OF_QUESTION) {
    const found = done(await callTool(context, 'context.search', { query })).results;
    command(print, `stash search ${query}`);
    print.line(found.length === 0 ? print.paint.dim('Nothing found.') : `${found.length} found`);
  }
  command(print, `recall "${QUESTION}"`);
  await prepared(app, { signal, print });
  const answer = done(await callTool(context, 'context_search', { query: QUESTION }));
  for (const { id, type, content } of answer.results) {
    const [line = ''] = content.split('\n');
    print.line(`${print.paint.path(id)}  ${type}  ${line}`);
    if (id === made.ref) break;
  }
  return true;
}

/** The declaration that the tour is about. */
interface TourSubject {
  path: string;
  name: string;
  startLine: number;
  endLine: number;
}

/** Files to look into; more would take too long. */
const MOST_TRIED = 12;
/** Long enough to be recognised after an edit, short enough to be one thing. */
const LEAST_LINES = 5;
const MOST_LINES = 60;
const CALLABLE = /function|method/;

/** The longest function; undefined if there is none of a fitting length. */
async function tourSubject(
  context: CommandContext,
  paths: readonly string[],
): Promise<TourSubject | undefined> {
  let best: TourSubject | undefined;
  for (const path of paths.slice(0, MOST_TRIED)) {
    const outline = await callTool(context, 'repo.outline', { path });
    if (outline.isError) continue;
    for (const { kind, name, start_line, end_line } of outline.value.symbols) {
      const found = { path, name, startLine: start_line, endLine: end_line };
      const lines = linesOf(found);
      if (!CALLABLE.test(kind) || lines < LEAST_LINES || lines > MOST_LINES) continue;
      if (best === undefined || lines > linesOf(best)) best = found;
    }
  }
  return best;
}

function linesOf({ startLine, endLine }: TourSubject): number {
  return endLine - startLine + 1;
}

/** Into another directory, with a comment more in the middle. */
async function moveSubject(
  { text, move }: Sample,
  { path, startLine, endLine }: TourSubject,
  comment: string,
): Promise<string> {
  const lines = text(path).split('\n');
  const middle = Math.floor((startLine + endLine) / 2);
  const to = `moved/${path.slice(path.lastIndexOf('/') + 1)}`;
  const added = comment.replace(/refer to context \d+/, 'one more line');
  await move(path, to, [...lines.slice(0, middle), added, ...lines.slice(middle)].join('\n'));
  return to;
}

/** The tour ends with the first call that fails. */
function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.isError) throw outcome.error;
  return outcome.value;
}

function title(print: Printer, text: string): void {
  print.line();
  print.line(print.paint.bold(text));
}

function command(print: Printer, text: string): void {
  print.line(print.paint.dim(`$ pilotbook ${text}`));
}
