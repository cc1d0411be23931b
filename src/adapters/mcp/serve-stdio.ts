import type { Readable, Writable } from 'node:stream';
import { serveStdio as serveTransport } from '@modelcontextprotocol/server/stdio';
import type { ServedApp } from '../../app/index.ts';
import type { Logger } from '../../core/log.ts';
import { CallQueue } from './call-queue.ts';
import { watchLifetime } from './lifetime.ts';
import { createServer } from './server.ts';
import type { ToolNames } from './tool-list.ts';
import { StdioTransport } from './transport.ts';

/** More at once would not be faster on any machine we know. */
const CALLS_AT_ONCE = 32;
/** A client with so many open calls has lost count. */
const MOST_CALLS_WAITING = 1000;
/** No argument of a tool comes near it; a message of this size is a mistake, not a request. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface ServeOptions {
  toolNames: ToolNames;
  initializeTimeoutMs: number;
  /** Larger messages are skipped and answered with an error. */
  maxMessageBytes?: number;
  input: Readable;
  output: Writable;
  /** Ends the connection, as a signal to the process does. */
  signal: AbortSignal;
  log: Logger;
}

/**
 * Serves one client until the connection is over: stdin ended, the client stopped reading, a signal came, the
 * parent died, or nobody said hello. Calls under way are cancelled then. Closing the app and leaving the process
 * with code 0 is the caller's part.
 */
export async function serveStdio(app: ServedApp, options: ServeOptions): Promise<void> {
  const { toolNames, maxMessageBytes = MAX_MESSAGE_BYTES, input, output, log } = options;
  if (output === process.stdout) keepConsoleOffStdout();
  const calls = new CallQueue(CALLS_AT_ONCE, MOST_CALLS_WAITING);
  const lifetime = watchLifetime(options.signal, options.initializeTimeoutMs, (reason) => {
    log.info('server stops', { reason });
    void connection.close();
  });
  const transport = new StdioTransport({ input, output, maxMessageBytes, log, observe: lifetime.greeted });
  const connection = serveTransport(({ era }) => createServer({ app, era, toolNames, calls, log }), {
    transport,
    onerror: (error) => log.warn('protocol error', { error }),
  });
  if (options.signal.aborted) void connection.close();
  await transport.closed;
  lifetime.release();
}

/** A stray console.log of a package would land in the middle of the protocol. */
function keepConsoleOffStdout(): void {
  const { error } = console;
  Object.assign(console, { log: error, info: error, debug: error, dir: error });
}
