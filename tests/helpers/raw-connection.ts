/** A client that speaks bytes: for what no well-behaved SDK would ever send. */
import type { Readable, Writable } from 'node:stream';

export interface Answer {
  jsonrpc: string;
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

type Waiter = {
  matches: (answer: Answer) => boolean;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

export class RawConnection {
  /** Everything the server wrote, as it came. */
  received = Buffer.alloc(0);
  readonly ended: Promise<void>;
  readonly answers: Answer[] = [];
  readonly #toServer: Writable;
  #unread = Buffer.alloc(0);
  #waiters: Waiter[] = [];
  #nextId = 1;

  constructor(toServer: Writable, fromServer: Readable) {
    this.#toServer = toServer;
    toServer.on('error', () => {});
    fromServer.on('data', (chunk: Buffer) => this.#read(chunk));
    this.ended = new Promise((resolve) => {
      fromServer.on('close', () => {
        for (const waiter of this.#waiters) waiter.reject(new Error('The server closed its output.'));
        resolve();
      });
    });
  }

  write(bytes: string | Uint8Array): void {
    this.#toServer.write(bytes);
  }

  end(): void {
    this.#toServer.end();
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** The first answer that matches, already here or still to come. */
  answer(matches: (answer: Answer) => boolean): Promise<Answer> {
    const here = this.answers.find(matches);
    if (here) return Promise.resolve(here);
    return new Promise((resolve, reject) => this.#waiters.push({ matches, resolve, reject }));
  }

  /** Without an id: the error about a message whose id could not be read. */
  answerTo(id: string | number | undefined): Promise<Answer> {
    return this.answer((answer) => answer.id === id && !answer.method);
  }

  request(method: string, params?: Record<string, unknown>): Promise<Answer> {
    const id = `raw-${this.#nextId++}`;
    this.send({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });
    return this.answerTo(id);
  }

  async initialize(clientName = 'raw', protocolVersion = '2025-06-18'): Promise<Answer> {
    const answer = await this.request('initialize', initializeParams(clientName, protocolVersion));
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  #read(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (let answer = this.#take(); answer; answer = this.#take()) this.#deliver(answer);
  }

  #take(): Answer | undefined {
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#unread.toString('latin1', 0, 64));
    const start = header ? header[0].length : 0;
    const length = header ? Number(header[1]) : this.#unread.indexOf('\n');
    if (length < 0 || this.#unread.length < start + length) return undefined;
    const body = this.#unread.subarray(start, start + length);
    this.#unread = this.#unread.subarray(start + length + (header ? 0 : 1));
    return JSON.parse(body.toString());
  }

  #deliver(answer: Answer): void {
    this.answers.push(answer);
    for (const waiter of this.#waiters.filter(({ matches }) => matches(answer))) {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.resolve(answer);
    }
  }
}

export function initializeParams(
  clientName = 'raw',
  protocolVersion = '2025-06-18',
): Record<string, unknown> {
  return { protocolVersion, capabilities: {}, clientInfo: { name: clientName, version: '1' } };
}

/** Parameters as the stateless era wants them. */
export function modernParams(params: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    },
  };
}

export function framed(message: unknown, ...headers: string[]): string {
  const json = typeof message === 'string' ? message : JSON.stringify(message);
  return [...headers, `Content-Length: ${Buffer.byteLength(json)}`, '', json].join('\r\n');
}
