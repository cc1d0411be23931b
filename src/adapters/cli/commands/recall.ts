import { ENTRY_TYPES } from '../../../app/index.ts';
import { showControls } from '../../../core/text/index.ts';
import { numberOption, records, toolCommand } from '../tool-command.ts';

/** The first lines say what it is; the whole is one `read` or `stash show` away. */
const SHOWN_LINES = 4;

export const recallCommand = toolCommand({
  name: 'recall',
  summary: 'Ask in your own words, across notes, packs, contexts, past work and code.',
  about: '',
  positionals: [
    { name: 'query', doc: 'what you want to know, 3 to 500 characters', required: true, rest: true },
  ],
  options: {
    type: {
      type: 'string',
      placeholder: 'TYPE',
      doc: 'Only pattern, rule, decision or issue.',
      values: ENTRY_TYPES,
    },
    module: { type: 'string', placeholder: 'NAME', doc: 'Only this module.' },
    limit: { type: 'string', placeholder: 'N', doc: 'Maximum number of results, up to 20 (default 5).' },
  },
  examples: [
    'pilotbook recall "why do we open files before checking them?"',
    'pilotbook recall --type decision caching',
  ],
  tool: 'context_search',
  searches: true,
  args: ({ words, options }) => ({
    query: words.query,
    type: options.type,
    module: options.module,
    limit: numberOption(options.limit),
  }),
  show(answer, print) {
    const results = records(answer.results);
    if (results.length === 0) print.note('Nothing found.');
    for (const result of results) {
      // Code has no other type than that.
      const kind = [...new Set([result.source, result.type])]
        .filter((word) => typeof word === 'string')
        .join(' ');
      const id = result.source === 'code' ? print.here(String(result.id)) : String(result.id);
      print.line(`${print.paint.path(showControls(id))}  ${kind}  ${print.paint.dim(String(result.score))}`);
      for (const line of String(result.content).split('\n').slice(0, SHOWN_LINES))
        print.line(`    ${showControls(line)}`);
    }
  },
});
