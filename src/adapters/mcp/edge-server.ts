/** The SDK's server, with its refusals of malformed requests in our words and under the right code. */
import {
  CLIENT_INFO_META_KEY,
  type JSONRPCRequest,
  ProtocolError,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { invalidParams } from './protocol-error.ts';

/** The SDK validates answers to questions a server asks the person. We ask none. */
const noValidator: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator() {
    throw new Error('Pilotbook sends the client no requests.');
  },
};

export interface EdgeOptions extends ServerOptions {
  /** Our words with the tools named as this client sees them listed. */
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

  /** Who greets is known only when it has: too late for the SDK's constant. */
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
        // Our handlers throw nothing else, so what is left is the SDK's refusal of the parameters.
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
