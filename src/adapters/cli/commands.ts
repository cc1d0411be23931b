/** Every command, in the order --help shows them. */
import type { Command } from './command.ts';
import { filesCommand } from './commands/files.ts';
import { logCommand } from './commands/log.ts';
import { openCommand } from './commands/open.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';

export const COMMANDS: readonly Command[] = [
  serveCommand,
  statusCommand,
  filesCommand,
  openCommand,
  logCommand,
];
