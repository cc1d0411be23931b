/** What people do with documents from the command line. The tools only read; some of these write. */
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Workspace } from '../../core/workspace/index.ts';
import { noDocumentError, readDocument } from './document/document.ts';
import { resolveScope } from './document/scope.ts';
import type { Validated } from './document/validate.ts';
import type { ContextEdit, Stamped } from './edit/edit-document.ts';
import { TRAVERSAL } from './envelope.ts';
import type { CheckedDocument, UnreadableDocument } from './freshness/check-documents.ts';
import { documentScopes, type Project } from './freshness/freshness.ts';
import type { GeneratedDocument, GenerateOptions, ImportResolution } from './generate/generate.ts';

export interface ContextOperations {
  /** Generates documents for a directory and all below it. */
  generate(request: GenerateOptions): Promise<GeneratedDocument[]>;
  /** Checks all documents. */
  check(signal: AbortSignal): Promise<CheckedDocument[]>;
  /** The unreadable documents of one directory or of all; empty if there is no such directory. */
  unreadable(scope: string | undefined, signal: AbortSignal): Promise<UnreadableDocument[]>;
  /** Validates the document of one directory, or all documents. */
  validate(scope: string | undefined, signal: AbortSignal): Promise<Validated[]>;
  /** Refuses a document that does not validate. */
  stamp(scope: string, signal: AbortSignal): Promise<Stamped>;
  /** The text as it is in the file. */
  text(scope: string): Promise<string>;
  edit(scope: string, change: ContextEdit): Promise<void>;
  /** Replaces the whole text. */
  replace(scope: string, text: string): Promise<void>;
}

export interface OperationDeps {
  workspace: Workspace;
  clock: Clock;
  imports: ImportResolution;
  project(): Promise<Project>;
}

/** Parsers and writers are large: each is loaded with the first operation that needs it. */
export function contextOperations({ workspace, clock, imports, project }: OperationDeps): ContextOperations {
  const scopeOf = (given: string): string => {
    const resolved = resolveScope(workspace, given);
    if (resolved.ok) return resolved.scope;
    throw new AppError(
      'invalid',
      'invalid_scope',
      resolved.why === 'outside' ? TRAVERSAL : 'There is no such directory.',
    );
  };
  return {
    async generate(request) {
      const { generateDocuments } = await import('./generate/generate.ts');
      const deps = { project: await project(), imports, clock };
      return await generateDocuments(deps, { ...request, scope: scopeOf(request.scope) });
    },
    async check(signal) {
      const { checkAll } = await import('./freshness/check-documents.ts');
      return await checkAll(await project(), signal);
    },
    async unreadable(scope, signal) {
      const { unreadableDocuments } = await import('./freshness/check-documents.ts');
      const named = scope === undefined ? undefined : resolveScope(workspace, scope);
      if (named?.ok === false) return [];
      const scopes = named === undefined ? await documentScopes(workspace, signal) : [named.scope];
      return await unreadableDocuments(await project(), scopes, signal);
    },
    async validate(scope, signal) {
      const { validateDocument } = await import('./document/validate.ts');
      const scopes = scope === undefined ? await documentScopes(workspace, signal) : [scopeOf(scope)];
      const found: Validated[] = [];
      for (const each of scopes) {
        signal.throwIfAborted();
        const validated = await validateDocument(workspace, each, signal);
        if (validated !== undefined) found.push(validated);
        else if (scope !== undefined) throw await noDocumentError(workspace, { state: 'missing' }, each);
      }
      return found;
    },
    async stamp(scope, signal) {
      const { stampDocument } = await import('./edit/edit-document.ts');
      return await stampDocument(await project(), clock, scopeOf(scope), signal);
    },
    async text(scope) {
      const place = scopeOf(scope);
      const read = await readDocument(workspace, place);
      if (read.state === 'found') return read.text;
      throw await noDocumentError(workspace, read, place);
    },
    async edit(scope, change) {
      const { editDocument } = await import('./edit/edit-document.ts');
      await editDocument(workspace, clock, scopeOf(scope), change);
    },
    async replace(scope, text) {
      const { replaceDocument } = await import('./edit/edit-document.ts');
      await replaceDocument(workspace, scopeOf(scope), text);
    },
  };
}
