import { showControls } from '../../../core/text/index.ts';
import { printKnowledge } from '../knowledge-lines.ts';
import { numberOption, records, toolCommand } from '../tool-command.ts';

export const searchCommand = toolCommand({
  name: 'search',
  summary: 'Search the repository by words or by meaning.',
  about: 'The first search of a repository builds the index; later ones read only what changed.',
  positionals: [{ name: 'query', doc: 'words, a symbol or a question', required: true, rest: true }],
  options: {
    mode: {
      type: 'string',
      placeholder: 'MODE',
      doc: 'By words (bm25, the default), by meaning (semantic), or both (hybrid).',
      values: ['bm25', 'semantic', 'hybrid'],
    },
    top: { type: 'string', placeholder: 'N', doc: 'Maximum number of hits (default 10).' },
    glob: { type: 'string', placeholder: 'GLOB', doc: 'Only files that match.', names: 'glob' },
    places: { type: 'boolean', doc: 'Show only the places, not the lines.' },
  },
  examples: [
    'pilotbook search resolve symlink',
    'pilotbook search --mode hybrid "where are rate limits kept?"',
    "pilotbook search createApp --glob '*.ts' --top 3",
  ],
  tool: 'repo.search',
  searches: true,
  args: ({ words, options }) => ({
    query: words.query,
    mode: options.mode,
    top_k: numberOption(options.top),
    file_glob: options.glob,
  }),
  show(answer, print, { options }) {
    const hits = records(answer.hits);
    if (hits.length === 0) print.note('Nothing found.');
    for (const hit of hits) {
      const place = `${showControls(print.here(String(hit.path)))}:${hit.start_line}-${hit.end_line}`;
      print.line(`${print.paint.path(place)}  ${print.paint.dim(String(hit.score))}`);
      printKnowledge(hit.knowledge, print);
      if (options.places === true) continue;
      for (const line of String(hit.snippet).split('\n')) print.line(`    ${showControls(line)}`);
    }
  },
});
