import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import { documentProblem } from '../document/document.ts';
import { resolveScope } from '../document/scope.ts';
import { type ContextsAnswer, cannotScan, noDocument, TRAVERSAL } from '../envelope.ts';
import { checkScope } from '../freshness/freshness.ts';
import type { ContextsDeps } from '../roots.ts';

export const checkFreshnessTool = ({ project }: ContextsDeps) =>
  defineTool({
    name: 'check_freshness',
    safeName: 'check_freshness',
    toolset: 'contexts',
    description: "Whether a directory's notes still describe its files: fresh, stale or missing.",
    annotations: READS,
    input: () =>
      z.object({
        scope: z.string().max(4096).describe('directory relative to the root; "." for the root'),
        path: z.string().min(1).max(4096).optional().describe('another project root'),
      }),
    async handle({ scope, path }, { signal }): Promise<ContextsAnswer> {
      const failed = (error: string): ContextsAnswer => ({
        value: { scope, state: 'missing', error },
        isError: true,
      });
      const opened = await project(path);
      if (!opened) return failed(cannotScan(path ?? '.'));
      const resolved = resolveScope(opened.workspace, scope);
      if (!resolved.ok) return failed(resolved.why === 'outside' ? TRAVERSAL : noDocument(scope));
      const { read, freshness } = await checkScope(opened, resolved.scope, signal);
      if (read.state !== 'found' || !freshness) return failed(documentProblem(read, scope));
      const { state, stored, computed } = freshness;
      const { staleClaims } = await import('../claims/stale-claims.ts');
      const claims = await staleClaims(opened.workspace, read.document, signal);
      const value = {
        scope,
        state,
        fingerprint: { stored, computed },
        last_updated: read.document.last_updated,
        ...(claims === undefined ? {} : { claims }),
      };
      return { value, isError: false };
    },
  });
