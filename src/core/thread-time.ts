/** Processor time of single threads: a limit by it cuts the same text at the same place on a busy machine too. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Of all threads together, so never less than that of one. */
export function processTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The system's number of the thread that asks; undefined where the system does not say. */
export function ownThreadId(): number | undefined {
  try {
    const id = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    return threadTimeMs(id) === undefined ? undefined : id;
  } catch {
    return undefined;
  }
}

/** Undefined when the thread has ended, and where the system does not say. */
export function threadTimeMs(id: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${id}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

/** Starts to measure a thread; the result says whether it has used more than `limitMs` since. Without an id: the whole process. */
export function timeLimit(limitMs: number, id: number | undefined): () => boolean {
  const processStart = processTimeMs();
  const threadStart = id === undefined ? undefined : threadTimeMs(id);
  return () => {
    // The cheap check first: it is nearly always enough.
    if (processTimeMs() - processStart <= limitMs) return false;
    const now = id === undefined || threadStart === undefined ? undefined : threadTimeMs(id);
    return now === undefined || threadStart === undefined || now - threadStart > limitMs;
  };
}
