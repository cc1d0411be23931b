import { z } from 'zod';
import { defineTool } from '../../../core/tool.ts';
import { ENTRY_TYPES } from '../entry-file.ts';
import type { Stash } from '../stash.ts';

const LONGEST_MODULE = 120;
const LONGEST_REF = 256;
const LONGEST_PLACE = 1100;
const MOST_ITEMS = 50;

export const createTool = (stash: Stash) =>
  defineTool({
    name: 'context.create',
    safeName: 'stash_create',
    description:
      'Record why a change was made, as a numbered note that is never changed. Returns its ref and the comment to paste where it applies.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input: () =>
      z.object({
        markdown: z.string().describe('the reasoning, short, about one thing'),
        type: z.enum(ENTRY_TYPES).optional().describe('what kind of knowledge it is'),
        module: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST_MODULE)
          .regex(/^[^\r\n]*$/, 'it must be one line')
          .optional()
          .describe('the part of the code it is about'),
        supersedes: z
          .array(z.string().max(LONGEST_REF))
          .max(MOST_ITEMS)
          .optional()
          .describe('refs of entries it replaces'),
        anchors: z
          .array(z.string().max(LONGEST_PLACE))
          .max(MOST_ITEMS)
          .optional()
          .describe('places it is about, e.g. src/a.ts:10-20'),
      }),
    plain: ['type'],
    handle: (input, { signal }) => stash.create(input, signal),
  });
