import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { documentProblem, readDocument } from '../document/document.ts';
import { filesNote, filteredDocument, filterWarnings } from '../document/field-filter.ts';
import { resolveScope } from '../document/scope.ts';
import { cannotScan, wrongScope } from '../envelope.ts';
import type { ContextsDeps } from '../roots.ts';

export const queryContextTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'query_context',
    safeName: 'query_context',
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
    plain: ['scope', 'path'],
    async handle({ scope, filter, path }) {
      const opened = await project(path);
      if (!opened) throw cannotScan(path ?? '.');
      const resolved = resolveScope(opened.workspace, scope);
      if (!resolved.ok) throw wrongScope(resolved.why, scope);
      const read = await readDocument(opened.workspace, resolved.scope);
      if (read.state !== 'found')
        throw new AppError('not_found', 'no_document', documentProblem(read, scope));
      const warnings = [...filterWarnings(filter ?? []), ...filesNote(read.document, filter ?? [])];
      return {
        found: true,
        scope,
        context: filteredDocument(read.document, filter ?? []),
        ...(warnings.length > 0 ? { warnings } : {}),
      };
    },
  });
