/**
 * Bytes to JSON values and back, for the two ways a message can be delimited: a line of JSON, or a block of
 * headers with `Content-Length`. Either is understood at any time; the first message fixes the mode of all
 * answers. What cannot be read becomes an event, and the decoder stands at the start of the next message.
 *
 * An unframed message ends where its outermost bracket closes, so the newline may be missing; a newline
 * before that ends it too, so a broken line never swallows the next one.
 */
import { HeaderBlock } from './header-block.ts';
import { HeldBytes } from './held-bytes.ts';
import { JsonScanner, type RequestId } from './json-scanner.ts';

export type FrameMode = 'lines' | 'headers';

export type FrameEvent =
  | { kind: 'message'; value: unknown }
  | { kind: 'malformed' }
  | { kind: 'refused'; reason: 'size' | 'depth'; id: RequestId | undefined };

/** Far above any real message; below the depth at which writing JSON overflows the stack. */
export const MAX_DEPTH = 256;
/** All header lines of a message together. Real ones are under 100 bytes. */
const MAX_HEADER_BYTES = 8192;

const NEWLINE = 0x0a;

type State = 'between' | 'json' | 'line' | 'body' | 'skip-line';

export class FrameDecoder {
  readonly #maxBytes: number;
  readonly #held = new HeldBytes();
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #mode: FrameMode | undefined;
  #state: State = 'between';
  #scanner = new JsonScanner();
  /** Bytes of the current message so far, kept or not. */
  #seen = 0;
  #bodyLeft = 0;
  /** Set while a block of headers is open. */
  #headers: HeaderBlock | undefined;
  #events: FrameEvent[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** How answers are to be written. */
  get mode(): FrameMode {
    return this.#mode ?? 'lines';
  }

  get heldCapacity(): number {
    return this.#held.capacity;
  }

  push(chunk: Uint8Array): FrameEvent[] {
    let at = 0;
    while (at < chunk.length) at = this.#step(chunk, at);
    return this.#takeEvents();
  }

  /** The end of the input: what is still open is complete or broken now. */
  end(): FrameEvent[] {
    if (this.#state === 'line' && !this.#headers) this.#endOfLine();
    else if (this.#state === 'json') this.#finish();
    else if (this.#state === 'body' || this.#headers) this.#events.push({ kind: 'malformed' });
    this.#reset('between');
    return this.#takeEvents();
  }

  #step(chunk: Uint8Array, at: number): number {
    switch (this.#state) {
      case 'between':
        return this.#between(chunk, at);
      case 'json':
        return this.#json(chunk, at);
      case 'line':
        return this.#line(chunk, at);
      case 'body':
        return this.#body(chunk, at);
      case 'skip-line': {
        const newline = chunk.indexOf(NEWLINE, at);
        if (newline < 0) return chunk.length;
        this.#reset('between');
        return newline + 1;
      }
    }
  }

  #between(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && isSpace(chunk[at])) at++;
    if (at === chunk.length) return at;
    if (opensJson(chunk[at])) {
      this.#mode ??= 'lines';
      this.#state = 'json';
    } else {
      this.#state = 'line';
    }
    return at;
  }

  #json(chunk: Uint8Array, at: number): number {
    const newline = chunk.indexOf(NEWLINE, at);
    const limit = newline < 0 ? chunk.length : newline;
    const closed = this.#scanner.scan(chunk, at, limit);
    const stop = closed < 0 ? limit : closed;
    this.#take(chunk.subarray(at, stop));
    if (closed >= 0) {
      const whole = this.#finish();
      this.#reset(whole ? 'between' : 'skip-line');
    } else if (newline >= 0) {
      this.#finish();
      this.#reset('between');
    }
    return stop;
  }

  #body(chunk: Uint8Array, at: number): number {
    const stop = Math.min(chunk.length, at + this.#bodyLeft);
    this.#scanner.scan(chunk, at, stop);
    this.#take(chunk.subarray(at, stop));
    this.#bodyLeft -= stop - at;
    if (this.#bodyLeft === 0) {
      this.#finish();
      this.#reset('between');
    }
    return stop;
  }

  /** A header, the empty line after the headers, or something that is neither. */
  #line(chunk: Uint8Array, at: number): number {
    if (this.#headers && this.#held.length === 0 && opensJson(chunk[at])) {
      this.#fail('between');
      return at;
    }
    const newline = chunk.indexOf(NEWLINE, at);
    const stop = newline < 0 ? chunk.length : newline;
    if ((this.#headers?.bytes ?? 0) + this.#held.length + (stop - at) > MAX_HEADER_BYTES) {
      this.#fail('skip-line');
      return at;
    }
    this.#held.append(chunk.subarray(at, stop));
    if (newline < 0) return stop;
    this.#endOfLine();
    return newline + 1;
  }

  #endOfLine(): void {
    const line = this.#text(this.#held.view())?.replace(/\r$/, '');
    const headers = this.#headers ?? new HeaderBlock();
    if (line !== undefined && headers.add(line)) {
      this.#mode ??= 'headers';
      this.#headers = headers;
      this.#held.clear();
    } else if (line === '' && headers.bodyLength !== undefined) {
      this.#startBody(headers.bodyLength);
    } else if (this.#headers) {
      this.#fail('between');
    } else {
      this.#parse(this.#held.view());
      this.#reset('between');
    }
  }

  #startBody(length: number): void {
    this.#reset('body');
    this.#bodyLeft = length;
    this.#seen = length > this.#maxBytes ? length : 0;
  }

  #take(bytes: Uint8Array): void {
    this.#seen += bytes.length;
    if (this.#seen > this.#maxBytes) this.#held.clear();
    else this.#held.append(bytes);
  }

  /** Turns the message that ends here into an event; false if it was not JSON. */
  #finish(): boolean {
    const { id, deepest } = this.#scanner;
    if (this.#seen > this.#maxBytes) this.#events.push({ kind: 'refused', reason: 'size', id });
    else if (deepest > MAX_DEPTH) this.#events.push({ kind: 'refused', reason: 'depth', id });
    else return this.#parse(this.#held.view());
    return true;
  }

  #parse(bytes: Uint8Array): boolean {
    const text = this.#text(bytes);
    try {
      const value: unknown = JSON.parse(text ?? '');
      this.#events.push({ kind: 'message', value });
      return true;
    } catch {
      this.#events.push({ kind: 'malformed' });
      return false;
    }
  }

  #text(bytes: Uint8Array): string | undefined {
    try {
      return this.#utf8.decode(bytes);
    } catch {
      return undefined;
    }
  }

  #fail(next: State): void {
    this.#events.push({ kind: 'malformed' });
    this.#reset(next);
  }

  #reset(next: State): void {
    this.#state = next;
    this.#held.clear();
    this.#scanner = new JsonScanner();
    this.#seen = 0;
    this.#bodyLeft = 0;
    this.#headers = undefined;
  }

  #takeEvents(): FrameEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

export function encodeFrame(mode: FrameMode, message: unknown): string {
  const json = JSON.stringify(message);
  if (mode === 'lines') return `${json}\n`;
  return `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === NEWLINE;
}

function opensJson(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}
