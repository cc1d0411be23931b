/** `pilotbook stash …`: notes on why the code is as it is. */
import { ENTRY_TYPES } from '../../../app/index.ts';
import { showControls } from '../../../core/text/index.ts';
import { type Command, EXIT } from '../command.ts';
import type { Printer } from '../print.ts';
import { isRecord } from '../record.ts';
import { textFrom } from '../text-input.ts';
import { records, toolCommand } from '../tool-command.ts';

const show = toolCommand({
  name: 'stash show',
  summary: 'Show an entry and the places that cite it.',
  about: '',
  positionals: [{ name: 'ref', doc: 'its number, e.g. 00012 or 12', required: true, rest: false }],
  options: {},
  examples: ['pilotbook stash show 12'],
  tool: 'context.get',
  args: ({ words }) => ({ ref: words.ref }),
  show(answer, print) {
    for (const line of String(answer.markdown).replace(/\n$/, '').split('\n')) print.line(showControls(line));
    for (const [key, value] of Object.entries(answer))
      if (key === 'anchors')
        for (const place of records(value))
          print.line(`${print.paint.dim('anchor:')} ${placeText(place, print)}`);
      else if (key !== 'markdown' && value !== undefined)
        print.line(print.paint.dim(`${key}: ${showControls(summary(value, print))}`));
  },
});

const list = toolCommand({
  name: 'stash list',
  summary: 'List all entries.',
  about: '',
  positionals: [],
  options: {},
  examples: ['pilotbook stash list'],
  tool: 'context.list',
  args: () => ({}),
  show(answer, print) {
    const entries = records(answer.entries);
    if (entries.length === 0) print.note('There are no entries.');
    for (const entry of entries) {
      const successor = Array.isArray(entry.superseded_by)
        ? print.paint.warn(`  superseded by ${entry.superseded_by.join(', ')}`)
        : '';
      print.line(
        `${print.paint.bold(String(entry.ref))}  ${showControls(String(entry.title ?? ''))}${successor}`,
      );
    }
  },
});

const search = toolCommand({
  name: 'stash search',
  summary: 'Find entries by a word or phrase.',
  about: 'For a question in your own words use `pilotbook recall`.',
  positionals: [{ name: 'query', doc: 'text to find, ignoring case', required: true, rest: true }],
  options: {},
  examples: ['pilotbook stash search timeout'],
  tool: 'context.search',
  args: ({ words }) => ({ query: words.query }),
  show(answer, print) {
    const results = records(answer.results);
    if (results.length === 0) print.note('Nothing found.');
    for (const entry of results)
      print.line(`${print.paint.bold(String(entry.ref))}  ${showControls(String(entry.snippet))}`);
  },
});

const add: Command = {
  name: 'stash add',
  summary: 'Record a decision, rule, pattern or issue.',
  about:
    'The text is Markdown: as words, on stdin, or from your EDITOR. Entries are never edited; a new one supersedes the old.',
  positionals: [{ name: 'text', doc: 'the reasoning, short, about one thing', required: false, rest: true }],
  options: {
    type: {
      type: 'string',
      placeholder: 'TYPE',
      doc: 'pattern, rule, decision or issue.',
      values: ENTRY_TYPES,
    },
    module: { type: 'string', placeholder: 'NAME', doc: 'The part of the code it is about.' },
    supersedes: { type: 'string', placeholder: 'REF,…', doc: 'Entries it replaces.' },
    anchors: { type: 'string', placeholder: 'PATH:LINES,…', doc: 'Places it is about.', names: 'paths' },
  },
  examples: [
    'pilotbook stash add "Retries stop after 3: the gateway bans us at 5."',
    'pilotbook stash add --type decision --anchors src/retry.ts:10-20 < why.md',
  ],
  async run(input, context) {
    const markdown = await textFrom(input.words.text, context);
    const command = toolCommand({
      ...add,
      tool: 'context.create',
      args: ({ options }) => ({
        markdown,
        type: options.type,
        module: options.module,
        supersedes: wordsOf(options.supersedes),
        anchors: wordsOf(options.anchors),
      }),
      show(answer, print) {
        print.line(
          `Recorded .context/${answer.file}. Paste where it applies: ${print.paint.bold(String(answer.comment))}`,
        );
      },
    });
    return await command.run(input, context);
  },
};

const refs: Command = {
  name: 'stash refs',
  summary: 'List the comments in the code that cite entries.',
  about: 'Exits with 1 if one of them names an entry that does not exist.',
  positionals: [],
  options: {},
  examples: ['pilotbook stash refs', 'pilotbook stash refs --json'],
  async run(_, { app, print, json, signal }) {
    const cited = await (await app()).citations(signal);
    if (json) print.json(cited);
    else if (cited.length === 0) print.note('No comment in the code cites an entry.');
    else
      for (const { path, line, ref, state, superseded_by } of cited) {
        const paint =
          state === 'current'
            ? print.paint.good
            : state === 'superseded'
              ? print.paint.warn
              : print.paint.bad;
        const successor = superseded_by === undefined ? '' : ` by ${superseded_by.join(', ')}`;
        print.line(
          `${print.paint.path(`${showControls(print.here(path))}:${line}`)}  ${showControls(ref)}  ${paint(state)}${successor}`,
        );
      }
    return cited.some(({ state }) => state === 'unknown') ? EXIT.failed : EXIT.ok;
  },
};

function wordsOf(value: string | boolean | undefined): string[] | undefined {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '')
    : undefined;
}

/** Where the lines are now; where they were and what happened, if that is not the same. */
function placeText(
  { path, start_line, end_line, state, was, reason }: Record<string, unknown>,
  print: Printer,
) {
  const lines = start_line === undefined ? '' : `:${start_line}-${end_line}`;
  const place = print.paint.path(showControls(`${print.here(String(path))}${lines}`));
  if (state === 'fresh') return place;
  const paint = start_line === undefined ? print.paint.bad : print.paint.warn;
  return `${place}  ${paint(String(state))}, was ${showControls(`${was}: ${reason}`)}`;
}

function summary(value: unknown, print: Printer): string {
  if (!Array.isArray(value)) return isRecord(value) ? JSON.stringify(value) : String(value);
  return value
    .map((each) =>
      isRecord(each) && 'path' in each
        ? `${print.here(String(each.path))}:${each.line ?? ''}`
        : isRecord(each)
          ? JSON.stringify(each)
          : String(each),
    )
    .join(', ');
}

export const stashCommands: readonly Command[] = [add, show, list, search, refs];
