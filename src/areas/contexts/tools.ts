/** The tools of specs/contexts. */
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { defineTool, READS } from '../../core/tool.ts';
import { documentProblem, readDocument } from './document/document.ts';
import { filesNote, filteredDocument, filterWarnings } from './document/field-filter.ts';
import { resolveScope } from './document/scope.ts';
import { cannotScan, wrongScope } from './envelope.ts';
import { checkScope, listDirectories } from './freshness/freshness.ts';
import type { ContextsDeps } from './roots.ts';

export const checkFreshnessTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'check_freshness',
    safeName: 'check_freshness',
    description: "Whether a directory's notes still describe its files: fresh, stale or missing.",
    annotations: READS,
    input: () =>
      z.object({
        scope: z.string().max(4096).describe('directory relative to the root; "." for the root'),
        path: z.string().min(1).max(4096).optional().describe('another project root'),
      }),
    plain: ['scope', 'path'],
    async handle({ scope, path }, { signal }) {
      const opened = await project(path);
      if (!opened) throw cannotScan(path ?? '.');
      const resolved = resolveScope(opened.workspace, scope);
      if (!resolved.ok) throw wrongScope(resolved.why, scope);
      const { read, freshness } = await checkScope(opened, resolved.scope, signal);
      if (read.state !== 'found' || !freshness)
        throw new AppError('not_found', 'no_document', documentProblem(read, scope));
      const { state, stored, computed } = freshness;
      const { staleClaims } = await import('./claims/stale-claims.ts');
      const claims = await staleClaims(opened.workspace, read.document, signal);
      return {
        scope,
        state,
        fingerprint: { stored, computed },
        last_updated: read.document.last_updated,
        ...(claims === undefined ? {} : { claims }),
      };
    },
  });

export const listContextsTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'list_contexts',
    safeName: 'list_contexts',
    description: 'Directories with their notes and whether those are fresh, stale or missing.',
    annotations: READS,
    input: () => z.object({ path: z.string().min(1).max(4096).optional().describe('another project root') }),
    plain: ['path'],
    async handle({ path }, { signal }) {
      const opened = await project(path);
      if (!opened) throw cannotScan(path ?? '.');
      const { directories, skipped, warnings } = await listDirectories(opened, signal);
      const entries = directories.map(({ scope, state, lastUpdated, summary }) => ({
        scope,
        state,
        has_context: state !== 'missing',
        ...(lastUpdated === undefined ? {} : { last_updated: lastUpdated }),
        ...(summary === undefined ? {} : { summary }),
      }));
      return {
        root: opened.workspace.root,
        total_directories: entries.length,
        skipped_directories: skipped,
        tracked: entries.filter(({ has_context }) => has_context).length,
        entries,
        ...(warnings.length > 0 ? { warnings } : {}),
      };
    },
  });

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
