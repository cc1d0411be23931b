import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import type { Stash } from '../stash.ts';

export const getTool = (stash: Stash) =>
  defineTool({
    name: 'context.get',
    safeName: 'stash_get',
    description: 'Read an entry: its Markdown, what it replaces, what replaced it, and where code cites it.',
    annotations: READS,
    input: () => z.object({ ref: z.string().describe('its number, e.g. 00012 or 12') }),
    plain: ['ref'],
    handle: ({ ref }, { signal }) => stash.get(ref, signal),
  });
