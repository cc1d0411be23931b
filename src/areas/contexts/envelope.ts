/** The envelope of specs/contexts: indented JSON; an error has the keys of the answer it replaces. */
import { AppError } from '../../core/errors.ts';
import { type Envelope, type EnvelopeCall, jsonAnswer } from '../../core/tool.ts';

export const contextsEnvelope: Envelope = {
  success: (value) => jsonAnswer(value, 2),
  failure: (error, call) => jsonAnswer(failed(error, call), 2),
};

function failed(error: AppError, { tool, args }: EnvelopeCall): Record<string, unknown> {
  const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  const scope = typeof args.scope === 'string' ? args.scope : '';
  if (tool === 'query_context') return { found: false, scope, error: message };
  if (tool === 'check_freshness') return { scope, state: 'missing', error: message };
  return {
    root: typeof args.path === 'string' ? args.path : '',
    total_directories: 0,
    skipped_directories: 0,
    tracked: 0,
    entries: [],
    error: message,
  };
}

export const TRAVERSAL = 'Invalid scope: path traversal detected';

export function noDocument(scope: string): string {
  return `No .context.yaml found at scope "${scope}". This scope may be below the min_tokens threshold; use list_contexts to see eligible scopes.`;
}

export function unsupportedVersion(version: number): string {
  return `Unsupported schema version ${version} (this tool supports version 1). Upgrade dotcontext to read this file.`;
}

export function corruptDocument(scope: string): string {
  return `Invalid or corrupt .context.yaml at scope "${scope}"`;
}

export function cannotScan(root: string): AppError {
  return new AppError('not_found', 'no_project', `Failed to scan project at "${root}"`);
}

/** A path that is not a directory of the project has no document. */
export function wrongScope(why: 'outside' | 'absent', scope: string): AppError {
  return why === 'outside'
    ? new AppError('blocked', 'traversal', TRAVERSAL)
    : new AppError('not_found', 'no_document', noDocument(scope));
}
