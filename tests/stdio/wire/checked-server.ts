/** The built server with a watch on every message it writes. */
import { expect } from 'vitest';
import { type Answer, framed, initializeParams, modernParams } from '../../helpers/raw-connection.ts';
import { type SpawnedServer, spawnServer } from '../../helpers/spawn-server.ts';
import type { Framing } from './frames.ts';
import { WireCheck } from './wire-check.ts';

export const MODERN_VERSION = '2026-07-28';

export interface CheckedServer {
  /** Greets as the version wants it. */
  greet(): Promise<Answer>;
  request(method: string, params?: Record<string, unknown>): Promise<Answer>;
  /** Messages in one write; text goes out as it is. */
  send(...messages: unknown[]): void;
  answerTo(id: string | number | undefined): Promise<Answer>;
  /** Ends the session; fails if the server wrote anything it should not have. Gives the number of messages checked. */
  finish(): Promise<number>;
  answers: readonly Answer[];
}

export function serveChecked(root: string, version: string, framing: Framing = 'line'): CheckedServer {
  const server: SpawnedServer = spawnServer(root);
  const { client } = server;
  const check = new WireCheck(framing);
  const modern = version === MODERN_VERSION;
  let nextId = 1;
  server.process.stdout?.on('data', (chunk: Buffer) => check.received(chunk));

  const bytes = (message: unknown): string => {
    const json = typeof message === 'string' ? message : JSON.stringify(message);
    return framing === 'frame' ? framed(json) : `${json}\n`;
  };
  const send = (...messages: unknown[]) => {
    for (const message of messages) check.sent(message);
    client.write(messages.map(bytes).join(''));
  };
  const request = (method: string, params: Record<string, unknown> = {}) => {
    const id = nextId++;
    send({ jsonrpc: '2.0', id, method, params: modern ? inEnvelope(params) : params });
    return client.answerTo(id);
  };
  return {
    send,
    request,
    answers: client.answers,
    answerTo: (id) => client.answerTo(id),
    greet: async () => {
      if (modern) return request('server/discover');
      const greeting = await request('initialize', initializeParams('wire', version));
      send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return greeting;
    },
    finish: async () => {
      client.end();
      expect(await server.exit).toBe(0);
      await client.ended;
      check.ended();
      expect(check.problems).toEqual([]);
      return check.checked;
    },
  };
}

/** The caller's own `_meta` stays. */
export function inEnvelope(params: Record<string, unknown>): Record<string, unknown> {
  const { _meta } = modernParams();
  return { ...params, _meta: { ...(_meta as object), ...(params._meta as object | undefined) } };
}
