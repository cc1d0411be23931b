import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import { leftOut, matchGlob } from '../../../core/workspace/index.ts';
import { overLimit } from '../envelope.ts';
import type { ExploreDeps } from '../explore-deps.ts';

export const listFilesTool = ({ workspace, limits }: ExploreDeps) =>
  defineTool({
    name: 'repo.list_files',
    safeName: 'repo_list_files',
    description:
      'List files of the repository by glob, sorted by path. Ignored and denied files are left out.',
    annotations: READS,
    input: () =>
      z.object({
        glob: z
          .string()
          .min(1)
          .max(512)
          .optional()
          .describe('e.g. src/**/*.ts; without "/" it matches names anywhere'),
        max_results: z.number().int().min(1).optional().describe('maximum files to return'),
        include_hidden: z.boolean().default(false).describe('include names that begin with a dot'),
      }),
    plain: ['glob'],
    async handle({ glob, max_results, include_hidden }, { signal }) {
      const most = max_results ?? limits.maxSearchHits;
      if (most > limits.maxSearchHits)
        throw overLimit(`max_results ${most}`, limits.maxSearchHits, 'max-search-hits');
      const matches = glob === undefined ? () => true : matchGlob(glob);
      const files = await workspace.files({ includeHidden: include_hidden, signal });
      const matching = files.filter(({ path }) => matches(path));
      const [found, large] = [
        matching.filter(({ size }) => size <= limits.maxFileBytes),
        matching.filter(({ size }) => size > limits.maxFileBytes),
      ];
      return {
        files: found
          .slice(0, most)
          .map(({ path, size, mtimeMs }) => ({ path, size, mtime: Math.floor(mtimeMs) })),
        total: found.length,
        truncated: found.length > most,
        warnings: leftOut(large, limits.maxFileBytes, 'listed'),
      };
    },
  });
