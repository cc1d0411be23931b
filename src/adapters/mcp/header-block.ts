/** The headers before a framed message. Only `Content-Length` counts; other headers are allowed and ignored. */
const HEADER_LINE = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:[ \t]*(.*?)[ \t]*$/;
/** Fifteen digits stay a safe integer. */
const LENGTH_VALUE = /^[0-9]{1,15}$/;
const LENGTH_AT_END = /content-length[ \t]*:[ \t]*([0-9]{1,15})[ \t]*\r?\n$/i;
/** Room for `Content-Length`, fifteen digits and some blanks. */
const TAIL_BYTES = 64;

export class HeaderBlock {
  /** Bytes of all lines so far, with their ends. */
  bytes = 0;
  #length: number | 'bad' | undefined;

  constructor(length: number | undefined = undefined) {
    this.#length = length;
  }

  /** The length of the body, if the headers give exactly one and it is not zero. */
  get bodyLength(): number | undefined {
    return typeof this.#length === 'number' && this.#length > 0 ? this.#length : undefined;
  }

  /** False if the line is no header. */
  add(line: string): boolean {
    const [, name, value = ''] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) return false;
    this.bytes += Buffer.byteLength(line) + 1;
    if (name.toLowerCase() === 'content-length') {
      const length = LENGTH_VALUE.test(value) ? Number(value) : 'bad';
      this.#length = this.#length === undefined || this.#length === length ? length : 'bad';
    }
    return true;
  }
}

/** The last bytes of the line that is being read, kept across reads and messages. */
export class LineTail {
  #text = '';

  /** The length, above zero, if these bytes end a line that ends in `Content-Length`. A line feed may only come last. */
  add(bytes: Uint8Array): number | undefined {
    const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
      'latin1',
      Math.max(0, bytes.length - TAIL_BYTES),
    );
    this.#text = (this.#text + end).slice(-TAIL_BYTES);
    if (!this.#text.endsWith('\n')) return undefined;
    const [, length] = LENGTH_AT_END.exec(this.#text) ?? [];
    this.#text = '';
    return Number(length) || undefined;
  }
}
