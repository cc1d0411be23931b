/** The program, as a person or a CI job runs it. */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type ProgramDeps, runProgram as run } from '../../src/adapters/cli/program.ts';
import { createApp, version } from '../../src/app/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { ORDINARY_USER } from './ordinary-user.ts';

export const PROGRAM = join(import.meta.dirname, '../../bin/pilotbook.js');

/** Nothing of the tester's environment but what a program needs to start. `HOME` is the home on every system. */
export function programEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  const home = more.HOME === undefined ? {} : { USERPROFILE: more.HOME, APPDATA: join(more.HOME, 'AppData') };
  return { PATH, ...(SystemRoot === undefined ? {} : { SystemRoot }), ...home, ...more };
}

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** Nobody, if the tests run as root: hand over what it shall read with `handOver`. */
  asOrdinaryUser?: boolean;
  /** Beside PATH, or instead of it. */
  env?: Readonly<Record<string, string>>;
  /** What stands in stdin; nothing by default. */
  input?: string;
  /** What a test cannot give a process: another system, a person who answers, a signal at the right moment. */
  instead?: Partial<ProgramDeps>;
}

/**
 * In this process, as src/main.ts would call it there, with a new app each time: starting Node takes longer than most
 * commands. Another user and NODE_OPTIONS need a process of their own and get one.
 */
export async function runProgram(
  cwd: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  if (options.asOrdinaryUser === true || options.env?.NODE_OPTIONS !== undefined)
    return spawnProgram(cwd, args, options);
  const env = programEnvironment(options.env);
  let [stdout, stderr] = ['', ''];
  const err = (text: string) => {
    stderr += text;
  };
  const status = await run({
    argv: args,
    env,
    cwd,
    version,
    terminal: {
      out: (text) => {
        stdout += text;
      },
      err,
      colour: env.NO_COLOR === undefined && env.FORCE_COLOR !== undefined && { mark: randomUUID() },
      errIsTerminal: false,
    },
    signal: new AbortController().signal,
    interactive: false,
    readStdin: async () => options.input ?? '',
    elapsed: systemClock.elapsed,
    ask: async (question) => {
      throw new Error(`nobody is there to answer: ${question}`);
    },
    home: { directory: env.HOME ?? homedir(), platform: process.platform, env },
    program: { command: process.execPath, args: [PROGRAM] },
    createApp: (config) =>
      createApp(config, {
        clock: systemClock,
        log: createLogger(config.logLevel, err, systemClock.now),
        token: randomUUID,
        random: Math.random,
        node: process.versions.node,
      }),
    page: async () => {
      const { servePage, exportPage } = await import('../../src/adapters/web/index.ts');
      return {
        serve: (app, options) =>
          servePage({
            ...options,
            app,
            token: randomUUID,
            log: createLogger('error', err, systemClock.now),
          }),
        export: exportPage,
      };
    },
    serveHttp: async (deps) => (await import('../../src/adapters/http/index.ts')).serveHttp(deps),
    hubHost: (config) => ({
      clock: systemClock,
      log: createLogger(config.logLevel, err, systemClock.now),
      logLevel: config.logLevel,
      token: randomUUID,
      secret: (length) => randomBytes(length).toString('hex').slice(0, length),
      random: Math.random,
      node: process.versions.node,
      env,
      home: env.HOME,
      memory: () => process.memoryUsage.rss(),
    }),
    serve: async () => {
      throw new Error('a server needs a process of its own: spawnServer');
    },
    ...options.instead,
  });
  return { status, stdout, stderr };
}

/** The built program in a process of its own, for what only a process can show. */
export function spawnProgram(cwd: string, args: readonly string[], options: RunOptions = {}): Ran {
  const { asOrdinaryUser = false } = options;
  const [node, program] = asOrdinaryUser ? inject('ordinaryUsersCommand') : [process.execPath, PROGRAM];
  const { status, stdout, stderr } = spawnSync(node, [program, ...args], {
    cwd,
    encoding: 'utf8',
    input: options.input ?? '',
    env: programEnvironment(options.env),
    ...(asOrdinaryUser ? ORDINARY_USER : {}),
  });
  return { status, stdout, stderr };
}
