/**
 * The SDK's server with our messages and codes for malformed requests, and the JSON-RPC errors of all handlers. A tool
 * that fails is not such an error: it answers with a result.
 */
import {
  CLIENT_INFO_META_KEY,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { asAppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';

/** The SDK would validate the client's answers to requests of the server. This server sends none. */
const noValidator: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator() {
    throw new Error('Pilotbook sends the client no requests.');
  },
};

export interface EdgeOptions extends ServerOptions {
  /** Puts the tool names that this client sees into our texts. */
  inWordsFor(client: string | undefined): (text: string) => string;
}

export class EdgeServer extends Server {
  readonly #inWordsFor: EdgeOptions['inWordsFor'];

  constructor(info: { name: string; title: string; version: string }, options: EdgeOptions) {
    const { inWordsFor, ...rest } = options;
    super(info, { ...rest, jsonSchemaValidator: noValidator });
    this.#inWordsFor = inWordsFor;
  }

  clientName(context: ServerContext): string | undefined {
    // The SDK has checked the envelope, but its type does not name this key.
    const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
    const info = envelope[CLIENT_INFO_META_KEY];
    if (typeof info === 'object' && info !== null && 'name' in info && typeof info.name === 'string')
      return info.name;
    return this.getClientVersion()?.name;
  }

  /** The client is known only after `initialize`, so the instructions are worded then. */
  #instructed(result: Result): Result {
    const { instructions } = result;
    if (typeof instructions !== 'string') return result;
    return { ...result, instructions: this.#inWordsFor(this.getClientVersion()?.name)(instructions) };
  }

  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, context: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, context: ServerContext) => Promise<Result> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      if (method === 'tools/call') checkCall(request.params);
      try {
        return this.#instructed(await wrapped(request, context));
      } catch (thrown) {
        // Our handlers throw only ProtocolErrors, so this is the SDK refusing the parameters.
        throw thrown instanceof ProtocolError
          ? thrown
          : invalidParams(`The parameters of ${method} are not valid.`);
      }
    };
  }
}

function checkCall(params: Record<string, unknown> | undefined): void {
  if (typeof params?.name !== 'string') throw invalidParams('tools/call needs "name", the name of a tool.');
  const args = params.arguments;
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args)))
    throw invalidParams('"arguments" must be an object.');
}

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

export function asProtocolError(thrown: unknown, log: Logger): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const error = asAppError(thrown);
  if (error.kind === 'internal' || error.kind === 'io')
    log.error('request failed', { error: error.cause ?? error });
  const code =
    error.kind === 'not_found' || error.kind === 'invalid'
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, error.hint ? `${error.message} ${error.hint}` : error.message);
}

/** A name from outside, cut and escaped so that a message can repeat it. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

/** Lists are never paged, so we gave nobody a cursor. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidParams('No page has this cursor. Start again without one.');
}
