/** The entry point. Only this module reads arguments, environment, streams and time; the others get them passed in. */
import { randomInt, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { runProgram } from './adapters/cli/program.ts';
import { type App, createApp, createRegistry, version } from './app/index.ts';
import type { Config } from './config/index.ts';
import { systemClock } from './core/clock.ts';
import { createLogger, type Logger } from './core/logger.ts';

/** How long the app may take to close after the client is gone. */
const LINGER_MS = 1000;
/** A client over stdio has one repository, and all of the process. */
const ONE_ROOT = {
  apps: 1,
  memoryBytes: Number.POSITIVE_INFINITY,
  threads: Number.POSITIVE_INFINITY,
  watches: Number.POSITIVE_INFINITY,
};

/** Of tokens: without marks, so that one is selected whole by a double click. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());
process.once('SIGHUP', () => interrupted.abort());

// `pilotbook files | head` closes stdout early, which is no failure. The server's transport handles this itself.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  interrupted.abort();
});

const colour =
  process.env.NO_COLOR === undefined &&
  (process.stdout.isTTY === true || process.env.FORCE_COLOR !== undefined);

process.exitCode = await runProgram({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  version,
  terminal: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    colour: colour && { mark: randomUUID() },
    errIsTerminal: process.stderr.isTTY === true,
  },
  signal: interrupted.signal,
  interactive: process.stdin.isTTY === true,
  readStdin: async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  },
  elapsed: systemClock.elapsed,
  ask: async (question) => {
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    return await lines.question(question).finally(() => lines.close());
  },
  home: { directory: homedir(), platform: process.platform, env: process.env },
  program: { command: process.execPath, args: process.argv.slice(1, 2) },
  createApp: openApp,
  page: async () => {
    const { servePage, exportPage } = await import('./adapters/web/index.ts');
    return {
      serve: (app, options) => servePage({ ...options, app, token: randomUUID, log: logger(options.config) }),
      export: exportPage,
    };
  },
  serveHttp: async (deps) => (await import('./adapters/http/index.ts')).serveHttp(deps),
  hubHost: (config) => ({
    clock: systemClock,
    log: logger(config),
    logLevel: config.logLevel,
    token: randomUUID,
    secret,
    random: Math.random,
    node: process.versions.node,
    env: process.env,
    home: homedir(),
    memory: () => process.memoryUsage.rss(),
  }),
  serve: async (config) => {
    const registry = createRegistry({
      open: () => openApp(config, true),
      budget: ONE_ROOT,
      memory: () => process.memoryUsage.rss(),
    });
    try {
      // A connection is one use of the app, however many calls it makes.
      await registry.use(config.root, async (app) => {
        const { serveStdio } = await import('./adapters/mcp/index.ts');
        await serveStdio(app, {
          toolNames: config.toolNames,
          answers: config.answers,
          repeat: config.repeat,
          initializeTimeoutMs: config.initializeTimeoutMs,
          input: process.stdin,
          output: process.stdout,
          signal: interrupted.signal,
          log: logger(config),
        });
      });
      // A call that ignores its cancellation must not keep a server without a client alive.
      setTimeout(() => process.exit(), LINGER_MS).unref();
    } finally {
      await registry.close();
    }
  },
});

function secret(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function openApp(config: Config, staysOpen = false): Promise<App> {
  return createApp(config, {
    staysOpen,
    clock: systemClock,
    log: logger(config),
    token: randomUUID,
    random: Math.random,
    node: process.versions.node,
  });
}

function logger({ logLevel }: Config): Logger {
  return createLogger(logLevel, (line) => process.stderr.write(line), systemClock.now);
}
