/** The envelope of specs/packs: `input` answers in JSON, `output` in Markdown; errors are always JSON. */
import type { AppError, ErrorKind } from '../../core/errors.ts';
import { type Envelope, jsonAnswer } from '../../core/tool.ts';
import type { InputAnswer } from './input.ts';

const KINDS: Record<ErrorKind, string> = {
  invalid: 'validation',
  blocked: 'validation',
  not_found: 'not_found',
  conflict: 'conflict',
  state: 'invalid_state',
  stale: 'stale_ref',
  migration: 'migration_required',
  io: 'io_error',
  internal: 'io_error',
  unavailable: 'io_error',
  timeout: 'io_error',
  cancelled: 'io_error',
  rate_limit: 'io_error',
};

/** Validation errors have one code, except for the one that the specification names. */
function codeOf({ kind, code }: AppError): string {
  if (kind === 'invalid') return code === 'ttl_required' ? code : 'invalid_data';
  return kind === 'blocked' ? 'invalid_data' : code;
}

export const packsEnvelope: Envelope<InputAnswer | string> = {
  success(value) {
    if (typeof value === 'string') return { text: value, body: value };
    const { action, payload, warnings } = value;
    return jsonAnswer({ action, payload, ...(warnings.length === 0 ? {} : { warnings }) });
  },
  failure(error, { requestId }) {
    const details = { ...error.details, ...(error.hint === undefined ? {} : { hint: error.hint }) };
    return jsonAnswer({
      error: true,
      kind: KINDS[error.kind],
      code: codeOf(error),
      message: error.message,
      request_id: requestId,
      ...(Object.keys(details).length === 0 ? {} : { details }),
    });
  },
};
