/** `pilotbook contexts …`: the notes of directories. */
import { contextFile, FILTERABLE_FIELDS } from '../../../app/index.ts';
import { type AnswerText, bad, dim, isExcerpt, line } from '../../../core/answer.ts';
import { AppError } from '../../../core/errors.ts';
import { type Command, EXIT, type Positional } from '../command.ts';
import { editText } from '../editor.ts';
import { CURSOR, numberOption, toolCommand } from '../tool-command.ts';
import { contextsCheckCommand, contextsValidateCommand } from './contexts-check.ts';

const SCOPE: Positional = { name: 'scope', doc: 'a directory', required: true, rest: false, names: 'path' };
/** Writing waits for the disk; reading and parsing would gain nothing from more. */
const DEFAULT_JOBS = 8;
const MOST_JOBS = 64;

const generate: Command = {
  name: 'contexts generate',
  summary: 'Write directory notes from code, manifests and comments.',
  about: [
    'Calls no model. Rewrites only the fields listed in derived_fields, and keeps what a person or an agent wrote, with its',
    'comments and order. Resolves merge conflicts and keeps what people wrote on both sides. Notes that are invalid or of',
    'another version are left alone and reported.',
  ].join('\n'),
  positionals: [
    { ...SCOPE, doc: 'this directory and everything below it (default: the root)', required: false },
  ],
  options: {
    full: { type: 'boolean', doc: 'Also describe settings, environment, tests and data models.' },
    tests: {
      type: 'boolean',
      doc: 'Include test directories; `tests: true` in .context.config.yaml does the same.',
    },
    stale: { type: 'boolean', doc: 'Only notes that are stale or missing.' },
    'dry-run': { type: 'boolean', doc: 'Show what would be written, without writing it.' },
    jobs: {
      type: 'string',
      placeholder: 'N',
      doc: `Directories to process at once (default ${DEFAULT_JOBS}).`,
    },
  },
  examples: ['pilotbook contexts generate', 'pilotbook contexts generate src --stale --dry-run'],
  async run({ words, options }, { app, print, json, signal }) {
    const jobs = numberOption(options.jobs) ?? DEFAULT_JOBS;
    if (!Number.isInteger(jobs) || jobs < 1 || jobs > MOST_JOBS)
      throw new AppError('invalid', 'usage', `--jobs takes a whole number from 1 to ${MOST_JOBS}.`);
    const isDry = options['dry-run'] === true;
    const documents = await (await app()).contexts.generate({
      scope: words.scope ?? '.',
      full: options.full === true,
      tests: options.tests === true,
      stale: options.stale === true,
      dryRun: isDry,
      jobs,
      signal,
      progress: (done, total, scope) => print.progress(`${done} of ${total}  ${print.here(scope)}`),
    });
    const left = documents.filter(({ action }) => action === 'left alone');
    if (json) print.json({ dry_run: isDry, documents });
    else {
      for (const { scope, action } of documents)
        if (action === 'created' || action === 'updated')
          print.line(`${print.paint.good(action.padEnd(10))} ${print.here(scope)}`);
      for (const { scope, resolved } of documents)
        for (const note of resolvedNotes(resolved, isDry, print.here(contextFile(scope))))
          print.note(
            `${print.paint.warn((isDry ? 'would resolve' : 'resolved').padEnd(10))} ${`${print.here(scope)}: ${note}`}`,
          );
      for (const { scope, reason } of left)
        print.note(`${print.paint.warn('left alone')} ${print.here(scope)}: ${reason ?? ''}`);
      print.line(summary(documents, isDry));
    }
    return left.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

/** What was done about a merge conflict, and what a person should look at. */
function resolvedNotes(notes: readonly string[] | undefined, isDry: boolean, file: string): string[] {
  if (notes === undefined) return [];
  return [isDry ? 'merge conflict' : `merge conflict; git add ${file} when it is right`, ...notes];
}

function summary(documents: readonly { action: string }[], isDry: boolean): string {
  const count = (wanted: string) => documents.filter(({ action }) => action === wanted).length;
  const counts = ['created', 'updated', 'unchanged', 'left alone'].map((each) => `${count(each)} ${each}`);
  return `${counts.join(', ')}${isDry ? '; nothing was written' : ''}`;
}

const list = toolCommand({
  name: 'contexts list',
  summary: 'List directories and whether their notes are fresh, stale, missing or invalid.',
  about: '',
  positionals: [],
  options: {
    status: {
      type: 'string',
      placeholder: 'STATE',
      doc: 'Only directories whose notes are fresh, stale or missing.',
      values: ['fresh', 'stale', 'missing'],
    },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of directories (default 100).' },
    cursor: CURSOR,
  },
  examples: ['pilotbook contexts list', 'pilotbook contexts list --status stale'],
  tool: 'list_contexts',
  args: ({ options }) => ({
    status: options.status,
    limit: numberOption(options.limit),
    cursor: options.cursor,
  }),
  // For the tool, notes that cannot be read are missing.
  async only(text, _, { app, signal }) {
    const unreadable = await (await app()).contexts.unreadable(undefined, signal);
    const problems = new Map(unreadable.map(({ scope, problem }) => [scope, problem]));
    return problems.size === 0 ? text : text.map((part) => withProblem(part, problems));
  },
});

function withProblem(
  part: AnswerText[number],
  problems: ReadonlyMap<string, { line: number; message: string }>,
): AnswerText[number] {
  if (isExcerpt(part)) return part;
  const [state, , where] = part.pieces;
  const problem = typeof where === 'object' && 'path' in where ? problems.get(where.path) : undefined;
  if (problem !== undefined && where !== undefined)
    return line(bad('invalid'), ' ', where, dim(`  line ${problem.line}: ${problem.message}`));
  if (typeof state !== 'string') return part;
  const unread = ` that can be read, ${problems.size} that cannot (run pilotbook check)`;
  return line(state.replace(' have notes', ` have notes${unread}`));
}

const query = toolCommand({
  name: 'contexts show',
  summary: 'Show the notes of a directory.',
  about: '',
  positionals: [SCOPE],
  options: {
    fields: {
      type: 'string',
      placeholder: 'NAMES',
      doc: 'Only these fields, e.g. summary,decisions.',
      values: FILTERABLE_FIELDS,
      list: true,
    },
  },
  examples: ['pilotbook contexts show src/core', 'pilotbook contexts show . --fields summary,structure'],
  tool: 'query_context',
  args: ({ words, options }) => ({
    scope: words.scope,
    filter:
      typeof options.fields === 'string' ? options.fields.split(',').map((each) => each.trim()) : undefined,
  }),
});

const show: Command = {
  ...query,
  async run(input, context) {
    // The tool's answer for missing notes is a text of the contract, and that stays in the JSON.
    if (!context.json) await (await context.app()).contexts.text(input.words.scope ?? '.');
    return await query.run(input, context);
  },
};

const stamp: Command = {
  name: 'contexts stamp',
  summary: 'Mark the notes of a directory as up to date.',
  about:
    'Records the files as they are now, and the code that decisions and constraints cite. Refuses invalid notes.',
  positionals: [SCOPE],
  options: {},
  examples: ['pilotbook contexts stamp src/core'],
  async run({ words }, { app, print, json, signal }) {
    const stamped = await (await app()).contexts.stamp(words.scope ?? '.', signal);
    if (json) print.json(stamped);
    else
      print.line(
        `${print.paint.good(stamped.changed ? 'stamped' : 'unchanged')} ${print.here(stamped.scope)}  ${stamped.fingerprint}`,
      );
    return EXIT.ok;
  },
};

const edit: Command = {
  name: 'contexts edit',
  summary: 'Add to the notes of a directory, or open them in your editor.',
  about: 'This does not mark the notes as up to date; when all of them are, run `pilotbook contexts stamp`.',
  positionals: [SCOPE],
  options: {
    summary: {
      type: 'string',
      placeholder: 'TEXT',
      doc: 'Replace the summary; generate then keeps it.',
    },
    decision: { type: 'string', placeholder: 'TEXT', doc: 'Add a decision; needs --why.' },
    why: { type: 'string', placeholder: 'TEXT', doc: 'The reason for the decision.' },
    tradeoff: { type: 'string', placeholder: 'TEXT', doc: 'What the decision costs.' },
    constraint: { type: 'string', placeholder: 'TEXT', doc: 'Add a constraint.' },
    todo: { type: 'string', placeholder: 'TEXT', doc: 'Add a to-do.' },
    anchors: {
      type: 'string',
      placeholder: 'PLACES',
      doc: 'The code it is about, e.g. src/a.ts:10-20,src/b.ts:3.',
      names: 'paths',
    },
  },
  examples: [
    'pilotbook contexts edit src/core --decision "Content hashes" --why "A clone stays fresh" --anchors src/core/hash.ts:1-20',
    'pilotbook contexts edit src/core',
  ],
  async run({ words, options }, { app, print, json, interactive, readStdin, editor, home }) {
    const scope = words.scope ?? '.';
    const { contexts } = await app();
    const given = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
    const [what, why] = [given('decision'), given('why')];
    if ((what === undefined) !== (why === undefined))
      throw new AppError('invalid', 'usage', '--decision and --why must be given together.');
    if (Object.values(options).some((value) => value !== undefined))
      await contexts.edit(scope, {
        summary: given('summary'),
        decision:
          what === undefined || why === undefined ? undefined : { what, why, tradeoff: given('tradeoff') },
        constraint: given('constraint'),
        todo: given('todo'),
        anchors: given('anchors')
          ?.split(',')
          .map((place) => place.trim()),
      });
    else {
      const before = await contexts.text(scope);
      await contexts.replace(scope, interactive ? editText(editor, before, home) : await readStdin());
    }
    if (json) print.json({ scope, edited: true });
    else print.line(`${print.paint.good('edited')} ${print.here(scope)}`);
    return EXIT.ok;
  },
};

export const contextsCommands: readonly Command[] = [
  generate,
  list,
  contextsCheckCommand,
  show,
  contextsValidateCommand,
  edit,
  stamp,
];
