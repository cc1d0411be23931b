import { z } from 'zod';
import { defineTool, READS } from '../../../core/tool.ts';
import type { OutputDeps } from '../output.ts';
import { STATUSES } from '../types.ts';

export const outputTool = (deps: OutputDeps) =>
  defineTool({
    name: 'output',
    safeName: 'output',
    description:
      'Render a context pack as Markdown with the code as it is now; refs that moved, changed or disappeared are marked. No arguments: list packs.',
    annotations: READS,
    input: () =>
      z.object({
        id: z.string().optional().describe('pk_…'),
        name: z.string().optional().describe('instead of id'),
        status: z.enum(STATUSES).optional().describe('required state, or filter'),
        query: z.string().optional().describe('list: text to find'),
        limit: z.number().int().min(1).max(500).optional().describe('list: default 50'),
        offset: z.number().int().min(0).optional().describe('list: skip'),
        cursor: z.string().optional().describe('next page of a long pack'),
      }),
    plain: ['status'],
    handle: async (fields, { signal }) => (await import('../output.ts')).runOutput(deps, fields, signal),
  });
