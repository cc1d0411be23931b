/** The envelope of specs/repo: `{request_id, ok, result, warnings, blocked}`, and `error` when not ok. */
import { AppError } from '../../core/errors.ts';
import type { ShownNote } from '../../core/knowledge-note.ts';
import { type Envelope, jsonAnswer } from '../../core/tool.ts';

/** What every handler of explore returns: the result and its warnings. */
export type Explored = { warnings?: readonly string[]; [field: string]: unknown };

export function exploreEnvelope(maxResponseBytes: number): Envelope<Explored> {
  const checkSize = (bytes: number) => {
    if (bytes > maxResponseBytes) throw tooLarge(maxResponseBytes);
  };
  return {
    checkSize,
    success({ warnings = [], ...result }, call) {
      const answer = jsonAnswer({
        request_id: String(call.requestId),
        ok: true,
        result,
        warnings,
        blocked: false,
      });
      checkSize(Buffer.byteLength(answer.text));
      return answer;
    },
    failure(error, call) {
      const blocked = error.kind === 'blocked';
      return jsonAnswer({
        request_id: String(call.requestId),
        ok: false,
        result: blocked ? { reason: error.message, hint: error.hint ?? '' } : {},
        warnings: [],
        blocked,
        error: {
          code: codeOf(error),
          message: error.message,
          ...(error.hint === undefined || blocked ? {} : { hint: error.hint }),
        },
      });
    },
  };
}

/** A request over a limit is refused, so that nobody mistakes a part for everything. */
export function overLimit(asked: string, limit: number, option: string): AppError {
  return new AppError('blocked', 'limit_exceeded', `${asked} is over the limit of ${limit}.`, {
    hint: `Ask for at most ${limit}, or raise --${option}.`,
  });
}

function tooLarge(limit: number): AppError {
  return new AppError('blocked', 'response_too_large', `The answer is larger than ${limit} bytes.`, {
    hint: 'Ask for fewer lines, hits or files, or raise --max-total-bytes-per-response.',
  });
}

function codeOf(error: AppError): string {
  switch (error.kind) {
    case 'blocked':
      if (error.code === 'response_too_large') return 'RESPONSE_TOO_LARGE';
      return error.code === 'limit_exceeded' ? 'POLICY_BLOCKED' : 'PATH_BLOCKED';
    case 'invalid':
      return 'INVALID_PARAMS';
    case 'not_found':
      return 'NOT_FOUND';
    case 'unavailable':
      return 'UNAVAILABLE';
    case 'rate_limit':
      return 'RATE_LIMITED';
    case 'cancelled':
      return 'CANCELLED';
    case 'timeout':
      return 'TIMEOUT';
    case 'migration':
      return 'INDEX_SCHEMA_UNSUPPORTED';
    default:
      return error.code === 'disk_full' ? 'DISK_FULL' : 'INTERNAL_ERROR';
  }
}

/** What is known about a place, as a key of its result; absent if nothing is known. */
export function withKnowledge(notes: readonly ShownNote[] | undefined): {
  knowledge?: readonly ShownNote[];
} {
  return notes === undefined || notes.length === 0 ? {} : { knowledge: notes };
}
