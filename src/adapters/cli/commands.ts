/** Every command, in the order --help shows them. */
import type { Command } from './command.ts';
import { briefCommand } from './commands/brief.ts';
import { bundleCommand, bundleVerifyCommand } from './commands/bundle.ts';
import { checkCommand } from './commands/check.ts';
import { completionsCommand } from './commands/completions.ts';
import { contextsCommands } from './commands/contexts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { filesCommand, openCommand, outlineCommand, searchCommand } from './commands/explore.ts';
import { initCommand, stashInitCommand } from './commands/init.ts';
import { packCommands } from './commands/pack.ts';
import { grepCommand, readCommand, recallCommand } from './commands/recall.ts';
import { serveCommand } from './commands/serve.ts';
import { stashCommands } from './commands/stash.ts';
import { indexCommand, logCommand, statsCommand, statusCommand } from './commands/status.ts';
import { tourCommand } from './commands/tour.ts';

const DAILY: readonly Command[] = [
  initCommand,
  serveCommand,
  indexCommand,
  searchCommand,
  outlineCommand,
  bundleCommand,
  bundleVerifyCommand,
  recallCommand,
  readCommand,
  grepCommand,
  stashInitCommand,
  ...stashCommands,
  ...packCommands,
  ...contextsCommands,
  checkCommand,
  briefCommand,
  filesCommand,
  openCommand,
  statusCommand,
  statsCommand,
  logCommand,
  doctorCommand,
];

export const COMMANDS: readonly Command[] = [...DAILY, tourCommand, completionsCommand(() => COMMANDS)];
