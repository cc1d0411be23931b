/**
 * Bytes to JSON values and back, for the two ways a message can be delimited: a line of JSON, or a block of
 * headers with `Content-Length`. The first JSON object fixes the mode of the session and of all answers; an error
 * before it is answered in the form of the broken input. Input that cannot be read becomes an event, and the decoder
 * synchronises again by itself at the next boundary:
 *
 * - Lines: every line feed is a boundary. Whatever came before it, the next line is read on its own. A header is
 *   a malformed line here, so no length can swallow what follows.
 * - Headers: every line that ends in `Content-Length: N` is a boundary, whatever the length of the frame before
 *   it. Such a line cannot be part of valid JSON: a string holds no raw line feed, and nothing else holds a `C`.
 *   Otherwise the length counts, so a broken body costs one error.
 * - Before the first object both apply, with one exception: while the brackets of a frame within the size limit are
 *   open, line feeds in it are white space and its length counts, since a framed body may have several lines.
 *
 * An unframed message ends where its outermost bracket closes, so the newline may be missing; a newline
 * before that ends it too, so a broken line never swallows the next one.
 */
import { HeaderBlock, LineTail } from './header-block.ts';
import { isSpace, JsonScanner, type RequestId } from './json-scanner.ts';

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
  /** The end of the current line of the input, whatever message it belongs to. */
  readonly #tail = new LineTail();
  #mode: FrameMode | undefined;
  /** The form of what came last, for errors before the first object. */
  #seenForm: FrameMode = 'lines';
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
    return this.#mode ?? this.#seenForm;
  }

  get heldCapacity(): number {
    return this.#held.capacity;
  }

  push(chunk: Uint8Array): FrameEvent[] {
    let at = 0;
    while (at < chunk.length) {
      const next = this.#step(chunk, at);
      if (this.#mode !== 'lines') this.#followLine(chunk.subarray(at, next));
      at = next;
    }
    return this.#takeEvents();
  }

  /** The end of the input: an open message is complete or broken now. */
  end(): FrameEvent[] {
    if (this.#state === 'line' && !this.#headers) this.#endOfLine();
    else if (this.#state === 'json') this.#finish();
    else if (this.#state === 'body' || this.#headers) this.#events.push({ kind: 'malformed' });
    this.#reset('between');
    return this.#takeEvents();
  }

  /** Reads on from `at` and returns where it stopped; never reads past a line feed. */
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
    while (at < chunk.length && isSpace(chunk[at])) {
      if (chunk[at++] === NEWLINE) return at;
    }
    if (at === chunk.length) return at;
    this.#seenForm = 'lines';
    this.#state = opensJson(chunk[at]) ? 'json' : 'line';
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
    const newline = chunk.indexOf(NEWLINE, at);
    const stop = Math.min(newline < 0 ? chunk.length : newline + 1, at + this.#bodyLeft);
    this.#scanner.scan(chunk, at, stop);
    this.#take(chunk.subarray(at, stop));
    this.#bodyLeft -= stop - at;
    const ended = this.#bodyLeft === 0;
    if (!ended && !(newline === stop - 1 && this.#lineEndsBody())) return stop;
    if (!ended) this.#seenForm = 'lines';
    this.#finish();
    this.#reset('between');
    return stop;
  }

  /** Whether a line feed shows that there was no frame here, but a stray header among lines. */
  #lineEndsBody(): boolean {
    if (this.#mode !== undefined) return false;
    return this.#scanner.endsWithLine || this.#seen + this.#bodyLeft > this.#maxBytes;
  }

  /** Starts the next frame at its `Content-Length`, wherever the frame before it should have ended. */
  #followLine(bytes: Uint8Array): void {
    const length = this.#tail.add(bytes);
    if (length === undefined || this.#headers?.bodyLength === length) return;
    if (this.#state === 'body' || this.#headers) this.#events.push({ kind: 'malformed' });
    this.#reset('line');
    this.#openHeaders(new HeaderBlock(length));
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
    if (this.#mode !== 'lines' && line !== undefined && headers.add(line)) {
      this.#held.clear();
      this.#openHeaders(headers);
    } else if (line === '' && headers.bodyLength !== undefined) {
      this.#startBody(headers.bodyLength);
    } else if (this.#headers) {
      this.#fail('between');
    } else {
      this.#parse(this.#held.view());
      this.#reset('between');
    }
  }

  #openHeaders(headers: HeaderBlock): void {
    this.#headers = headers;
    this.#seenForm = 'headers';
  }

  #startBody(length: number): void {
    this.#reset('body');
    this.#bodyLeft = length;
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
      if (isObject(value)) this.#mode ??= this.#seenForm;
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

function opensJson(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const FIRST_CAPACITY = 4096;
/** A buffer that grew larger than this for one message is released after it. */
const KEPT_CAPACITY = 1024 * 1024;

/**
 * The bytes of a message that came in pieces: copied into one growing buffer, so that a message sent byte by byte costs
 * no more than a whole one.
 */
class HeldBytes {
  #buffer = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#buffer.length;
  }

  append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, this.#buffer.length * 2, FIRST_CAPACITY));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
  }

  view(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#buffer.length > KEPT_CAPACITY) this.#buffer = new Uint8Array(0);
  }
}
