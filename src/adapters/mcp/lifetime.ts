/** What ends a server besides its client: a signal, the death of its parent, or a client that never says hello. */
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Somebody else may hold our stdin open after the parent died; then only asking helps. */
const PARENT_POLL_MS = 2000;

export type EndReason = 'signal' | 'parent gone' | 'no initialize';

/** Calls `end` once at most; the returned function takes everything down again. */
export function watchLifetime(initializeTimeoutMs: number, end: (reason: EndReason) => void): Lifetime {
  const parent = process.ppid;
  const onSignal = () => stop('signal');
  const greeting = setTimeout(() => stop('no initialize'), initializeTimeoutMs).unref();
  const poll = setInterval(() => {
    if (process.ppid !== parent || !isAlive(parent)) stop('parent gone');
  }, PARENT_POLL_MS).unref();
  for (const signal of SIGNALS) process.on(signal, onSignal);

  const release = () => {
    clearTimeout(greeting);
    clearInterval(poll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
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

export interface Lifetime {
  greeted(message: JSONRPCMessage): void;
  release(): void;
}

/** `initialize`, or a request of the era that has none and names its version each time. */
function isGreeting(message: JSONRPCMessage): boolean {
  if (!('method' in message) || !('id' in message)) return false;
  return message.method === 'initialize' || message.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
