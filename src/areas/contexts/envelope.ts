/** The forms of specs/contexts: plain JSON; each tool says itself whether its answer is an error. */
import type { AppError } from '../../core/errors.ts';
import type { Envelope, EnvelopeCall, ToolOutcome } from '../../core/tool.ts';

/** What every contexts handler returns. */
export interface ContextsAnswer {
  value: Record<string, unknown>;
  isError: boolean;
}

export const contextsEnvelope: Envelope = {
  success(answer) {
    // Every contexts handler returns this shape; the list of tools is typed as unknown results.
    const { value, isError } = answer as ContextsAnswer;
    return { text: JSON.stringify(value, null, 2), isError };
  },
  failure: (error, call) =>
    ({ text: JSON.stringify(failed(error, call), null, 2), isError: true }) satisfies ToolOutcome,
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

export function cannotScan(root: string): string {
  return `Failed to scan project at "${root}"`;
}
