/** A hub in this process, with origins that tests push to. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { serveHttp } from '../../src/adapters/http/index.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { createLogger } from '../../src/core/logger.ts';
import { AuditQueue, addToken, Hub, type HubHost, migrateDatabase } from '../../src/hub/index.ts';
import { readSettings } from '../../src/hub/settings.ts';
import { git, gitRepository, write } from '../helpers/repository.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

export interface HubOptions {
  /** Lines of hub.toml. */
  toml?: string;
  database?: string;
  env?: Record<string, string>;
  dataDir?: string;
  clock?: Clock;
  /** False: the tables of the database are left as they are. */
  migrated?: boolean;
}

export function hubHost(env: Record<string, string> = {}, lines: string[] = []): HubHost {
  return {
    clock: systemClock,
    log: createLogger('info', (line) => lines.push(line), systemClock.now),
    logLevel: 'warn',
    token: randomUUID,
    secret: (length) => randomBytes(length).toString('hex').slice(0, length),
    random: Math.random,
    node: process.versions.node,
    env: { PATH: process.env.PATH, ...env },
    home: undefined,
    memory: () => process.memoryUsage.rss(),
  };
}

export async function startHub({
  toml = '',
  database,
  env = {},
  dataDir = temporaryDirectory(),
  clock = systemClock,
  migrated = true,
}: HubOptions = {}) {
  const lines: string[] = [];
  const host = {
    ...hubHost({ ...env, ...(database === undefined ? {} : { PILOTBOOK_DATABASE_URL: database }) }, lines),
    clock,
  };
  const text = `listen = "127.0.0.1:0"\nfetch_every_seconds = 1\n${toml}`;
  const settings = await readSettings({ text, directory: dataDir, env: host.env, dataDir });
  if (database !== undefined && migrated) await migrateDatabase(settings, host);
  const hub = await Hub.open(settings, host);
  const audit = new AuditQueue(hub.store, host.log);
  await hub.start();
  const server = await serveHttp({ hub, audit, log: host.log });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= server
      .close()
      .then(() => audit.close())
      .then(() => hub.close());
    return closed;
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${server.port}`;
  return {
    hub,
    audit,
    url,
    close,
    log: () => lines.join(''),
    token: (name: string, repositories = ['*'], more: Partial<Parameters<typeof addToken>[1]> = {}) =>
      addToken(
        hub.store,
        { name, repositories, writesNotes: false, perMinute: undefined, expiresAt: undefined, ...more },
        { now: systemClock.now(), secret: host.secret },
      ),
    ask: (token: string, tool: string, args: object, path = '/mcp') => ask(url, token, tool, args, path),
  };
}

export interface Asked {
  status: number;
  text: string;
  isError: boolean;
  meta: Record<string, unknown>;
}

/** One call by plain HTTP, as the first era sends it. */
export async function ask(
  url: string,
  token: string,
  tool: string,
  args: object,
  path = '/mcp',
): Promise<Asked> {
  const response = await post(`${url}${path}`, token, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: args },
  });
  const body = await response.text();
  const data = /^data: (.*)$/m.exec(body)?.[1];
  if (data === undefined) return { status: response.status, text: body, isError: true, meta: {} };
  const { result, error } = JSON.parse(data);
  return {
    status: response.status,
    text: result?.content?.[0]?.text ?? JSON.stringify(error),
    isError: result?.isError ?? true,
    meta: result?._meta ?? {},
  };
}

export function post(
  url: string,
  token: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A repository that is pushed to from a work tree. */
export function origin(files: Record<string, string>) {
  const work = gitRepository(files);
  const bare = join(temporaryDirectory(), 'origin.git');
  git(work, 'clone', '-q', '--bare', work, bare);
  return {
    work,
    bare,
    push: (changes: Record<string, string>, branch = 'main', ...flags: string[]) => {
      write(work, changes);
      git(work, 'add', '-A');
      git(work, 'commit', '-q', '-m', 'next');
      git(work, 'push', '-q', ...flags, bare, `HEAD:refs/heads/${branch}`);
      return git(work, 'rev-parse', 'HEAD').trim();
    },
  };
}

export async function client(url: string, token: string, path = '/mcp'): Promise<Client> {
  const connected = new Client({ name: 'test', version: '0' });
  const headers = { Authorization: `Bearer ${token}` };
  await connected.connect(
    new StreamableHTTPClientTransport(new URL(path, url), { requestInit: { headers } }),
  );
  onTestFinished(() => connected.close());
  return connected;
}
