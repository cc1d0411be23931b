/** Processor time of single threads: a limit on it stops at the same point on a busy machine, too. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Of all threads together, so never less than the time of one. */
export function processTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The system's number of the calling thread; undefined where the system does not tell it. */
export function ownThreadId(): number | undefined {
  try {
    const id = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    return threadTimeMs(id) === undefined ? undefined : id;
  } catch {
    return undefined;
  }
}

/** Undefined if the thread has ended, and where the system does not tell it. */
export function threadTimeMs(id: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${id}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

/** Starts measuring a thread; the function returned says whether the thread has used more than `limitMs` since. No id: the whole process. */
export function timeLimit(limitMs: number, id: number | undefined): () => boolean {
  const processStart = processTimeMs();
  const threadStart = id === undefined ? undefined : threadTimeMs(id);
  return () => {
    // The cheap check first; it is nearly always enough.
    if (processTimeMs() - processStart <= limitMs) return false;
    const now = id === undefined || threadStart === undefined ? undefined : threadTimeMs(id);
    return now === undefined || threadStart === undefined || now - threadStart > limitMs;
  };
}
