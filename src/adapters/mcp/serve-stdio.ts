/** One client on stdin and stdout, from the first byte to the end of the connection. */
import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { serveStdio as serveTransport } from '@modelcontextprotocol/server/stdio';
import { SentLines, type ServedApp } from '../../app/index.ts';
import type { Logger } from '../../core/logger.ts';
import type { AnswerForm } from '../../core/tool.ts';
import { createServer } from './server.ts';
import type { ToolNames } from './tool-list.ts';
import { CallQueue } from './tools.ts';
import { StdioTransport } from './transport.ts';

/** More at once would not be faster. */
const CALLS_AT_ONCE = 32;
/** More open calls than any client needs. */
const MOST_CALLS_WAITING = 1000;
/** Far above any real request; a larger message is a mistake. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Another process may hold our stdin open after the parent died, so we look whether the parent is alive. */
const PARENT_POLL_MS = 2000;

export interface ServeOptions {
  toolNames: ToolNames;
  answers: AnswerForm;
  /** `always`: lines are sent however often they are asked for. */
  repeat?: 'once' | 'always';
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
 * Serves one client until the connection ends: stdin ended, the client stopped reading, a signal came, the parent
 * died, or no client sent `initialize` in time. Running calls are then cancelled. The caller closes the app and ends
 * the process.
 */
export async function serveStdio(app: ServedApp, options: ServeOptions): Promise<void> {
  const { toolNames, answers, maxMessageBytes = MAX_MESSAGE_BYTES, input, output, log } = options;
  if (output === process.stdout) keepConsoleOffStdout();
  const sent = answers === 'text' && options.repeat !== 'always' ? new SentLines() : undefined;
  const calls = new CallQueue(CALLS_AT_ONCE, MOST_CALLS_WAITING);
  const lifetime = watchLifetime(options.signal, options.initializeTimeoutMs, (reason) => {
    log.info('server stops', { reason });
    void connection.close();
  });
  const transport = new StdioTransport({ input, output, maxMessageBytes, log, observe: lifetime.greeted });
  const connection = serveTransport(
    ({ era }) => createServer({ app, era, toolNames, answers, sent, calls, log }),
    {
      transport,
      onerror: (error) => log.warn('protocol error', { error }),
    },
  );
  if (options.signal.aborted) void connection.close();
  await transport.closed;
  lifetime.release();
}

/** A console.log in a package would corrupt the protocol on stdout. */
function keepConsoleOffStdout(): void {
  const { error } = console;
  Object.assign(console, { log: error, info: error, debug: error, dir: error });
}

type EndReason = 'interrupted' | 'parent gone' | 'no initialize';

interface Lifetime {
  greeted(message: JSONRPCMessage): void;
  release(): void;
}

/**
 * Ends a server that its client does not end: on a signal, when the parent died, or without an `initialize` in time.
 * Calls `end` at most once, and not after `release`.
 */
function watchLifetime(
  interrupt: AbortSignal,
  initializeTimeoutMs: number,
  end: (reason: EndReason) => void,
): Lifetime {
  const parent = process.ppid;
  const interrupted = () => stop('interrupted');
  const greeting = setTimeout(() => stop('no initialize'), initializeTimeoutMs).unref();
  const poll = setInterval(() => {
    if (process.ppid !== parent || !isAlive(parent)) stop('parent gone');
  }, PARENT_POLL_MS).unref();
  interrupt.addEventListener('abort', interrupted);

  const release = () => {
    clearTimeout(greeting);
    clearInterval(poll);
    interrupt.removeEventListener('abort', interrupted);
  };
  const stop = (reason: EndReason) => {
    release();
    end(reason);
  };
  return {
    greeted: (message) => {
      if (isGreeting(message)) clearTimeout(greeting);
    },
    release,
  };
}

/** `initialize`, or a request of the stateless era, which names its protocol version each time. */
function isGreeting(message: JSONRPCMessage): boolean {
  if (!('method' in message) || !('id' in message)) return false;
  return message.method === 'initialize' || message.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, but we may not signal it.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
