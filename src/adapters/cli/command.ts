/**
 * What a command is: a plain value. Parsing, --help, completions and docs/cli.md are generated from the list of
 * commands. Most of them make one tool call and print its answer.
 */
import type { App, Home } from '../../app/index.ts';
import type { Config } from '../../config/index.ts';
import type { AuditQueue, Hub, HubHost } from '../../hub/index.ts';
import type { CallPlace, Names } from './call-place.ts';
import type { Printer } from './print.ts';

/** Documented in --help and docs/cli.md. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export interface CommandOption {
  type: 'string' | 'boolean';
  placeholder?: string;
  doc: string;
  /** It holds paths, typed relative to where the command is called; absent for other texts. */
  names?: Names;
  /** The allowed values; absent if anything can be typed. */
  values?: readonly string[];
  /** Takes several values, separated by commas. */
  list?: boolean;
}

export interface Positional {
  name: string;
  doc: string;
  required: boolean;
  /** Takes all remaining words. */
  rest: boolean;
  names?: Names;
  values?: readonly string[];
}

export interface CommandInput {
  /** By name, with paths relative to the root; the words of a rest positional are joined by blanks. */
  words: Readonly<Record<string, string | undefined>>;
  /** The words of a rest positional, one by one. */
  rest: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface CommandContext {
  config: Config;
  /** Built on first use: `--help` and `completions` need no repository. */
  app(): Promise<App>;
  /** Another one, for a directory of our own; the caller closes it. */
  appAt(root: string): Promise<App>;
  print: Printer;
  place: CallPlace;
  json: boolean;
  signal: AbortSignal;
  /** Speaks MCP on stdin and stdout until the client disconnects. */
  serve(): Promise<void>;
  /** True if stdin is a terminal. */
  interactive: boolean;
  readStdin(): Promise<string>;
  /** Asks the person for one line. */
  ask(question: string): Promise<string>;
  home: Home;
  /** How this program was started. */
  program: { command: string; args: readonly string[] };
  /** The person's editor, from the environment. */
  editor: string | undefined;
  /** Where the command is called. */
  cwd: string;
  /** Serves a hub until it is closed. */
  serveHttp(deps: {
    hub: Hub;
    audit: AuditQueue;
    log: HubHost['log'];
  }): Promise<{ port: number; close(): Promise<void> }>;
  /** What a hub gets from this process. */
  hubHost(): HubHost;
  /** Milliseconds, for durations. */
  elapsed(): number;
  /** The page for people; loaded by the command that shows it. */
  page(): Promise<PagePort>;
  /** Where on this machine a path leads that was typed here. */
  onMachine(path: string): string;
}

/** The page, as the command sees it. */
export interface PagePort {
  /** Until the signal ends it. */
  serve(
    app: App,
    options: Pick<CommandContext, 'config' | 'home' | 'program' | 'signal'> & { port: number; edit: boolean },
  ): Promise<{ address: string; closed: Promise<void> }>;
  /** Writes the page with its data as files, and says how many. */
  export(
    app: App,
    options: { directory: string; since: string | undefined; signal: AbortSignal },
  ): Promise<{ files: number; bytes: number; notes: readonly string[] }>;
}

export interface Command {
  /** One word, or two for one of a group: `stash add`. */
  name: string;
  summary: string;
  /** A paragraph for --help; empty if the summary is enough. */
  about: string;
  positionals: readonly Positional[];
  options: Readonly<Record<string, CommandOption>>;
  examples: readonly string[];
  /** For a command where 1 is not an error: the exit code of an error, and the list of codes for --help. */
  exit?: { error: number; doc: string };
  run(input: CommandInput, context: CommandContext): Promise<number>;
}
