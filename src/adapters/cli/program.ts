/** argv to exit code. */
import type { App } from '../../app/index.ts';
import { type Config, type ConfigSources, loadConfig } from '../../config/index.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import { nearest } from '../../core/text/index.ts';
import { type Command, EXIT } from './command.ts';
import { COMMANDS } from './commands.ts';
import { commandHelp, overview } from './help.ts';
import { type ParsedLine, parseLine } from './parse.ts';
import { createPrinter, type Printer, type Terminal } from './print.ts';

export interface ProgramParts {
  argv: readonly string[];
  env: ConfigSources['env'];
  cwd: string;
  version: string;
  terminal: Terminal;
  signal: AbortSignal;
  interactive: boolean;
  readStdin(): Promise<string>;
  elapsed(): number;
  createApp(config: Config): Promise<App>;
  serve(app: App, config: Config): Promise<void>;
}

/** The forms of specs/stash, under either name of the program. */
const SPEC_SPELLINGS: Readonly<Record<string, string>> = { '--serve': 'serve' };

export async function runProgram(parts: ProgramParts): Promise<number> {
  const print = createPrinter(parts.terminal);
  try {
    return await runLine(parts, print);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (parts.signal.aborted || error.kind === 'cancelled') return EXIT.interrupted;
    print.note([print.paint.bad(error.message), ...(error.hint ? [error.hint] : [])].join('\n'));
    if (error.kind === 'internal')
      print.note(String(error.cause instanceof Error ? error.cause.stack : error.cause));
    return error.kind === 'invalid' ? EXIT.usage : EXIT.failed;
  }
}

async function runLine(parts: ProgramParts, print: Printer): Promise<number> {
  const [first, ...rest] = parts.argv;
  if (first === '--version' || first === '-v' || first === 'version') {
    print.line(parts.version);
    return EXIT.ok;
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const asked = COMMANDS.find(({ name }) => name === rest[0]);
    print.line(asked ? commandHelp(asked) : overview(COMMANDS, parts.version));
    return first === undefined ? EXIT.usage : EXIT.ok;
  }
  const command = findCommand(SPEC_SPELLINGS[first] ?? first);
  const line = parseLine(command, rest);
  if (line.help) {
    print.line(commandHelp(command));
    return EXIT.ok;
  }
  return await runCommand(command, line, parts, print);
}

function findCommand(word: string): Command {
  const command = COMMANDS.find(({ name }) => name === word);
  if (command) return command;
  const near = nearest(
    word,
    COMMANDS.map(({ name }) => name),
  );
  throw new AppError('invalid', 'usage', `There is no command ${JSON.stringify(word)}.`, {
    hint: near ? `Did you mean pilotbook ${near}?` : 'pilotbook --help lists them.',
  });
}

async function runCommand(
  command: Command,
  line: ParsedLine,
  parts: ProgramParts,
  print: Printer,
): Promise<number> {
  const loaded = await loadConfig({ flags: line.flags, env: parts.env, cwd: parts.cwd });
  // A person at a terminal wants the answer; the log of each call is for those who run a server or ask for it.
  const asked = line.flags['log-level'] ?? parts.env.CONTEXT_PACK_LOG;
  const config: Config =
    command.name === 'serve' || asked !== undefined ? loaded : { ...loaded, logLevel: 'error' };
  let app: Promise<App> | undefined;
  const open = () => {
    app ??= parts.createApp(config);
    return app;
  };
  try {
    return await command.run(line.input, {
      config,
      app: open,
      print,
      json: line.json,
      signal: parts.signal,
      serve: (opened) => parts.serve(opened, config),
      interactive: parts.interactive,
      readStdin: parts.readStdin,
      elapsed: parts.elapsed,
    });
  } finally {
    await (await app?.catch(() => undefined))?.close();
  }
}
