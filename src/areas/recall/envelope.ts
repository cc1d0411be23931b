/** The envelope of specs/recall: the plain result, or `{error, …}` with isError. */
import type { AppError } from '../../core/errors.ts';
import { type ArgumentProblem, type Envelope, type EnvelopeCall, jsonAnswer } from '../../core/tool.ts';

const GREP_INSTEAD = 'Use grep_codebase for text search';

export const recallEnvelope: Envelope = {
  success: (value) => jsonAnswer(value),
  failure: (error, call) => jsonAnswer(bodyOf(error, call)),
};

function bodyOf(error: AppError, call: EnvelopeCall): Record<string, unknown> {
  if (error.kind === 'rate_limit' && error.code === 'rate_limit')
    return { error: error.message, tool: call.tool, details: error.hint, ...error.details };
  if (error.code === 'invalid_pattern')
    return { error: 'Invalid regex pattern', pattern: call.args.pattern, details: error.details?.problem };
  if (error.kind === 'invalid') return invalid(error, call);
  if (call.tool === 'read_file') return fileError(error, call);
  if (call.tool === 'context_search') return searchError(error);
  return { error: error.message, tool: call.tool, ...hintOf(error) };
}

function invalid(error: AppError, call: EnvelopeCall): Record<string, unknown> {
  const problems = problemsOf(error);
  const tooShort = problems.some(({ argument, code }) => argument === 'query' && code === 'too_small');
  if (call.tool === 'context_search' && (tooShort || error.code === 'query_too_short'))
    return { error: 'Query must be at least 3 characters' };
  return {
    error: 'Invalid parameters',
    details:
      problems.length === 0
        ? [{ code: error.code, message: error.message }]
        : problems.map(({ argument, code, message }) => ({ path: argument.split('.'), code, message })),
  };
}

/** The dispatcher puts them there. */
function problemsOf(error: AppError): readonly ArgumentProblem[] {
  const problems = error.details?.problems;
  return Array.isArray(problems) ? problems : [];
}

/** The sandbox's reasons for a refusal, in the words of the specification. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  missing: 'File not found',
  not_a_file: 'File not found',
  denied: 'Permission denied',
  outside: 'Permission denied',
  unreadable: 'Permission denied',
  absolute: 'Absolute paths not allowed',
  traversal: 'Path traversal not allowed',
  too_large: 'File too large',
  binary: 'Not a text file',
  empty: 'Invalid path',
  malformed: 'Invalid path',
  too_long: 'Invalid path',
};

function fileError(error: AppError, call: EnvelopeCall): Record<string, unknown> {
  const named = FILE_ERRORS[error.code];
  if (named === undefined) return { error: error.message, tool: call.tool, ...hintOf(error) };
  if (error.code === 'missing') return { error: named, path: call.args.path };
  const details = error.code === 'denied' ? 'Access to sensitive paths denied' : error.message;
  return { error: named, path: call.args.path, details };
}

function searchError(error: AppError): Record<string, unknown> {
  if (error.code === 'no_embeddings')
    return { error: 'No embeddings found. Run initial session to generate context.', fallback: GREP_INSTEAD };
  if (error.code === 'query_embedding')
    return { error: 'Failed to generate query embedding', details: error.message, fallback: GREP_INSTEAD };
  return {
    error: 'Search failed',
    message: error.message,
    fallback: 'Try using grep_codebase for text search',
  };
}

function hintOf(error: AppError): Record<string, unknown> {
  return error.hint === undefined ? {} : { details: error.hint };
}
