/**
 * Sorts what the decoder gave into messages the SDK understands and errors the client is told. The SDK drops
 * what it cannot read without a word; a client that waits for an answer would wait for ever.
 */
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PARSE_ERROR,
} from '@modelcontextprotocol/server';
import { type FrameEvent, MAX_DEPTH } from './framing.ts';
import { isRequestId, type RequestId } from './json-scanner.ts';

export interface ErrorAnswer {
  jsonrpc: '2.0';
  /** Absent if it cannot be known: JSON-RPC would have null, which MCP's schema refuses. */
  id?: RequestId;
  error: { code: number; message: string };
}

export type Inbound =
  | { kind: 'message'; message: JSONRPCRequest | JSONRPCNotification }
  | { kind: 'answer'; answer: ErrorAnswer }
  | { kind: 'ignored'; reason: string };

export function inbound(event: FrameEvent, maxBytes: number): Inbound {
  switch (event.kind) {
    case 'message':
      return sorted(event.value);
    case 'malformed':
      return answer(PARSE_ERROR, 'The message is not valid JSON.');
    case 'refused':
      return answer(
        INVALID_REQUEST,
        event.reason === 'size'
          ? `The message is larger than ${maxBytes} bytes and was skipped. Send less at once.`
          : `The message nests deeper than ${MAX_DEPTH} levels and was skipped.`,
        event.id,
      );
  }
}

function sorted(value: unknown): Inbound {
  if (Array.isArray(value))
    return answer(INVALID_REQUEST, 'Batches are not supported. Send one message at a time.');
  if (!isObject(value)) return answer(INVALID_REQUEST, 'A message is a JSON object.');
  const { jsonrpc, id, method, params } = value;
  const known = isRequestId(id) ? id : undefined;
  if (jsonrpc !== '2.0') return answer(INVALID_REQUEST, 'A message has "jsonrpc": "2.0".', known);
  if (method === undefined && ('result' in value || 'error' in value))
    return { kind: 'ignored', reason: 'a response, although this server sends no requests' };
  if (typeof method !== 'string')
    return answer(INVALID_REQUEST, 'A request has a "method", which is text.', known);
  if ('id' in value) return request(method, id, params);
  const message: unknown = { jsonrpc, method, ...(params === undefined ? {} : { params }) };
  if (isJSONRPCNotification(message)) return { kind: 'message', message };
  return { kind: 'ignored', reason: 'a notification whose parameters cannot be read' };
}

function request(method: string, id: unknown, params: unknown): Inbound {
  if (!isRequestId(id)) return answer(INVALID_REQUEST, 'The "id" of a request is text or an integer.');
  if (params !== undefined && !isObject(params)) return answer(INVALID_REQUEST, '"params" is an object.', id);
  const message: unknown = { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
  if (isJSONRPCRequest(message)) return { kind: 'message', message };
  return answer(INVALID_PARAMS, '"params._meta" does not have the form the protocol asks for.', id);
}

function answer(code: number, message: string, id: RequestId | undefined = undefined): Inbound {
  const known = id === undefined ? {} : { id };
  return { kind: 'answer', answer: { jsonrpc: '2.0', ...known, error: { code, message } } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
