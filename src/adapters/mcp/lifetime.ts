/** What ends a server besides its client: a signal to it, the death of its parent, or a client that never says hello. */
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';

/** Somebody else may hold our stdin open after the parent died; then only asking helps. */
const PARENT_POLL_MS = 2000;

export type EndReason = 'interrupted' | 'parent gone' | 'no initialize';

export interface Lifetime {
  greeted(message: JSONRPCMessage): void;
  release(): void;
}

/** Calls `end` once at most, and not after `release`. */
export function watchLifetime(
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
