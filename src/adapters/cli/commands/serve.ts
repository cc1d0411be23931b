import { type Command, EXIT } from '../command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the MCP server on stdin and stdout.',
  about:
    'A client starts it; `pilotbook init` writes the configuration for that. It ends when the client closes stdin. It takes every option of docs/config.md.',
  positionals: [],
  options: {},
  examples: ['pilotbook serve --root .', 'pilotbook serve --toolsets explore,recall --tool-names safe'],
  async run(_, context) {
    if (context.interactive)
      context.print.note(
        'Pilotbook is waiting for an MCP client to speak JSON-RPC on stdin. You probably want `pilotbook --help`; Ctrl-C ends this.',
      );
    await context.serve();
    return EXIT.ok;
  },
};
