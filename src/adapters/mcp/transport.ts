/** Our transport for the SDK: both framings on one pair of streams, nothing dropped silently, nothing held without bound. */
import type { Readable, Writable } from 'node:stream';
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  Transport,
} from '@modelcontextprotocol/server';
import type { Logger } from '../../core/log.ts';
import { encodeFrame, FrameDecoder, type FrameEvent } from './framing.ts';
import { type ErrorAnswer, inbound } from './inbound.ts';
import { isRequestId, type RequestId } from './json-scanner.ts';

/**
 * After the end of stdin, requests already read may still be answered for so long: `printf … | pilotbook serve`
 * gets its answers. Shorter than the two seconds that clients wait before they send SIGTERM.
 */
const ANSWER_AFTER_END_MS = 1500;
/** A client that reads nothing any more does not hold up the end. */
const FLUSH_MS = 500;

export interface StdioTransportDeps {
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
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;

  readonly #parts: StdioTransportDeps;
  readonly #decoder: FrameDecoder;
  readonly #unanswered = new Set<RequestId>();
  /** Requests that have no answer until they are cancelled; nobody waits for them at the end. */
  readonly #subscriptions = new Set<RequestId>();
  #resolveClosed: () => void = () => {};
  #closing = false;
  #inputEnded = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(parts: StdioTransportDeps) {
    this.#parts = parts;
    this.#decoder = new FrameDecoder(parts.maxMessageBytes);
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  async start(): Promise<void> {
    const { input, output } = this.#parts;
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
    const { input, output } = this.#parts;
    input.off('data', this.#read);
    input.off('end', this.#ended);
    input.off('close', this.#ended);
    // The error listeners stay: a late failure of a pipe that nobody needs any more is no event.
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

  /** EPIPE and its kin: the client is gone, which is how a connection ends. */
  readonly #outputFailed = (error: Error): void => {
    if (this.#closing) return;
    this.#parts.log.debug('the client stopped reading', { error });
    void this.close();
  };

  readonly #drained = (): void => {
    if (!this.#closing) this.#parts.input.resume();
  };

  #handle(events: FrameEvent[]): void {
    for (const event of events) {
      const read = inbound(event, this.#parts.maxMessageBytes);
      if (read.kind === 'answer') {
        this.#write(read.answer);
      } else if (read.kind === 'ignored') {
        this.#parts.log.debug('message ignored', { reason: read.reason });
      } else {
        this.#deliver(read.message);
      }
    }
  }

  /**
   * The SDK takes a notification without the envelope of the stateless era for a client of the old one, and keeps to
   * it. So it gets to see only those that mean something to this server.
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
    this.#parts.observe(message);
    this.onmessage?.(message);
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    this.#subscriptions.delete(id);
    if (this.#inputEnded && this.#unanswered.size === 0) void this.close();
  }

  #write(message: JSONRPCMessage | ErrorAnswer): void {
    const { input, output } = this.#parts;
    // A client that does not read its answers gets no more questions in.
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
