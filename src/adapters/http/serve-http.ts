/** The HTTP server of a hub: who may ask, how much, and where each address leads. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRateLimiter, type RateLimiter, type ServedApp } from '../../app/index.ts';
import { AppError, asAppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { type AuditQueue, type Caller, type Hub, isSignedBy, recogniser, servedTo } from '../../hub/index.ts';
import { HttpMetrics } from './metrics.ts';
import { answerWith, bodyOf, Refused, sendText, webRequest } from './web-request.ts';

const CALLS_AT_ONCE = 32;
const MOST_CALLS_WAITING = 1_000;
const MOST_CONNECTIONS = 1_000;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Calls under way get so long after a signal. */
const FINISH_MS = 10_000;
const MAX_HOOK_BYTES = 25 * 1024 * 1024;
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

export interface HttpDeps {
  hub: Hub;
  audit: AuditQueue;
  log: Logger;
}

export interface HttpServer {
  readonly port: number;
  /** Finishes calls under way, refuses new ones. */
  close(): Promise<void>;
}

export async function serveHttp(deps: HttpDeps): Promise<HttpServer> {
  // Loaded as `serve` loads it, and the SDK with it: an import of parts would cut the file that it opens at its start in two.
  const server = new HubServer(deps, await import('../mcp/index.ts'));
  return await server.listen();
}

type Edge = typeof import('../mcp/index.ts');

class HubServer {
  readonly #hub: Hub;
  readonly #audit: AuditQueue;
  readonly #log: Logger;
  readonly #metrics = new HttpMetrics();
  readonly #recognise: (token: string) => Promise<Caller | undefined>;
  readonly #rates: RateLimiter;
  readonly #hosts: string[];
  readonly #edge: Edge;
  readonly #handler: ReturnType<Edge['createMcpHandler']>;
  #running = 0;
  #closing = false;
  #idle: (() => void) | undefined;

  constructor({ hub, audit, log }: HttpDeps, edge: Edge) {
    const { CallQueue, createServer, createMcpHandler } = edge;
    this.#edge = edge;
    const { settings, host, store } = hub;
    this.#hub = hub;
    this.#audit = audit;
    this.#log = log;
    const { recognise, forget } = recogniser({
      store,
      oauth: settings.oauth,
      perMinute: settings.callsPerMinute,
      clock: host.clock,
    });
    this.#recognise = recognise;
    hub.onForget(forget);
    this.#rates = createRateLimiter(host.clock);
    const own = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
    this.#hosts = [
      'localhost',
      '127.0.0.1',
      '[::1]',
      own,
      ...(settings.publicUrl === undefined ? [] : [settings.publicUrl.hostname]),
    ];
    const calls = new CallQueue(CALLS_AT_ONCE, MOST_CALLS_WAITING);
    this.#handler = createMcpHandler(
      ({ era, authInfo }) => {
        // Put there below, for every request that gets so far.
        const app = authInfo?.extra?.app as ServedApp;
        return createServer({ app, era, toolNames: 'safe', answers: settings.answers, calls, log });
      },
      {
        maxRequestBodySize: settings.maxBodyBytes,
        onerror: (error) => log.debug('a request failed', { error }),
      },
    );
  }

  async listen(): Promise<HttpServer> {
    const { host, port } = this.#hub.settings;
    const server = createHttpServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        keepAliveTimeout: 60_000,
      },
      (request, response) => void this.#serve(request, response),
    );
    server.maxConnections = MOST_CONNECTIONS;
    await new Promise<void>((done, fail) => {
      server.once('error', (cause: NodeJS.ErrnoException) =>
        fail(
          new AppError(
            'unavailable',
            'cannot_listen',
            `The hub cannot listen on ${host}:${port} (${cause.code}).`,
            { hint: 'Choose another place by --listen HOST:PORT.', cause },
          ),
        ),
      );
      server.listen(port, host, done);
    });
    return {
      port: (server.address() as AddressInfo).port,
      close: async () => {
        this.#closing = true;
        const closed = new Promise<void>((done) => server.close(() => done()));
        server.closeIdleConnections();
        if (this.#running > 0)
          await Promise.race([
            new Promise<void>((done) => {
              this.#idle = done;
            }),
            new Promise<void>((done) => setTimeout(done, FINISH_MS).unref()),
          ]);
        await this.#handler.close();
        server.closeAllConnections();
        await closed;
      },
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#running++;
    const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    const route = routeOf(path);
    try {
      if (this.#closing && route.name !== 'healthz') {
        response.setHeader('Connection', 'close');
        throw new Refused(503, 'The hub is stopping.');
      }
      this.#checkOrigin(request);
      await this.#answer(route, request, response);
    } catch (thrown) {
      const refused = thrown instanceof Refused ? thrown : this.#failure(thrown);
      if (!response.headersSent)
        sendText(response, refused.status, JSON.stringify({ error: refused.message }), refused.headers);
      else response.destroy();
    } finally {
      this.#metrics.answered(route.name, response.statusCode);
      this.#running--;
      if (this.#running === 0) this.#idle?.();
    }
  }

  #failure(thrown: unknown): Refused {
    const error = asAppError(thrown);
    if (error.kind === 'unavailable') return new Refused(503, error.message, { 'Retry-After': '1' });
    this.#log.error('a request failed', { error: error.cause ?? error });
    return new Refused(500, error.message);
  }

  /** A page of another site that a browser was tricked into sending here has another name in one of the two. */
  #checkOrigin({ headers }: IncomingMessage): void {
    const { validateHostHeader, validateOriginHeader } = this.#edge;
    if (!validateHostHeader(headers.host, this.#hosts).ok)
      throw new Refused(421, 'This host name is not served here.');
    if (!validateOriginHeader(headers.origin, this.#hosts).ok)
      throw new Refused(403, 'Requests from this origin are not served.');
  }

  async #answer(route: Route, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    switch (route.name) {
      case 'healthz':
        return sendText(response, 200, '{"status":"ok"}');
      case 'readyz':
        return this.#ready(response);
      case 'metrics':
        return sendText(response, 200, this.#metrics.text(this.#gauges()), {
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        });
      case 'metadata':
        return this.#metadata(response);
      case 'hook':
        if (method !== 'POST') throw new Refused(405, 'A notice is sent by POST.', { Allow: 'POST' });
        return await this.#hook(route.repository ?? '', request, response);
      case 'mcp':
        return await this.#mcp(route.repository, request, response);
      default:
        throw new Refused(404, 'There is nothing at this address. Clients connect to /mcp.');
    }
  }

  #ready(response: ServerResponse): void {
    const { isReady, awaySince, outdated } = this.#hub;
    const ready = isReady && outdated === undefined;
    const database = outdated !== undefined ? 'newer' : awaySince === undefined ? 'here' : 'away';
    sendText(response, ready ? 200 : 503, JSON.stringify({ ready, database }));
  }

  #gauges(): Record<string, number> {
    const repositories = this.#hub.repositories();
    return {
      repositories: repositories.length,
      repositories_ready: repositories.filter((each) => each.version() !== undefined).length,
      repositories_failing: repositories.filter((each) => each.problem !== undefined).length,
      requests_running: this.#running,
      database_away: this.#hub.awaySince === undefined ? 0 : 1,
      audit_dropped: this.#audit.dropped,
      cache_bytes: this.#hub.cacheBytes() ?? 0,
      resident_bytes: this.#hub.host.memory(),
    };
  }

  /** RFC 9728: where a client gets a token for this hub. */
  #metadata(response: ServerResponse): void {
    const { oauth } = this.#hub.settings;
    if (oauth === undefined) throw new Refused(404, 'This hub knows no issuer of tokens.');
    const resource = new URL('/mcp', this.#publicUrl()).href;
    sendText(
      response,
      200,
      JSON.stringify({
        resource,
        authorization_servers: [oauth.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['notes:write'],
      }),
    );
  }

  #publicUrl(): string {
    const { publicUrl, host, port } = this.#hub.settings;
    return publicUrl?.href ?? `http://${host}:${port}`;
  }

  async #hook(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request, MAX_HOOK_BYTES);
    const variable = this.#hub.repository(name)?.settings.webhookEnv;
    const secret = variable === undefined ? undefined : this.#hub.host.env[variable];
    const header = (key: string) => {
      const value = request.headers[key];
      return typeof value === 'string' ? value : undefined;
    };
    // The same for a repository that is not there, has no secret, or another one.
    if (!isSignedBy(secret ?? '', body, header, this.#hub.host.clock.now()))
      throw new Refused(401, 'The signature is not right.');
    void this.#hub.fetchNow(name).catch((error: unknown) => this.#log.warn('a fetch failed', { error }));
    sendText(response, 202, '{"accepted":true}');
  }

  async #mcp(
    repository: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (/[?#]/.test(request.url ?? ''))
      throw new Refused(400, 'The address takes no parameters. A token is sent in the header Authorization.');
    const caller = await this.#caller(request);
    this.#admit(caller);
    if (
      repository !== undefined &&
      (!caller.sees(repository) || this.#hub.repository(repository) === undefined)
    )
      throw new Refused(404, 'There is no such repository.');
    const body =
      request.method === 'POST' ? await bodyOf(request, this.#hub.settings.maxBodyBytes) : undefined;
    const app = this.#recorded(caller, await servedTo(this.#hub, caller, repository));
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = webRequest(request, body, this.#publicUrl(), gone.signal);
    const authInfo = { token: '', clientId: caller.name, scopes: [], extra: { app } };
    await answerWith(response, await this.#handler.fetch(asked, { authInfo }));
  }

  async #caller({ headers }: IncomingMessage): Promise<Caller> {
    const { oauth } = this.#hub.settings;
    const where =
      oauth === undefined ? '' : ` resource_metadata="${new URL(RESOURCE_METADATA, this.#publicUrl()).href}"`;
    const [, token] = /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined)
      throw new Refused(401, 'A token is needed, in the header Authorization: Bearer.', {
        'WWW-Authenticate': `Bearer${where}`,
      });
    const caller = await this.#recognise(token);
    if (caller !== undefined) return caller;
    throw new Refused(401, 'The token is not known, has expired or was revoked.', {
      'WWW-Authenticate': `Bearer error="invalid_token"${where === '' ? '' : `,${where}`}`,
    });
  }

  #admit({ name, perMinute }: Caller): void {
    try {
      this.#rates.admit(name, perMinute);
    } catch (thrown) {
      const error = asAppError(thrown);
      throw new Refused(429, error.hint ?? error.message, {
        'Retry-After': String(error.details?.retryAfterSeconds ?? 1),
      });
    }
  }

  /** Each call leaves a line that names the caller, and is counted. */
  #recorded(caller: Caller, served: Awaited<ReturnType<typeof servedTo>>): ServedApp {
    const { clock, token } = this.#hub.host;
    return {
      ...served,
      call: async (name, args, meta) => {
        const started = clock.elapsed();
        const outcome = await served.call(name, args, meta);
        if (outcome === undefined) return undefined;
        const durationMs = Math.round(clock.elapsed() - started);
        const tool = served.tools.find((each) => each.name === name || each.safeName === name)?.name ?? name;
        const row = {
          id: token(),
          at: clock.now(),
          caller: caller.name,
          repository: served.about.join(' ').slice(0, 500),
          tool,
          ok: !outcome.isError,
          errorCode: outcome.isError ? outcome.error.code : undefined,
          durationMs,
          bytes: Buffer.byteLength(outcome.text),
        };
        this.#audit.record(row);
        this.#metrics.called(tool, row.ok, durationMs / 1000);
        this.#log.info('call', { ...row });
        return outcome;
      },
    };
  }
}

interface Route {
  name: 'healthz' | 'readyz' | 'metrics' | 'metadata' | 'hook' | 'mcp' | 'none';
  repository?: string;
}

const NAME = '([a-z0-9._-]{1,64})';
const ONE = new RegExp(`^/r/${NAME}/mcp$`);
const HOOK = new RegExp(`^/hooks/${NAME}$`);

/** Compared as it came, nothing decoded: no spelling but the plain one leads anywhere. */
function routeOf(path: string): Route {
  if (path === '/healthz' || path === '/readyz' || path === '/metrics')
    return { name: path.slice(1) as Route['name'] };
  if (path === '/mcp') return { name: 'mcp' };
  const [, one] = ONE.exec(path) ?? [];
  if (one !== undefined) return { name: 'mcp', repository: one };
  const [, hooked] = HOOK.exec(path) ?? [];
  if (hooked !== undefined) return { name: 'hook', repository: hooked };
  return path === RESOURCE_METADATA || path.startsWith(`${RESOURCE_METADATA}/`)
    ? { name: 'metadata' }
    : { name: 'none' };
}
