/** `pilotbook brief`: what to know before touching, reviewing or merging this. */
import { briefMarkdown } from '../../../app/command-line.ts';
import { noteOnPaths } from '../call-place.ts';
import { type Command, EXIT } from '../command.ts';
import { numberOption } from '../tool-command.ts';

export const briefCommand: Command = {
  name: 'brief',
  summary: 'Show what governs a change or files, and what the change puts at risk.',
  about: [
    'Lists the entries, packs, decisions and constraints that apply, and what the change puts at risk: comments it removes,',
    'cited code that it changes or deletes, and directory notes that become stale. Without arguments it is about what is',
    'not committed. Over MCP the prompt `brief-me` gives the same.',
  ].join('\n'),
  positionals: [{ name: 'paths', doc: 'files or directories', required: false, rest: true, names: 'path' }],
  options: {
    since: {
      type: 'string',
      placeholder: 'REV',
      doc: 'Changes since the branch forked from REV, with those not committed.',
    },
    staged: { type: 'boolean', doc: 'Staged files, as they are in the work tree.' },
    tokens: { type: 'string', placeholder: 'N', doc: 'Token budget, 200 to 100000 (default 2000).' },
  },
  examples: [
    'pilotbook brief',
    'pilotbook brief --since origin/main --tokens 4000',
    'pilotbook brief --staged --json',
    'pilotbook brief src/auth README.md',
  ],
  async run({ rest, options }, { app, print, place, json, signal }) {
    const brief = await (await app()).brief({
      since: typeof options.since === 'string' ? options.since : undefined,
      staged: options.staged === true,
      paths: rest,
      tokens: numberOption(options.tokens),
      signal,
    });
    if (json) print.json(brief);
    else {
      print.line(briefMarkdown(brief).trimEnd());
      noteOnPaths(place, print);
    }
    return EXIT.ok;
  },
};
