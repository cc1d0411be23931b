/** What a server wrote, cut strictly by the rules of a framing; what breaks the rules is named. */
export type Framing = 'line' | 'frame';

export class StrictFrames {
  readonly #framing: Framing;
  #unread = Buffer.alloc(0);

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  /** Bytes of a message that has not ended. */
  get rest(): number {
    return this.#unread.length;
  }

  push(chunk: Buffer): { body?: string; problem?: string }[] {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    const taken: { body?: string; problem?: string }[] = [];
    for (let body = this.#take(); body; body = this.#take()) taken.push(text(body));
    return taken;
  }

  #take(): Buffer | undefined {
    return this.#framing === 'line' ? this.#line() : this.#frame();
  }

  #line(): Buffer | undefined {
    const end = this.#unread.indexOf('\n');
    return end < 0 ? undefined : this.#cut(0, end, 1);
  }

  #frame(): Buffer | undefined {
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#unread.toString('latin1', 0, 64));
    if (!header) return undefined;
    const [start, length] = [header[0].length, Number(header[1])];
    return this.#unread.length < start + length ? undefined : this.#cut(start, start + length, 0);
  }

  #cut(start: number, end: number, after: number): Buffer {
    const body = this.#unread.subarray(start, end);
    this.#unread = this.#unread.subarray(end + after);
    return body;
  }
}

function text(body: Buffer): { body?: string; problem?: string } {
  const read = body.toString();
  if (!Buffer.from(read).equals(body)) return { problem: 'bytes that are not UTF-8' };
  if (/[\r\n]/.test(read)) return { problem: 'a line break inside a message' };
  return { body: read };
}
