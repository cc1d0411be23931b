import { z } from 'zod';
import { defineTool } from '../../../core/tool.ts';
import type { ExploreDeps } from '../explore-deps.ts';

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
