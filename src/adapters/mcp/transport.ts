/** Our transport for the SDK: both framings on one pair of streams. Drops nothing silently, and limits what it holds. */
import type { Readable, Writable } from 'node:stream';
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PARSE_ERROR,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Logger } from '../../core/logger.ts';
import { encodeFrame, FrameDecoder, type FrameEvent, MAX_DEPTH } from './framing.ts';
import { isRequestId, type RequestId } from './json-scanner.ts';

/**
 * After stdin ends, requests already read have this long to be answered, so that `printf … | pilotbook serve` gets its
 * answers. Shorter than the two seconds that clients wait before they send SIGTERM.
 */
const ANSWER_AFTER_END_MS = 1500;
/** Closing waits no longer than this for a client that has stopped reading. */
const FLUSH_MS = 500;

interface StdioTransportDeps {
  input: Readable;
  output: Writable;
  maxMessageBytes: number;
  log: Logger;
  /** Sees every message before the SDK does. */
  observe(message: JSONRPCMessage): void;
}

export class StdioTransport implements Transport {
  // The SDK assigns these three.
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>;

  readonly #deps: StdioTransportDeps;
  readonly #decoder: FrameDecoder;
  readonly #unanswered = new Set<RequestId>();
  /** Requests that have no answer until they are cancelled; nobody waits for them at the end. */
  readonly #subscriptions = new Set<RequestId>();
  #resolveClosed: () => void = () => {};
  #closing = false;
  #inputEnded = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(deps: StdioTransportDeps) {
    this.#deps = deps;
    this.#decoder = new FrameDecoder(deps.maxMessageBytes);
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  async start(): Promise<void> {
    const { input, output } = this.#deps;
    output.on('error', this.#outputFailed);
    output.on('drain', this.#drained);
    input.on('data', this.#read);
    input.on('end', this.#ended);
    input.on('error', this.#ended);
    input.on('close', this.#ended);
    if (input.readableEnded || input.destroyed) setImmediate(this.#ended);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing) return;
    this.#write(message);
    if ('id' in message && !('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#closing) return this.closed;
    this.#closing = true;
    clearTimeout(this.#grace);
    const { input, output } = this.#deps;
    input.off('data', this.#read);
    input.off('end', this.#ended);
    input.off('close', this.#ended);
    // The error listeners stay: a late error of a pipe that is no longer needed must not throw.
    input.pause();
    this.onclose?.();
    await flushed(output);
    this.#resolveClosed();
  }

  readonly #read = (chunk: Buffer | string): void => {
    this.#handle(this.#decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  };

  readonly #ended = (): void => {
    if (this.#inputEnded || this.#closing) return;
    this.#inputEnded = true;
    this.#handle(this.#decoder.end());
    if (this.#unanswered.size === 0) void this.close();
    else this.#grace = setTimeout(() => void this.close(), ANSWER_AFTER_END_MS);
  };

  /** EPIPE and the like: the client is gone, which ends the connection. */
  readonly #outputFailed = (error: Error): void => {
    if (this.#closing) return;
    this.#deps.log.debug('the client stopped reading', { error });
    void this.close();
  };

  readonly #drained = (): void => {
    if (!this.#closing) this.#deps.input.resume();
  };

  #handle(events: FrameEvent[]): void {
    for (const event of events) {
      const read = inbound(event, this.#deps.maxMessageBytes);
      if (read.kind === 'answer') {
        this.#write(read.answer);
      } else if (read.kind === 'ignored') {
        this.#deps.log.debug('message ignored', { reason: read.reason });
      } else {
        this.#deliver(read.message);
      }
    }
  }

  /**
   * A notification without the envelope of the stateless era makes the SDK treat the client as one of the old era, for
   * good. So it gets only notifications that this server acts on.
   */
  #deliver(message: JSONRPCRequest | JSONRPCNotification): void {
    if ('id' in message) {
      const open = message.method === 'subscriptions/listen' ? this.#subscriptions : this.#unanswered;
      open.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      const id = message.params?.requestId;
      if (!isRequestId(id) || !(this.#unanswered.has(id) || this.#subscriptions.has(id))) return;
      this.#settle(id);
    } else if (message.method !== 'notifications/initialized') return;
    this.#deps.observe(message);
    this.onmessage?.(message);
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    this.#subscriptions.delete(id);
    if (this.#inputEnded && this.#unanswered.size === 0) void this.close();
  }

  #write(message: JSONRPCMessage | ErrorAnswer): void {
    const { input, output } = this.#deps;
    // Read no more requests from a client that does not read its answers.
    if (!output.write(encodeFrame(this.#decoder.mode, message))) input.pause();
  }
}

function flushed(output: Writable): Promise<void> {
  if (output.destroyed || output.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSH_MS);
    output.write('', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface ErrorAnswer {
  jsonrpc: '2.0';
  /** Absent if unknown: JSON-RPC would send null, which MCP's schema refuses. */
  id?: RequestId;
  error: { code: number; message: string };
}

type Inbound =
  | { kind: 'message'; message: JSONRPCRequest | JSONRPCNotification }
  | { kind: 'answer'; answer: ErrorAnswer }
  | { kind: 'ignored'; reason: string };

/**
 * A message the SDK understands, or an error for what it would drop silently: the client would wait for an answer for
 * ever.
 */
function inbound(event: FrameEvent, maxBytes: number): Inbound {
  switch (event.kind) {
    case 'message':
      return sorted(event.value);
    case 'malformed':
      return answer(PARSE_ERROR, 'The message is not valid JSON.');
    case 'refused':
      return answer(
        INVALID_REQUEST,
        event.reason === 'size'
          ? `The message is larger than ${maxBytes} bytes and was skipped. Send less at once.`
          : `The message nests deeper than ${MAX_DEPTH} levels and was skipped.`,
        event.id,
      );
  }
}

function sorted(value: unknown): Inbound {
  if (Array.isArray(value))
    return answer(INVALID_REQUEST, 'Batches are not supported. Send one message at a time.');
  if (!isObject(value)) return answer(INVALID_REQUEST, 'A message is a JSON object.');
  const { jsonrpc, id, method, params } = value;
  const known = isRequestId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return answer(INVALID_REQUEST, 'A message has "jsonrpc": "2.0".', known);
  if (method === undefined && ('result' in value || 'error' in value))
    return { kind: 'ignored', reason: 'a response, although this server sends no requests' };
  if (typeof method !== 'string')
    return answer(INVALID_REQUEST, 'A request has a "method", which is text.', known);
  if ('id' in value) return request(method, id, params);
  const message: unknown = { jsonrpc, method, ...(params === undefined ? {} : { params }) };
  if (isJSONRPCNotification(message)) return { kind: 'message', message };
  return { kind: 'ignored', reason: 'a notification whose parameters cannot be read' };
}

function request(method: string, id: unknown, params: unknown): Inbound {
  if (!isRequestId(id)) return answer(INVALID_REQUEST, 'The "id" of a request is text or an integer.');
  if (params !== undefined && !isObject(params)) return answer(INVALID_REQUEST, '"params" is an object.', id);
  const message: unknown = { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
  if (isJSONRPCRequest(message)) return { kind: 'message', message };
  return answer(INVALID_PARAMS, '"params._meta" does not have the form the protocol asks for.', id);
}

function answer(code: number, message: string, id: RequestId | undefined = undefined): Inbound {
  const known = id === undefined ? {} : { id };
  return { kind: 'answer', answer: { jsonrpc: '2.0', ...known, error: { code, message } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
