/** The tools that show the state of the server, bring its index up to date, and read its audit log. */
import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import { overLimit } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';

export const statusTool = ({ workspace, limits, version, indexStatus, appStatus }: ExploreDeps) =>
  defineTool({
    name: 'repo.status',
    safeName: 'repo_status',
    description: 'State of the index, limits, languages and call metrics.',
    annotations: READS,
    input: () => z.object({}),
    async handle() {
      return {
        repo_root: workspace.root,
        version,
        ...(await indexStatus()),
        limits_summary: {
          max_file_bytes: limits.maxFileBytes,
          max_open_lines: limits.maxOpenLines,
          max_total_bytes_per_response: limits.maxTotalBytesPerResponse,
          max_search_hits: limits.maxSearchHits,
          max_files_per_bundle: limits.maxFilesPerBundle,
        },
        ...appStatus(),
      };
    },
  });

export const refreshIndexTool = ({ refresh }: ExploreDeps) =>
  defineTool({
    name: 'repo.refresh_index',
    safeName: 'repo_refresh_index',
    description:
      'Bring the index up to date now. Searches do this automatically; use it to wait until everything is indexed.',
    // It writes to its own data directory, nothing of the repository, and running it again changes nothing.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: () => z.object({ force: z.boolean().default(false).describe('reindex every file') }),
    async handle({ force }, { signal, progress }) {
      const done = await refresh({ force, signal, progress });
      return {
        added: done.added,
        updated: done.updated,
        removed: done.removed,
        duration_ms: Math.round(done.durationMs),
        timestamp: done.timestamp,
        warnings: done.warnings,
      };
    },
  });

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
