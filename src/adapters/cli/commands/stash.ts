/** `pilotbook stash …`: notes on why the code is as it is. */
import { ENTRY_TYPES } from '../../../app/index.ts';
import { type Command, EXIT } from '../command.ts';
import { textFrom } from '../editor.ts';
import { CURSOR, listOption, numberOption, toolCommand } from '../tool-command.ts';

const show = toolCommand({
  name: 'stash show',
  summary: 'Show an entry and the places that cite it.',
  about: '',
  positionals: [{ name: 'ref', doc: 'its number, e.g. 00012 or 12', required: true, rest: false }],
  options: {},
  examples: ['pilotbook stash show 12'],
  tool: 'context.get',
  args: ({ words }) => ({ ref: words.ref }),
});

const list = toolCommand({
  name: 'stash list',
  summary: 'List all entries.',
  about: '',
  positionals: [],
  options: {
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of entries (default 100).' },
    cursor: CURSOR,
  },
  examples: ['pilotbook stash list'],
  tool: 'context.list',
  args: ({ options }) => ({ limit: numberOption(options.limit), cursor: options.cursor }),
});

const search = toolCommand({
  name: 'stash search',
  summary: 'Find entries by a word or phrase.',
  about: 'To ask a question in your own words, use `pilotbook recall`.',
  positionals: [{ name: 'query', doc: 'text to find, ignoring case', required: true, rest: true }],
  options: { cursor: CURSOR },
  examples: ['pilotbook stash search timeout'],
  tool: 'context.search',
  args: ({ words, options }) => ({ query: words.query, cursor: options.cursor }),
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

export const stashCommands: readonly Command[] = [add, show, list, search, refs];
