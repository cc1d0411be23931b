/** The schema of `.context.yaml`, version 1. An unknown key at the top level is an error, so that typos are noticed. */
import { z } from 'zod';
import { CONTEXT_VERSION } from './document-fields.ts';

const texts = z.array(z.string());
const state = z.enum(['clean', 'errors', 'unknown']);

/** A place in code that a claim rests on: `src/a.ts:10-20`, or as the anchor engine stores it. */
const claimAnchors = z.array(z.union([z.string(), z.record(z.string(), z.unknown())]));

export const decisionSchema = z.object({
  what: z.string(),
  why: z.string(),
  tradeoff: z.string().optional(),
  anchors: claimAnchors.optional(),
});

/** A constraint is a sentence; one that cites places is an object with the sentence in `what`. */
export const constraintSchema = z.union([
  z.string(),
  z.object({ what: z.string(), anchors: claimAnchors.optional() }),
]);

export const contextSchema = z.strictObject({
  version: z.literal(CONTEXT_VERSION),
  last_updated: z.string(),
  fingerprint: z.string(),
  scope: z.string(),
  summary: z.string(),
  maintenance: z.string(),
  files: z
    .array(z.object({ name: z.string(), purpose: z.string(), test_file: z.string().optional() }))
    .optional(),
  interfaces: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
  decisions: z.array(decisionSchema).optional(),
  constraints: z.array(constraintSchema).optional(),
  environment: texts.optional(),
  testing: texts.optional(),
  todos: texts.optional(),
  data_models: texts.optional(),
  events: texts.optional(),
  config: texts.optional(),
  exports: texts.optional(),
  dependencies: z.object({ internal: texts.optional(), external: texts.optional() }).optional(),
  current_state: z
    .object({ working: texts.optional(), broken: texts.optional(), in_progress: texts.optional() })
    .optional(),
  subdirectories: z.array(z.object({ name: z.string(), summary: z.string() })).optional(),
  project: z
    .object({
      name: z.string(),
      description: z.string(),
      language: z.string(),
      framework: z.string().optional(),
      package_manager: z.string().optional(),
    })
    .optional(),
  structure: z.array(z.object({ path: z.string(), summary: z.string() })).optional(),
  derived_fields: texts.optional(),
  evidence: z
    .strictObject({
      collected_at: z.string(),
      commit_sha: z.string().optional(),
      test_status: z.enum(['passing', 'failing', 'unknown']).optional(),
      test_count: z.int().min(0).max(1_000_000_000).optional(),
      failing_tests: texts.optional(),
      test_tool: z.string().optional(),
      typecheck: state.optional(),
      typecheck_tool: z.string().optional(),
      lint_status: state.optional(),
      lint_tool: z.string().optional(),
      coverage_percent: z.number().min(0).max(100).optional(),
    })
    .optional(),
});

export type ContextDocument = z.output<typeof contextSchema>;

/** The schema for other programs, as published in docs/schemas. */
export function publishedSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(contextSchema, { io: 'input', target: 'draft-2020-12' }),
    title: '.context.yaml',
    description: 'What is to be known about a directory, version 1.',
  };
}
