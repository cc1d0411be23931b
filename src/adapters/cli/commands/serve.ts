/** `pilotbook serve`. Apart from the other commands, which the server does not load. */
import { type Command, EXIT } from '../command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the MCP server on stdin and stdout.',
  about:
    'MCP clients start it; `pilotbook init` configures them. It ends when the client closes stdin. It takes all options of docs/config.md.',
  positionals: [],
  options: {},
  examples: ['pilotbook serve --root .', 'pilotbook serve --toolsets explore,recall --tool-names safe'],
  async run(_, context) {
    if (context.interactive)
      context.print.note(
        'Waiting for an MCP client that speaks JSON-RPC on stdin. You probably want `pilotbook --help`; Ctrl-C ends this.',
      );
    await context.serve();
    return EXIT.ok;
  },
};
