import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import { documentProblem, readDocument } from '../document/document.ts';
import { filesNote, filteredDocument, filterWarnings } from '../document/field-filter.ts';
import { resolveScope } from '../document/scope.ts';
import { type ContextsAnswer, cannotScan, noDocument, TRAVERSAL } from '../envelope.ts';
import type { ContextsDeps } from '../roots.ts';

export const queryContextTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'query_context',
    safeName: 'query_context',
    toolset: 'contexts',
    description:
      'Notes of a directory: summary, decisions, constraints, interfaces and more; "filter" picks fields.',
    annotations: READS,
    input: () =>
      z.object({
        scope: z.string().max(4096).describe('directory relative to the root; "." for the root'),
        filter: z
          .array(z.string().max(64))
          .max(64)
          .optional()
          .describe('fields to return, e.g. summary, decisions, constraints'),
        path: z.string().min(1).max(4096).optional().describe('another project root'),
      }),
    async handle({ scope, filter, path }): Promise<ContextsAnswer> {
      const failed = (error: string): ContextsAnswer => ({
        value: { found: false, scope, error },
        isError: true,
      });
      const opened = await project(path);
      if (!opened) return failed(cannotScan(path ?? '.'));
      const resolved = resolveScope(opened.workspace, scope);
      if (!resolved.ok) return failed(resolved.why === 'outside' ? TRAVERSAL : noDocument(scope));
      const read = await readDocument(opened.workspace, resolved.scope);
      if (read.state !== 'found') return failed(documentProblem(read, scope));
      const warnings = [...filterWarnings(filter ?? []), ...filesNote(read.document, filter ?? [])];
      const value = {
        found: true,
        scope,
        context: filteredDocument(read.document, filter ?? []),
        ...(warnings.length > 0 ? { warnings } : {}),
      };
      return { value, isError: false };
    },
  });
