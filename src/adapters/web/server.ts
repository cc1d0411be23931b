/** The server of the page: on the loopback address only, for one person, answering with values of the app as JSON. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, asAppError, type ErrorKind } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { isRecord, parseJson } from '../../core/text/index.ts';
import { FRAME_ASSETS, readAsset, unpacked } from './assets.ts';
import { type EventStreams, eventStreams } from './events.ts';
import { type Access, createAccess, isFromElsewhere, securityHeaders, wrongAddress } from './guard.ts';
import { READS, type RouteCall, type RouteDeps, WRITES } from './routes.ts';

export interface ServeOptions extends RouteDeps {
  /** 0: a free one. */
  port: number;
  /** A word that nobody can guess, another one each time. */
  token(): string;
  log: Logger;
  /** Ends the server. */
  signal: AbortSignal;
}

export interface ServedPage {
  /** With the token that lets one browser in. */
  address: string;
  closed: Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const LONGEST_BODY = 256 * 1024;
const REQUEST_MS = 120_000;

export async function servePage(options: ServeOptions): Promise<ServedPage> {
  const { signal, token, log } = options;
  const [word, session] = [token(), token()];
  let site: Site | undefined;
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    // Not before its port is known.
    if (site === undefined) response.destroy();
    else
      answer(site, request, response).catch((error: unknown) => {
        log.error('the page could not be answered', { error });
        response.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new AppError('io', 'port_taken', `Port ${options.port} cannot be opened.`, {
          cause,
          hint: 'Leave out --port to take a free one.',
        }),
      ),
    );
    server.listen(options.port, LOOPBACK, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const page = await options.app.page();
  const events = eventStreams(page);
  site = { ...options, page, port, access: createAccess(word, session, port), events };
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const stop = () => {
    events.close();
    server.close();
    server.closeAllConnections();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  page.warmUp(signal).catch((error: unknown) => log.warn('nothing could be read ahead', { error }));
  return { address: `http://${LOOPBACK}:${port}/open?token=${word}`, closed };
}

interface Site extends ServeOptions {
  page: RouteCall['page'];
  port: number;
  access: Access;
  events: EventStreams;
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refused = wrongAddress(request.headers, site.port);
  if (refused !== undefined) return refuse(response, 403, 'wrong_address', refused);
  const [path, own] = [request.url ?? '/', `http://${LOOPBACK}:${site.port}`];
  const url = URL.canParse(path, own) ? new URL(path, own) : undefined;
  if (url?.origin !== own) return refuse(response, 400, 'wrong_address', 'That is no address of this page.');
  const { method = 'GET' } = request;
  if (method !== 'GET' && method !== 'POST')
    return refuse(response, 405, 'wrong_method', 'Only GET and POST are answered.');
  if (method === 'GET' && url.pathname === '/open') return enter(site, url, response);
  const name = url.pathname === '/' ? 'index.html' : url.pathname.slice(1);
  // The files of the package hold no secret, and the frame of a diagram has no cookie to show.
  if (method === 'GET' && name !== 'index.html' && (await sendAsset(name, request, response))) return;
  if (!site.access.isInside(request.headers))
    return refuse(
      response,
      401,
      'no_session',
      'Open the page with the address that pilotbook ui printed. It lets one browser in; start the command again for another.',
    );
  if (method === 'GET' && (await sendAsset(name, request, response))) return;
  if (!url.pathname.startsWith('/api/')) return refuse(response, 404, 'not_found', 'There is no such page.');
  if (isFromElsewhere(request.headers))
    return refuse(response, 403, 'wrong_address', 'The request comes from another page.');
  await callRoute(site, url, request, response);
}

/** A page that goes on by itself: a redirect from another site would not carry the cookie. */
function enter({ access }: Site, url: URL, response: ServerResponse): void {
  const session = access.enter(url.searchParams.get('token') ?? '');
  if (session === undefined) {
    const why =
      'This address was used already, or is not the one that was printed. Start pilotbook ui again for a new one.';
    refuse(response, 403, 'wrong_token', why);
    return;
  }
  response.writeHead(200, {
    ...securityHeaders(false),
    'Set-Cookie': access.cookie(session),
    'Content-Type': 'text/html; charset=utf-8',
  });
  response.end(
    '<!doctype html><html lang="en"><meta http-equiv="refresh" content="0; url=/"><title>Pilotbook</title>',
  );
}

async function sendAsset(name: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const asset = await readAsset(name);
  if (asset === undefined) return false;
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(200, {
    ...securityHeaders(name === 'diagram.html'),
    'Cache-Control': 'no-cache',
    'Cross-Origin-Resource-Policy': FRAME_ASSETS.includes(name) ? 'cross-origin' : 'same-origin',
    'Content-Type': asset.type,
    ...(takesBrotli ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(takesBrotli ? asset.packed : unpacked(asset));
  return true;
}

async function callRoute(
  site: Site,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = url.pathname.slice('/api/'.length);
  if (request.method === 'GET' && name === 'events') return site.events.open(response);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const call: RouteCall = { ...site, query: url.searchParams, signal: gone.signal };
  try {
    const read = request.method === 'GET' && Object.hasOwn(READS, name) ? READS[name] : undefined;
    const write = request.method === 'POST' && Object.hasOwn(WRITES, name) ? WRITES[name] : undefined;
    if (read !== undefined) return sendJson(response, 200, await read(call));
    if (write === undefined) return refuse(response, 404, 'not_found', 'There is no such page.');
    // Without either the request may be of a form on another page, which a browser sends without asking.
    if (request.headers.origin === undefined && request.headers['sec-fetch-site'] !== 'same-origin')
      return refuse(response, 403, 'wrong_address', 'The request does not say which page it comes from.');
    if (!site.edit)
      return refuse(response, 403, 'read_only', 'The page is read-only. Start it with pilotbook ui --edit.');
    sendJson(response, 200, await write(await jsonBody(request), call));
  } catch (thrown) {
    if (gone.signal.aborted) return;
    const error = asAppError(thrown);
    if (error.kind === 'internal') site.log.error('a view of the page failed', { name, error: error.cause });
    const { code, message, hint } = error;
    sendJson(response, STATUS[error.kind] ?? 500, { error: { code, message, hint: hint ?? null } });
  }
}

const STATUS: Partial<Record<ErrorKind, number>> = {
  invalid: 400,
  blocked: 403,
  not_found: 404,
  conflict: 409,
  state: 409,
  stale: 409,
  rate_limit: 429,
  unavailable: 503,
  timeout: 504,
};

async function jsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new AppError('invalid', 'invalid_arguments', 'The body must be JSON.');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > LONGEST_BODY)
      throw new AppError('invalid', 'invalid_arguments', `The body has more than ${LONGEST_BODY} bytes.`);
    parts.push(part as Buffer);
  }
  const parsed = parseJson(Buffer.concat(parts).toString('utf8'));
  if (!parsed.ok) throw new AppError('invalid', 'invalid_arguments', `The body: ${parsed.problem}.`);
  if (!isRecord(parsed.value))
    throw new AppError('invalid', 'invalid_arguments', 'The body must be an object.');
  return parsed.value;
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  sendJson(response, status, { error: { code, message, hint: null } });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    ...securityHeaders(false),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Type': 'application/json; charset=utf-8',
  });
  response.end(JSON.stringify(value));
}
