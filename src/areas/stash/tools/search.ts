import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import type { Stash } from '../stash.ts';

export const searchTool = (stash: Stash) =>
  defineTool({
    name: 'context.search',
    safeName: 'stash_search',
    description: 'Find entries that contain these words, with the line that matches. Case does not matter.',
    annotations: READS,
    input: () => z.object({ query: z.string().describe('a word, or a part of a line') }),
    handle: ({ query }, { signal }) => stash.search(query, signal),
  });
