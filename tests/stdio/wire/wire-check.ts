/**
 * Watches both directions of a connection and names everything the server writes that the protocol does not allow:
 * shape by method and era, answers nobody asked for or that never came, notifications of the wrong kind or time.
 */
import { type Framing, StrictFrames } from './frames.ts';
import { errorValidators, notificationValidators, resultValidators, type WireEra } from './schemas.ts';

type Id = string | number;
interface Asked {
  method: string;
  era: WireEra;
  cancelled: boolean;
  progressToken: unknown;
  progress: number;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
const CODES: Record<WireEra, readonly number[]> = {
  legacy: [-32700, -32600, -32601, -32602, -32603, -32002],
  modern: [-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022],
};

export class WireCheck {
  readonly problems: string[] = [];
  /** Messages of the server that were looked at. */
  checked = 0;
  readonly #frames: StrictFrames;
  readonly #asked = new Map<Id, Asked>();
  #greeted = false;
  #unreadable = 0;

  constructor(framing: Framing) {
    this.#frames = new StrictFrames(framing);
  }

  /** To be told before the bytes go out. Text is what the client writes that is not JSON. */
  sent(message: unknown): void {
    if (!isObject(message)) {
      this.#unreadable++;
      return;
    }
    const { id, method, params } = message;
    const proper = message.jsonrpc === '2.0';
    if (proper && method === undefined && ('result' in message || 'error' in message)) return;
    if ('id' in message) {
      if (isId(id)) this.#ask(id, String(method), isObject(params) ? params : {});
      else this.#unreadable++;
    } else if (!proper || typeof method !== 'string') this.#unreadable++;
    else if (method === 'notifications/cancelled' && isObject(params)) this.#cancel(params.requestId);
  }

  received(chunk: Buffer): void {
    for (const { body, problem } of this.#frames.push(chunk)) {
      this.checked++;
      if (body === undefined) this.problems.push(problem ?? 'no message');
      else this.#read(body);
    }
  }

  /** The connection is over: what is still owed is a problem too. */
  ended(): void {
    if (this.#frames.rest > 0) this.problems.push(`${this.#frames.rest} bytes after the last message`);
    for (const [id, { method, cancelled }] of this.#asked)
      if (!cancelled) this.problems.push(`${method} with id ${JSON.stringify(id)} was never answered`);
    if (this.#unreadable > 0) this.problems.push(`${this.#unreadable} unreadable messages were not answered`);
  }

  #ask(id: Id, method: string, params: Record<string, unknown>): void {
    if (method === 'initialize') this.#greeted = true;
    const meta = isObject(params._meta) ? params._meta : {};
    // A connection that began with `initialize` stays in that era.
    const era = !this.#greeted && meta[VERSION_KEY] !== undefined ? 'modern' : 'legacy';
    this.#asked.set(id, {
      method,
      era,
      cancelled: false,
      progressToken: meta.progressToken,
      progress: -Infinity,
    });
  }

  #cancel(id: unknown): void {
    const asked = isId(id) ? this.#asked.get(id) : undefined;
    if (asked) asked.cancelled = true;
  }

  #read(body: string): void {
    let message: unknown;
    try {
      message = JSON.parse(body);
    } catch {
      this.problems.push(`not JSON: ${body.slice(0, 80)}`);
      return;
    }
    const problem = isObject(message) ? this.#problemOf(message) : `not an object: ${body.slice(0, 80)}`;
    if (problem) this.problems.push(problem);
  }

  #problemOf(message: Record<string, unknown>): string | undefined {
    if ('method' in message) return this.#notified(message);
    return 'error' in message ? this.#failed(message) : this.#answered(message);
  }

  #notified(message: Record<string, unknown>): string | undefined {
    const method = String(message.method);
    if ('id' in message) return `a request of the server: ${method}`;
    const params = isObject(message.params) ? message.params : {};
    const asked = method === 'notifications/progress' ? this.#withToken(params) : this.#listening(params);
    if (!asked) return `${method} of a request that is not open`;
    const validate = notificationValidators[asked.era].get(method);
    if (!validate) return `a notification of no declared kind: ${method}`;
    const wrong = validate(message);
    if (wrong) return `${method}: ${wrong}`;
    if (method !== 'notifications/progress') return undefined;
    if (!(Number(params.progress) > asked.progress)) return 'progress that does not rise';
    asked.progress = Number(params.progress);
    return undefined;
  }

  #withToken({ progressToken: token }: Record<string, unknown>): Asked | undefined {
    if (token === undefined) return undefined;
    return [...this.#asked.values()].find(({ progressToken }) => progressToken === token);
  }

  /** What is neither progress nor part of a subscription has no place. */
  #listening({ _meta: meta }: Record<string, unknown>): Asked | undefined {
    const id = isObject(meta) ? meta[SUBSCRIPTION_KEY] : undefined;
    const asked = isId(id) ? this.#asked.get(id) : undefined;
    return asked?.method === 'subscriptions/listen' ? asked : undefined;
  }

  #failed(message: Record<string, unknown>): string | undefined {
    if (!('id' in message)) {
      if (this.#unreadable === 0) return 'an error without an id, though everything could be read';
      this.#unreadable--;
      return errorValidators.modern(message);
    }
    const asked = this.#settle(message.id);
    if (!asked) return toNothing(message.id);
    const wrong = errorValidators[asked.era](message);
    if (wrong) return `error of ${asked.method}: ${wrong}`;
    const code = isObject(message.error) ? Number(message.error.code) : Number.NaN;
    return CODES[asked.era].includes(code) ? undefined : `error of ${asked.method}: code ${code}`;
  }

  #answered(message: Record<string, unknown>): string | undefined {
    const { jsonrpc, id, result, ...extra } = message;
    if (jsonrpc !== '2.0' || Object.keys(extra).length > 0)
      return `an answer with the keys ${Object.keys(message)}`;
    const asked = this.#settle(id);
    if (!asked) return toNothing(id);
    const validate = resultValidators[asked.era].get(asked.method);
    if (!validate) return `a result of ${asked.method}, which this era does not have`;
    const wrong = validate(result);
    return wrong && `result of ${asked.method}: ${wrong}`;
  }

  #settle(id: unknown): Asked | undefined {
    if (!isId(id)) return undefined;
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }
}

function toNothing(id: unknown): string {
  return `an answer to nothing: id ${JSON.stringify(id)}`;
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
