/** What a JSON-RPC error may say. Tools do not come here: they word their failures in their results. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { asAppError } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';

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

/** Names from outside, short and printable enough to be repeated. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

/** Lists come whole, so a cursor is never one of ours. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidParams('No page has this cursor. Start again without one.');
}
