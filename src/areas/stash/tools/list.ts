import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import type { Stash } from '../stash.ts';

export const listTool = (stash: Stash) =>
  defineTool({
    name: 'context.list',
    safeName: 'stash_list',
    description: 'All entries by number, with their titles.',
    annotations: READS,
    input: () => z.object({}),
    handle: async (_, { signal }) => ({ entries: await stash.list(signal) }),
  });
