/** `pilotbook hub`: the server for a team, and what it serves to whom. */
import type { Command } from '../command.ts';
import { auditCommand, tokenCommand } from './hub/callers.ts';
import { addCommand, listCommand, removeCommand } from './hub/repositories.ts';
import { hubCommand, migrateCommand } from './hub/serve.ts';

export const hubCommands: readonly Command[] = [
  hubCommand,
  addCommand,
  listCommand,
  removeCommand,
  tokenCommand,
  migrateCommand,
  auditCommand,
];
