/** `pilotbook stash …`: notes on why the code is as it is. */
import { ENTRY_TYPES, type ToolValues } from '../../../app/index.ts';
import { type Command, EXIT } from '../command.ts';
import { textFrom } from '../editor.ts';
import type { Printer } from '../print.ts';
import { listOption, toolCommand } from '../tool-command.ts';

const show = toolCommand({
  name: 'stash show',
  summary: 'Show an entry and the places that cite it.',
  about: '',
  positionals: [{ name: 'ref', doc: 'its number, e.g. 00012 or 12', required: true, rest: false }],
  options: {},
  examples: ['pilotbook stash show 12'],
  tool: 'context.get',
  args: ({ words }) => ({ ref: words.ref }),
  show({ markdown, anchors = [], cited_from, cited_from_more, ...facts }, print) {
    for (const line of markdown.replace(/\n$/, '').split('\n')) print.line(line);
    for (const [name, fact] of Object.entries(facts))
      print.line(print.paint.dim(`${name}: ${Array.isArray(fact) ? fact.join(', ') : fact}`));
    for (const place of anchors) print.line(`${print.paint.dim('anchor:')} ${placeText(place, print)}`);
    const places = cited_from?.map(({ path, line }) => `${print.here(path)}:${line}`).join(', ');
    if (places !== undefined) print.line(print.paint.dim(`cited_from: ${places}`));
    if (cited_from_more !== undefined) print.line(print.paint.dim(`cited_from_more: ${cited_from_more}`));
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
    const entries = answer.entries;
    if (entries.length === 0) print.note('There are no entries.');
    for (const entry of entries) {
      const successor =
        entry.superseded_by !== undefined
          ? print.paint.warn(`  superseded by ${entry.superseded_by.join(', ')}`)
          : '';
      print.line(`${print.paint.bold(entry.ref)}  ${entry.title ?? ''}${successor}`);
    }
  },
});

const search = toolCommand({
  name: 'stash search',
  summary: 'Find entries by a word or phrase.',
  about: 'To ask a question in your own words, use `pilotbook recall`.',
  positionals: [{ name: 'query', doc: 'text to find, ignoring case', required: true, rest: true }],
  options: {},
  examples: ['pilotbook stash search timeout'],
  tool: 'context.search',
  args: ({ words }) => ({ query: words.query }),
  show(answer, print) {
    const results = answer.results;
    if (results.length === 0) print.note('Nothing found.');
    for (const entry of results) print.line(`${print.paint.bold(entry.ref)}  ${entry.snippet}`);
  },
});

const add: Command = {
  name: 'stash add',
  summary: 'Record a decision, rule, pattern or issue.',
  about:
    'The text is Markdown, from the arguments, stdin or your editor. Entries are never edited; a new one supersedes the old one.',
  positionals: [
    { name: 'text', doc: 'the reason, in a few sentences about one thing', required: false, rest: true },
  ],
  options: {
    type: {
      type: 'string',
      placeholder: 'TYPE',
      doc: 'pattern, rule, decision or issue.',
      values: ENTRY_TYPES,
    },
    module: { type: 'string', placeholder: 'NAME', doc: 'The part of the code it is about.' },
    supersedes: { type: 'string', placeholder: 'REF,…', doc: 'Entries it replaces.' },
    anchors: {
      type: 'string',
      placeholder: 'PATH:LINES,…',
      doc: 'The code it is about, by lines or as PATH::SYMBOL.',
      names: 'paths',
    },
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
        supersedes: listOption(options.supersedes),
        anchors: listOption(options.anchors),
      }),
      show(answer, print) {
        print.line(
          `Recorded .context/${answer.file}. Paste where it applies: ${print.paint.bold(answer.comment)}`,
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
        print.line(`${print.paint.path(`${print.here(path)}:${line}`)}  ${ref}  ${paint(state)}${successor}`);
      }
    return cited.some(({ state }) => state === 'unknown') ? EXIT.failed : EXIT.ok;
  },
};

type Place = NonNullable<ToolValues['context.get']['anchors']>[number];

/** Where the lines are now; if they moved or changed, also where they were and why. */
function placeText({ path, start_line, end_line, state, was, reason }: Place, print: Printer): string {
  const lines = start_line === undefined ? '' : `:${start_line}-${end_line}`;
  const place = print.paint.path(`${print.here(path)}${lines}`);
  if (state === 'fresh') return place;
  const paint = start_line === undefined ? print.paint.bad : print.paint.warn;
  return `${place}  ${paint(state)}, was ${was}: ${reason}`;
}

export const stashCommands: readonly Command[] = [add, show, list, search, refs];
