/** `pilotbook ui`: a page to look at, served on this machine or written as files. */
import { openInBrowser } from '../browser.ts';
import { type Command, EXIT } from '../command.ts';
import { usageError } from '../parse.ts';

const HIGHEST_PORT = 65_535;

export const uiCommand: Command = {
  name: 'ui',
  summary: 'Show a page in the browser: changes, knowledge, a map, searches, activity, health.',
  about: [
    'Serves the page on 127.0.0.1 until it is interrupted, and prints its address. The address lets one browser in, once.',
    'The page only reads, unless --edit is given. --export writes it as files that need no server; nothing that is denied is in them.',
  ].join('\n'),
  positionals: [],
  options: {
    'no-open': { type: 'boolean', doc: 'Print the address only; open no browser.' },
    port: { type: 'string', placeholder: 'N', doc: 'The port; a free one without it.' },
    edit: { type: 'boolean', doc: 'Let the page add entries, refresh packs and stamp directory notes.' },
    export: { type: 'string', placeholder: 'DIR', doc: 'Write the page with its data into DIR instead.' },
    since: {
      type: 'string',
      placeholder: 'REV',
      doc: 'With --export: show changes since the branch forked from REV.',
    },
  },
  examples: [
    'pilotbook ui',
    'pilotbook ui --no-open --edit',
    'pilotbook ui --export page --since origin/main',
  ],
  async run({ options }, context) {
    const { print, signal, json } = context;
    const { since, export: directory } = options;
    if (typeof directory !== 'string' && since !== undefined)
      throw usageError(uiCommand, '--since goes with --export; a served page asks for it');
    const opened = await context.app();
    const page = await context.page();
    if (typeof directory === 'string') {
      const written = await page.export(opened, {
        directory: context.onMachine(directory),
        since: typeof since === 'string' ? since : undefined,
        signal,
      });
      if (json) print.json(written);
      else {
        print.line(
          `${written.files} files, ${Math.ceil(written.bytes / 1024)} KB. Open ${directory}/index.html.`,
        );
        for (const note of written.notes) print.note(print.paint.warn(note));
      }
      return EXIT.ok;
    }
    const { address, closed } = await page.serve(opened, {
      ...context,
      port: portOf(options.port),
      edit: options.edit === true,
    });
    if (json) print.json({ address });
    else print.line(address);
    if (context.interactive && options['no-open'] !== true) openInBrowser(address, context.home);
    if (context.interactive) print.note(print.paint.dim('It lets one browser in. Ctrl-C ends it.'));
    await closed;
    return EXIT.ok;
  },
};

function portOf(given: string | boolean | undefined): number {
  if (typeof given !== 'string') return 0;
  const port = Number(given);
  if (!/^\d+$/.test(given) || port < 1 || port > HIGHEST_PORT)
    throw usageError(uiCommand, `--port must be from 1 to ${HIGHEST_PORT}`);
  return port;
}
