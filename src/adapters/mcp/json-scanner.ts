/**
 * Follows one JSON text byte by byte without building it: where its outermost bracket closes, how deep it
 * nests, and which `id` the outermost object has, wherever in the text. So a message that is too large to keep can
 * still be skipped exactly, and its error has the right id.
 */
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_SQUARE = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_SQUARE = 0x5d;
const OPEN_CURLY = 0x7b;
const CLOSE_CURLY = 0x7d;

/** An id longer than this is not worth repeating in an error. */
const MAX_ID_BYTES = 512;

export type RequestId = string | number;

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
}

export class JsonScanner {
  deepest = 0;
  id: RequestId | undefined;
  #depth = 0;
  #begun = false;
  #closed = false;
  #inString = false;
  #escaped = false;
  #readingId = false;
  /** The key or value that is being read directly inside the outermost object. */
  #token: number[] = [];

  /** Whether a line feed here is not white space inside the text: it ends the text or breaks it. */
  get endsWithLine(): boolean {
    return this.#closed || this.#inString || (this.#begun && this.#depth === 0);
  }

  /** The index after the byte that closes the text, or -1 if it does not close before `to`. */
  scan(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to && !this.#closed; at++) {
      const byte = bytes[at] ?? 0;
      this.#begun ||= !isSpace(byte);
      if (this.#inString) this.#inside(byte);
      else this.#outside(byte);
      if (this.#closed) return at + 1;
    }
    return -1;
  }

  #inside(byte: number): void {
    this.#keep(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #outside(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        this.#keep(byte);
        break;
      case OPEN_CURLY:
      case OPEN_SQUARE:
        this.#depth++;
        this.deepest = Math.max(this.deepest, this.#depth);
        break;
      case CLOSE_CURLY:
      case CLOSE_SQUARE:
        if (this.#depth === 1) this.#endOfMember();
        this.#depth--;
        this.#closed = this.#depth <= 0;
        break;
      case COLON:
        if (this.#depth === 1) this.#endOfKey();
        break;
      case COMMA:
        if (this.#depth === 1) this.#endOfMember();
        break;
      default:
        this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length <= MAX_ID_BYTES) this.#token.push(byte);
  }

  #endOfKey(): void {
    this.#readingId = this.#takeToken() === 'id';
  }

  #endOfMember(): void {
    const value = this.#takeToken();
    // As in JSON.parse, the last of several members with one name counts.
    if (this.#readingId) this.id = isRequestId(value) ? value : undefined;
    this.#readingId = false;
  }

  #takeToken(): unknown {
    const bytes = this.#token;
    this.#token = [];
    if (bytes.length === 0 || bytes.length > MAX_ID_BYTES) return undefined;
    try {
      return JSON.parse(Buffer.from(bytes).toString('utf8'));
    } catch {
      return undefined;
    }
  }
}
