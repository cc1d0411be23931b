/** The tools of specs/packs. Their use cases are loaded with the first call. */
import { z } from 'zod';
import { defineTool, READS } from '../../core/tool.ts';
import { ACTIONS } from './command.ts';
import type { InputDeps } from './input.ts';
import type { OutputDeps } from './output.ts';
import { STATUSES } from './types.ts';

const line = () => z.number().int().min(1).optional();
const text = () => z.string().optional();

export const inputTool = (deps: InputDeps) =>
  defineTool({
    name: 'input',
    safeName: 'input',
    description:
      'Build context packs: anchors to code lines and Mermaid diagrams, in sections. No arguments: list packs. Changes (all but create) need id or name and expected_revision. Omitted fields stay, "" clears.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    input: () =>
      z.object({
        action: z.enum(ACTIONS).optional().describe('default list'),
        id: text().describe('pk_…'),
        name: text().describe('unique, 3-120 characters'),
        expected_revision: line().describe('revision you last saw'),
        title: text().describe('of pack or diagram'),
        brief: text().describe('what the pack is for'),
        tags: z.array(z.string()).optional().describe('set_meta replaces all'),
        status: z.enum(STATUSES).optional().describe('new, or filter'),
        ttl_minutes: line().describe('minutes until the pack expires; required for create'),
        extend_minutes: line().describe('touch_ttl: add'),
        section_key: text().describe('a-z0-9_-'),
        section_title: text().describe('needed if new'),
        section_description: text().describe('Markdown'),
        section_order: z.number().int().min(0).optional().describe('position from 0'),
        ref_key: text().describe('a-z0-9_-'),
        path: text().describe('source file; or path::symbol, without lines'),
        line_start: line().describe('from 1'),
        line_end: line().describe('included'),
        ref_title: text().describe('heading'),
        ref_why: text().describe('why it matters'),
        group: text().describe('refs shown together'),
        diagram_key: text().describe('a-z0-9_-'),
        mermaid: text().describe('source'),
        diagram_why: text().describe('why it matters'),
        from_bundle: text().describe('create: bundle_id to start from'),
        query: text().describe('list: text to find'),
        limit: z.number().int().min(1).max(500).optional().describe('list: default 50'),
        offset: z.number().int().min(0).optional().describe('list: skip'),
      }),
    // Resolved by the handler: what is before the symbol is the path.
    plain: ['action', 'status', 'path'],
    renamed: {
      why: 'ref_why or diagram_why',
      description: 'section_description',
      start_line: 'line_start',
      end_line: 'line_end',
      revision: 'expected_revision',
      order: 'section_order',
    },
    handle: async (fields, call) => (await import('./input.ts')).runInput(deps, fields, call),
  });

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
    handle: async (fields, { signal }) => (await import('./output.ts')).runOutput(deps, fields, signal),
  });
