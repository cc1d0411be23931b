/**
 * The server over HTTP on this machine, for tools that speak nothing else. The product does not know HTTP: only
 * this file puts its server factory behind the SDK's HTTP handlers, with a session for each client of the old era,
 * as a process on stdio is one.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createServer } from '../../src/adapters/mcp/server.ts';
import { CallQueue } from '../../src/adapters/mcp/tools.ts';
import { type App, createApp, type ServedApp } from '../../src/app/index.ts';
import { loadConfig } from '../../src/config/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { fixturePrompts, fixtureResources, fixtures } from './fixtures.ts';

const log = createLogger('silent', () => {}, systemClock.now);

export interface Facade {
  url: string;
  close(): Promise<void>;
}

export async function startFacade(): Promise<Facade> {
  const root = mkdtempSync(join(tmpdir(), 'pilotbook-conformance-'));
  writeFileSync(join(root, 'a.txt'), 'one\ntwo\n');
  const app = await openApp(root);
  const answer = handler(withFixtures(app));
  const server = createHttpServer((request, response) => {
    serve(answer, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await app.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function openApp(root: string): Promise<App> {
  const config = await loadConfig({ flags: { root }, env: {}, cwd: root });
  return createApp(config, {
    clock: systemClock,
    log,
    token: randomUUID,
    random: Math.random,
    node: process.versions.node,
  });
}

function withFixtures(app: App): ServedApp {
  const { tools, call } = fixtures(log);
  return {
    version: app.version,
    instructions: app.instructions,
    tools: [...app.tools, ...tools],
    resources: [...app.resources, fixtureResources],
    prompts: [...app.prompts, ...fixturePrompts],
    call: async (name, args, meta) => (await app.call(name, args, meta)) ?? call(name, args, meta),
  };
}

type Answer = (request: Request) => Promise<Response>;

function handler(app: ServedApp): Answer {
  const calls = new CallQueue(32, 1000);
  const parts = { app, toolNames: 'auto', answers: 'json', calls, log } as const;
  const modern = createMcpHandler(({ era }) => createServer({ ...parts, era }), { legacy: 'reject' });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  const legacy: Answer = async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null)
      return sessions.get(id)?.handleRequest(request) ?? new Response('No such session', { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => {
        sessions.set(session, transport);
      },
      onsessionclosed: (session) => {
        sessions.delete(session);
      },
    });
    await createServer({ ...parts, era: 'legacy' }).connect(transport);
    return transport.handleRequest(request);
  };

  return async (request) =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    ((await isLegacyRequest(request.clone())) ? legacy(request) : modern.fetch(request));
}

async function serve(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const {
    status,
    headers: sent,
    body,
  } = await answer(
    new Request(`http://127.0.0.1${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      signal: gone.signal,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    }),
  );
  response.writeHead(status, Object.fromEntries(sent));
  // The two declarations of a web stream differ in name only.
  if (body) await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response);
  else response.end();
}
