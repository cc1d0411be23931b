import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import { overLimit } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';

export const auditLogTool = ({ audit, limits }: ExploreDeps) =>
  defineTool({
    name: 'repo.audit_log',
    safeName: 'repo_audit_log',
    description: 'Recent tool calls, newest last, without prompts or contents.',
    annotations: READS,
    input: () =>
      z.object({
        since: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('only calls at or after this ISO 8601 time'),
        limit: z.number().int().min(1).optional().describe('maximum entries to return'),
      }),
    async handle({ since, limit }) {
      const most = limit ?? limits.maxSearchHits;
      if (most > limits.maxSearchHits)
        throw overLimit(`limit ${most}`, limits.maxSearchHits, 'max-search-hits');
      const from = since === undefined ? undefined : new Date(since).toISOString();
      return { entries: await audit.read({ since: from, limit: most }) };
    },
  });
