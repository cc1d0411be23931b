/** Every command, in the order --help shows them. */
import type { Command } from '../command.ts';
import { briefCommand } from './brief.ts';
import { bundleCommand, bundleShowCommand, bundleVerifyCommand } from './bundle.ts';
import { checkCommand } from './check.ts';
import { completionsCommand } from './completions.ts';
import { contextsCommands } from './contexts.ts';
import { doctorCommand } from './doctor.ts';
import { filesCommand, openCommand, outlineCommand, searchCommand } from './explore.ts';
import { hubCommands } from './hub.ts';
import { impactCommand } from './impact.ts';
import { initCommand, stashInitCommand } from './init.ts';
import { packCommands } from './pack.ts';
import { askCommand, grepCommand, readCommand, recallCommand } from './recall.ts';
import { serveCommand } from './serve.ts';
import { stashCommands } from './stash.ts';
import { indexCommand, logCommand, statsCommand, statusCommand } from './status.ts';
import { symbolCommands } from './symbols.ts';
import { tourCommand } from './tour.ts';
import { uiCommand } from './ui.ts';

const DAILY: readonly Command[] = [
  initCommand,
  serveCommand,
  indexCommand,
  searchCommand,
  outlineCommand,
  ...symbolCommands,
  impactCommand,
  bundleCommand,
  bundleShowCommand,
  bundleVerifyCommand,
  askCommand,
  recallCommand,
  readCommand,
  grepCommand,
  stashInitCommand,
  ...stashCommands,
  ...packCommands,
  ...contextsCommands,
  checkCommand,
  briefCommand,
  uiCommand,
  filesCommand,
  openCommand,
  statusCommand,
  statsCommand,
  logCommand,
  doctorCommand,
  ...hubCommands,
];

export const COMMANDS: readonly Command[] = [...DAILY, tourCommand, completionsCommand(() => COMMANDS)];
