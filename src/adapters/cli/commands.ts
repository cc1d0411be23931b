/** Every command, in the order --help shows them. */
import type { Command } from './command.ts';
import { briefCommand } from './commands/brief.ts';
import { bundleCommand, bundleVerifyCommand } from './commands/bundle.ts';
import { checkCommand } from './commands/check.ts';
import { completionsCommand } from './commands/completions.ts';
import { contextsCommands } from './commands/contexts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { filesCommand } from './commands/files.ts';
import { grepCommand } from './commands/grep.ts';
import { indexCommand } from './commands/index-command.ts';
import { initCommand, stashInitCommand } from './commands/init.ts';
import { logCommand } from './commands/log.ts';
import { openCommand } from './commands/open.ts';
import { outlineCommand } from './commands/outline.ts';
import { packCommands } from './commands/pack.ts';
import { readCommand } from './commands/read.ts';
import { recallCommand } from './commands/recall.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { stashCommands } from './commands/stash.ts';
import { statsCommand } from './commands/stats.ts';
import { statusCommand } from './commands/status.ts';
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
