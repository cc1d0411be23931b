import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import { cannotScan } from '../envelope.ts';
import { listDirectories } from '../freshness/freshness.ts';
import type { ContextsDeps } from '../roots.ts';

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
