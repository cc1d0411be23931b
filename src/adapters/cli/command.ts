/**
 * What a CLI command is: a plain value. Parsing, --help, shell completions and docs/cli.md are made from the
 * list of these. Most commands map words onto one tool call and print its answer.
 */
import type { App, Home } from '../../app/index.ts';
import type { Config } from '../../config/index.ts';
import type { CallPlace, Names } from './call-place.ts';
import type { Printer } from './print.ts';

/** Documented in --help and docs/cli.md. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export interface CommandOption {
  type: 'string' | 'boolean';
  placeholder?: string;
  doc: string;
  /** Typed relative to where the command is called; absent for texts. */
  names?: Names;
  /** All it takes, for completions; absent where anything can be typed. */
  values?: readonly string[];
  /** Takes several values, separated by commas. */
  list?: boolean;
}

export interface Positional {
  name: string;
  doc: string;
  required: boolean;
  /** Takes all the words that are left. */
  rest: boolean;
  names?: Names;
  values?: readonly string[];
}

export interface CommandInput {
  /** By name, paths as the repository names them; a rest positional is joined by blanks. */
  words: Readonly<Record<string, string | undefined>>;
  /** The words of a rest positional, apart. */
  rest: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface CommandContext {
  config: Config;
  /** Built on first use: `--help` and `completions` need no repository. */
  app(): Promise<App>;
  /** Another one, for a directory of our own; whoever opens it closes it. */
  appAt(root: string): Promise<App>;
  print: Printer;
  place: CallPlace;
  json: boolean;
  signal: AbortSignal;
  /** Speaks MCP on stdin and stdout until the client leaves. */
  serve(): Promise<void>;
  /** True if a person sits at stdin. */
  interactive: boolean;
  readStdin(): Promise<string>;
  /** One line from the person. */
  ask(question: string): Promise<string>;
  home: Home;
  /** How to start this very program again. */
  program: { command: string; args: readonly string[] };
  /** The person's editor, from the environment. */
  editor: string | undefined;
  /** Milliseconds, for durations. */
  elapsed(): number;
}

export interface Command {
  /** One word, or two for one of a group: `stash add`. */
  name: string;
  summary: string;
  /** A paragraph for --help; empty if the summary says it all. */
  about: string;
  positionals: readonly Positional[];
  options: Readonly<Record<string, CommandOption>>;
  examples: readonly string[];
  /** Where 1 means something else than an error: the exit code of an error, and what --help says of all of them. */
  exit?: { error: number; doc: string };
  run(input: CommandInput, context: CommandContext): Promise<number>;
}
