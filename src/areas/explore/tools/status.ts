import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
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
