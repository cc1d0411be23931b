/**
 * What the conformance suite looks for in a server: tools, resources and prompts by its names, made of the same
 * values as ours, so that its questions go through our dispatcher and our edge. What these values cannot say
 * (pictures, sounds, questions to the person) has no fixture here; the baseline gives the reason.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Call } from '../../src/app/dispatch.ts';
import { createDispatch } from '../../src/app/dispatch.ts';
import { createMetrics } from '../../src/app/metrics.ts';
import { createRateLimiter } from '../../src/app/rate-limit.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import type { Logger } from '../../src/core/logger.ts';
import type { PromptDefinition, ResourceProvider } from '../../src/core/tool.ts';
import { type Area, defineTool, READS, type Tool } from '../../src/core/tool.ts';

/** Longer than the slot of one progress report, so that each is sent. */
const BETWEEN_REPORTS_MS = 120;
const TEMPLATE = 'test://template/{id}/data';
const SIMPLE_TEXT = 'This is a simple text response for testing.';

export interface Fixtures {
  tools: readonly Tool[];
  call: Call;
}

export function fixtures(log: Logger): Fixtures {
  const area: Area = {
    tools: [
      fixtureTool('test_simple_text', async () => SIMPLE_TEXT),
      fixtureTool('test_error_handling', async () => {
        throw new AppError('invalid', 'intended', 'This tool intentionally returns an error for testing');
      }),
      fixtureTool('test_tool_with_progress', async (progress) => {
        for (const done of [0, 50, 100]) {
          progress(done, 100, `${done} of 100`);
          await wait(BETWEEN_REPORTS_MS);
        }
        return 'done';
      }),
      fixtureTool('test_logging_tool', async () => {
        log.info('a tool says something');
        return 'done';
      }),
      { ...fixtureTool('json_schema_2020_12_tool', async () => 'done'), schema: () => RICH_SCHEMA },
    ],
    instructions: '',
    texts: {},
    envelope: {
      success: (value) => ({ text: String(value), body: value }),
      failure: ({ message }) => ({ text: message, body: message }),
    },
  };
  return {
    tools: area.tools,
    call: createDispatch({
      areas: [area],
      checkRoot: () => {},
      longTimeoutMs: undefined,
      resolvePath: (path) => path,
      record: () => {},
      metrics: createMetrics(),
      rates: createRateLimiter(systemClock),
      timeoutMs: 10_000,
      clock: systemClock,
      log,
    }),
  };
}

function fixtureTool(
  name: string,
  answer: (progress: (done: number, total: number, message: string) => void) => Promise<string>,
): Tool {
  return defineTool({
    name,
    safeName: name,
    description: `For the conformance suite: ${name}.`,
    annotations: READS,
    input: () => z.object({}),
    handle: (_, call) => answer(call.progress),
  });
}

/** Words of JSON Schema 2020-12 that our own tools do not use; the edge must show them as they are. */
const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, phone: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['name'] }] }],
  if: { properties: { name: { const: 'nobody' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise
  then: { required: ['phone'] },
  else: { required: ['name'] },
  additionalProperties: false,
};

export const fixtureResources: ResourceProvider = {
  templates: [{ uriTemplate: TEMPLATE, name: 'data', title: 'Data for an id', mimeType: 'application/json' }],
  list: async () => [
    { uri: 'test://static-text', name: 'static-text', title: 'Static text', mimeType: 'text/plain' },
  ],
  read: async (uri) => {
    if (uri === 'test://static-text')
      return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) return undefined;
    return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
  },
  complete: async (_, __, prefix) => ['123', '124'].filter((id) => id.startsWith(prefix)),
};

export const fixturePrompts: readonly PromptDefinition[] = [
  {
    name: 'test_simple_prompt',
    title: 'Simple prompt',
    description: 'For the conformance suite.',
    arguments: [],
    render: async () => 'This is a simple prompt for testing.',
  },
  {
    name: 'test_prompt_with_arguments',
    title: 'Prompt with arguments',
    description: 'For the conformance suite.',
    arguments: [
      { name: 'arg1', description: 'The first', required: true },
      { name: 'arg2', description: 'The second', required: true },
    ],
    render: async ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
];
