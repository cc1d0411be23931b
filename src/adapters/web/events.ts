/** What happens while the page is open, by server-sent events: calls of agents as they are recorded. */
import type { ServerResponse } from 'node:http';
import type { PageData } from '../../app/index.ts';
import { securityHeaders } from './guard.ts';

export interface EventStreams {
  open(response: ServerResponse): void;
  close(): void;
}

const LOOK_MS = 1_000;
/** Somebody who opens more has forgotten some. */
const MOST_STREAMS = 8;

/** The log is looked at only while somebody listens. */
export function eventStreams({
  callsAfter,
  activity,
}: Pick<PageData, 'callsAfter' | 'activity'>): EventStreams {
  const streams = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  let last: number | undefined;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      last ??= (await activity()).calls.at(-1)?.time ?? 0;
      const calls = await callsAfter(last);
      last = calls.reduce((latest, { time }) => Math.max(latest, time), last);
      // A comment keeps the connection open, and shows when the other side is gone.
      const text = calls.length === 0 ? ':\n\n' : `event: calls\ndata: ${JSON.stringify(calls)}\n\n`;
      for (const stream of streams) stream.write(text);
    } finally {
      isLooking = false;
    }
  };
  const ended = (stream: ServerResponse) => {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    last = undefined;
  };
  return {
    open(response) {
      for (const oldest of streams) {
        if (streams.size < MOST_STREAMS) break;
        oldest.end();
        ended(oldest);
      }
      response.writeHead(200, { ...securityHeaders(false), 'Content-Type': 'text/event-stream' });
      response.write(':\n\n');
      streams.add(response);
      response.once('close', () => ended(response));
      timer ??= setInterval(() => void look().catch(() => {}), LOOK_MS);
      void look().catch(() => {});
    },
    close() {
      clearInterval(timer);
      for (const stream of streams) stream.end();
    },
  };
}
