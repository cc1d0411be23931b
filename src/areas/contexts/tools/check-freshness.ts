import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { documentProblem } from '../document/document.ts';
import { resolveScope } from '../document/scope.ts';
import { cannotScan, wrongScope } from '../envelope.ts';
import { checkScope } from '../freshness/freshness.ts';
import type { ContextsDeps } from '../roots.ts';

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
      const { staleClaims } = await import('../claims/stale-claims.ts');
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
