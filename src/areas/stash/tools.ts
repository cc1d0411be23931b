/** The tools of specs/stash. */
import { z } from 'zod';
import { pageOf, withCursor } from '../../core/cursor.ts';
import { cursorArgument, defineTool, READS } from '../../core/tool.ts';
import { ENTRY_TYPES } from './entry-file.ts';
import type { Stash } from './stash.ts';

const LONGEST_MODULE = 120;
const LONGEST_REF = 256;
const LONGEST_PLACE = 1100;
const MOST_ITEMS = 50;
const LISTED_IN_TEXT = 100;
const MOST_RESULTS = 100;

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
          .describe('places it is about, e.g. src/a.ts:10-20 or src/a.ts::name'),
      }),
    plain: ['type'],
    handle: (input, { signal }) => stash.create(input, signal),
  });

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

export const listTool = (stash: Stash) =>
  defineTool({
    name: 'context.list',
    safeName: 'stash_list',
    description: 'All entries by number, with their titles.',
    annotations: READS,
    input: () =>
      z.object({
        limit: z.number().int().min(1).optional().describe('most entries'),
        cursor: cursorArgument(),
      }),
    textLimits: { limit: LISTED_IN_TEXT },
    async handle({ limit, cursor }, { signal }) {
      const all = await stash.list(signal);
      const { shown, next } = pageOf(all, { limit, cursor }, ({ ref }) => ref);
      return {
        entries: shown,
        ...(shown.length === all.length ? {} : { total: all.length }),
        ...withCursor(next),
      };
    },
  });

export const searchTool = (stash: Stash) =>
  defineTool({
    name: 'context.search',
    safeName: 'stash_search',
    description: 'Find entries that contain these words, with the line that matches. Case does not matter.',
    annotations: READS,
    input: () =>
      z.object({ query: z.string().describe('a word, or a part of a line'), cursor: cursorArgument() }),
    async handle({ query, cursor }, { signal }) {
      const found = await stash.search(query, signal);
      const { shown, next } = pageOf(found, { limit: MOST_RESULTS, cursor }, ({ ref }) => ref);
      return {
        results: shown,
        ...(shown.length === found.length ? {} : { total: found.length }),
        ...withCursor(next),
      };
    },
  });
