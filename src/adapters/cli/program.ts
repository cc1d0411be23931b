/** Runs one command line: finds the command, loads the configuration, and returns the exit code. */
import { relative, resolve } from 'node:path';
import { type App, type Home, isPlainHome, topLevel } from '../../app/index.ts';
import {
  askedRoot,
  type Config,
  type ConfigSources,
  loadConfig,
  loadConfigForDoctor,
  OPTIONS,
} from '../../config/index.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import { nearest } from '../../core/text/index.ts';
import type { HubHost } from '../../hub/index.ts';
import { type CallPlace, callPlace, type Names } from './call-place.ts';
import { type Command, type CommandContext, type CommandInput, EXIT } from './command.ts';
import { inCommands } from './command-of-tool.ts';
import { serveCommand } from './commands/serve.ts';
import { commandHelp, overview } from './help.ts';
import { type ParsedLine, parseLine } from './parse.ts';
import { createPrinter, type Printer, type Terminal } from './print.ts';

export interface ProgramDeps {
  argv: readonly string[];
  env: ConfigSources['env'];
  cwd: string;
  version: string;
  terminal: Terminal;
  signal: AbortSignal;
  interactive: boolean;
  readStdin(): Promise<string>;
  elapsed(): number;
  ask(question: string): Promise<string>;
  home: Home;
  program: { command: string; args: readonly string[] };
  /** One that stays open gets more calls, so that work ahead of them pays. */
  createApp(config: Config, staysOpen?: boolean): Promise<App>;
  page: CommandContext['page'];
  serve(config: Config): Promise<void>;
  hubHost(config: Config): HubHost;
  serveHttp: CommandContext['serveHttp'];
}

/** Spellings that specs/stash asks for, under either name of the program. */
const SPEC_SPELLINGS: Readonly<Record<string, readonly string[]>> = { '--init': ['stash', 'init'] };

export async function runProgram(parts: ProgramDeps): Promise<number> {
  const print = createPrinter(parts.terminal);
  try {
    const code = await runLine(parts, print);
    // An interrupted command did not fail, however far it got.
    return parts.signal.aborted && code !== EXIT.ok ? EXIT.interrupted : code;
  } catch (thrown) {
    return report(thrown, EXIT.failed, parts, print);
  }
}

/** Prints the error and returns the exit code. */
function report(thrown: unknown, failed: number, { signal }: ProgramDeps, print: Printer): number {
  const error = asAppError(thrown);
  if (signal.aborted || error.kind === 'cancelled') return EXIT.interrupted;
  print.note([print.paint.bad(error.message), ...(error.hint ? [inCommands(error.hint)] : [])].join('\n'));
  if (error.kind === 'internal')
    print.note(String(error.cause instanceof Error ? error.cause.stack : error.cause));
  return error.kind === 'invalid' ? EXIT.usage : failed;
}

async function runLine(parts: ProgramDeps, print: Printer): Promise<number> {
  const { before, words: argv } = optionsBeforeCommand(parts.argv);
  const [first, second] = argv;
  if (first === '--version' || first === '-v' || first === 'version') {
    print.line(parts.version);
    return EXIT.ok;
  }
  // A client is waiting for `serve`, so the other commands are not loaded for it.
  if (first === 'serve' || first === '--serve')
    return await runOrHelp(serveCommand, [...before, ...argv.slice(1)], parts, print);
  const { COMMANDS } = await import('./commands/index.ts');
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const asked = first === 'help' && second !== undefined ? findCommand(COMMANDS, argv.slice(1)) : undefined;
    print.line(
      asked?.command ? commandHelp(asked.command) : overview(asked?.group ?? COMMANDS, parts.version),
    );
    return first === undefined ? EXIT.usage : EXIT.ok;
  }
  const words = [...(SPEC_SPELLINGS[first] ?? [first]), ...argv.slice(1)];
  const { command, rest, group } = findCommand(COMMANDS, words);
  if (command) return await runOrHelp(command, [...before, ...rest], parts, print);
  print.line(overview(group, parts.version));
  return second === '--help' || second === '-h' ? EXIT.ok : EXIT.usage;
}

/** Options of every command may come before it: `pilotbook --root DIR check`. */
function optionsBeforeCommand(argv: readonly string[]): {
  before: readonly string[];
  words: readonly string[];
} {
  const valued = new Set(Object.values(OPTIONS).flatMap(({ flags }) => flags.map((flag) => `--${flag}`)));
  let at = 0;
  for (; at < argv.length; at++) {
    const [name = '', value] = (argv[at] ?? '').split('=', 2);
    if (valued.has(name)) at += value === undefined ? 1 : 0;
    else if (name !== '--json') break;
  }
  // The last option lacks its value, and there is no command whose parser would say so.
  if (at > argv.length) parseLine({ ...serveCommand, name: '' }, argv);
  return { before: argv.slice(0, at), words: argv.slice(at) };
}

async function runOrHelp(
  command: Command,
  words: readonly string[],
  parts: ProgramDeps,
  print: Printer,
): Promise<number> {
  const line = parseLine(command, words);
  if (line.help) {
    print.line(commandHelp(command));
    return EXIT.ok;
  }
  try {
    return await runCommand(command, line, parts, print);
  } catch (thrown) {
    return report(thrown, command.exit?.error ?? EXIT.failed, parts, print);
  }
}

/** The command that the first word or two name, or the group that the first word names. */
function findCommand(
  commands: readonly Command[],
  argv: readonly string[],
): { command?: Command; rest: readonly string[]; group: readonly Command[] } {
  const [first = '', second = ''] = argv;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  const both = group.find(({ name }) => name === `${first} ${second}`);
  if (both) return { command: both, rest: argv.slice(2), group };
  const single = commands.find(({ name }) => name === first);
  if (single) return { command: single, rest: argv.slice(1), group };
  if (group.length > 0 && (second === '' || second.startsWith('-'))) return { rest: [], group };
  const known = group.length > 0 ? group : commands;
  const word = group.length > 0 ? `${first} ${second}` : first;
  const near = nearest(
    word,
    known.map(({ name }) => (group.length > 0 ? name : (name.split(' ')[0] ?? ''))),
  );
  throw new AppError('invalid', 'usage', `There is no command ${JSON.stringify(word)}.`, {
    hint: near
      ? `Did you mean pilotbook ${near}?`
      : `pilotbook ${group.length > 0 ? `${first} ` : ''}--help lists them.`,
  });
}

/** A command is about the whole repository; a server keeps to the directory its client started it in (specs/stash). */
function unaskedRoot({ cwd, home }: ProgramDeps, isServer: boolean): NonNullable<ConfigSources['unasked']> {
  const top = topLevel(cwd, home.directory);
  if (!isServer || top === cwd) return { root: top, warnings: [] };
  const warning = `Serving a subdirectory of a repository: its notes, packs and index are kept here, apart from those of the repository. To serve all of it, pass --root ${relative(cwd, top)}`;
  return { root: cwd, warnings: [warning] };
}

/** A home directory is not a project, unless the person names it. */
function refuseHome(root: string, { home }: ProgramDeps): void {
  if (!isPlainHome(root, home.directory)) return;
  throw new AppError('invalid', 'root_is_home', 'This is your home directory, not a project.', {
    hint: 'Change to a project, or pass --root DIR; --root . means this directory.',
  });
}

async function runCommand(
  command: Command,
  line: ParsedLine,
  parts: ProgramDeps,
  print: Printer,
): Promise<number> {
  const { cwd, env } = parts;
  const isServer = command.name === 'serve';
  const logs = isServer || command.name === 'hub';
  const load = command.name === 'doctor' ? loadConfigForDoctor : loadConfig;
  const loaded = await load({ flags: line.flags, env, cwd, unasked: unaskedRoot(parts, isServer) });
  // At a terminal only the answer is wanted; calls are logged for servers, and if a log level was set.
  const asked = line.flags['log-level'] ?? env.CONTEXT_PACK_LOG;
  const config: Config = logs || asked !== undefined ? loaded : { ...loaded, logLevel: 'error' };
  const place = callPlace(config.root, cwd);
  let app: Promise<App> | undefined;
  const checkRoot = () => {
    if (askedRoot({ flags: line.flags, env }) === undefined) refuseHome(config.root, parts);
  };
  const open = async () => {
    checkRoot();
    app ??= parts.createApp(config, command.name === 'ui');
    return await app;
  };
  try {
    return await command.run(fromPlace(command, line.input, place), {
      config,
      app: open,
      // As a person who set nothing would start it: no other data directory, no embeddings over the network.
      appAt: async (root) => {
        const plain = await loadConfig({ flags: { root }, env: { PATH: parts.env.PATH }, cwd: root });
        return await parts.createApp({ ...plain, logLevel: config.logLevel });
      },
      print: { ...print, here: place.shown },
      place,
      json: line.json,
      signal: parts.signal,
      serve: async () => {
        checkRoot();
        await parts.serve(config);
      },
      interactive: parts.interactive,
      readStdin: parts.readStdin,
      elapsed: parts.elapsed,
      ask: parts.ask,
      home: parts.home,
      program: parts.program,
      editor: env.VISUAL ?? env.EDITOR,
      page: parts.page,
      onMachine: (path) => resolve(cwd, path),
      cwd,
      hubHost: () => parts.hubHost(config),
      serveHttp: parts.serveHttp,
    });
  } finally {
    await (await app?.catch(() => undefined))?.close();
  }
}

/** The input, with its paths relative to the root. */
function fromPlace(command: Command, input: CommandInput, place: CallPlace): CommandInput {
  const named = (names: Names | undefined, text: string): string => {
    if (names === undefined) return text;
    return names === 'paths'
      ? text
          .split(',')
          .map((each) => place.path(each.trim()))
          .join(',')
      : place[names](text);
  };
  const words: Record<string, string | undefined> = { ...input.words };
  let { rest } = input;
  for (const { name, names, rest: takesRest } of command.positionals) {
    if (takesRest && names !== undefined) rest = rest.map((word) => named(names, word));
    const word = words[name];
    if (word !== undefined)
      words[name] = takesRest && names !== undefined ? rest.join(' ') : named(names, word);
  }
  const options = Object.fromEntries(
    Object.entries(input.options).map(([name, value]) => [
      name,
      typeof value === 'string' ? named(command.options[name]?.names, value) : value,
    ]),
  );
  return { words, rest, options };
}
