/** The headers before a framed message. Only `Content-Length` says anything; the others are allowed and ignored. */
const HEADER_LINE = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:[ \t]*(.*?)[ \t]*$/;
/** Fifteen digits stay a safe integer. */
const LENGTH_VALUE = /^[0-9]{1,15}$/;

export class HeaderBlock {
  /** Bytes of all lines so far, with their ends. */
  bytes = 0;
  #length: number | 'bad' | undefined;

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
