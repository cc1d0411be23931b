/** The envelope of specs/stash: the plain result, or `{"error":{"code","message","hint"}}`. */
import type { AppError } from '../../core/errors.ts';
import { type Envelope, jsonAnswer } from '../../core/tool.ts';

export const stashEnvelope: Envelope = {
  success: (value) => jsonAnswer(value),
  failure: (error) =>
    jsonAnswer({ error: { code: codeOf(error), message: error.message, hint: error.hint ?? '' } }),
};

const CODES = new Set([
  'not_initialized',
  'config_invalid',
  'too_many_lines',
  'invalid_ref',
  'not_found',
  'invalid_input',
  'io_error',
]);

function codeOf({ kind, code }: AppError): string {
  if (CODES.has(code)) return code;
  if (kind === 'invalid' || kind === 'blocked') return 'invalid_input';
  return kind === 'io' ? 'io_error' : code;
}
