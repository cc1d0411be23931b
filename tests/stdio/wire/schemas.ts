/**
 * The protocol's schemas, from the SDKs that ship them: the old SDK for the versions that begin with `initialize`,
 * the new one for the stateless version. Theirs let unknown keys pass; here they are closed, save where the
 * protocol itself leaves a place open.
 */
import * as legacy from '@modelcontextprotocol/sdk/types.js';
import { specTypeSchemas as modern } from '@modelcontextprotocol/server';
import { Ajv } from '@modelcontextprotocol/server/validators/ajv';
import { z } from 'zod';

export type WireEra = 'legacy' | 'modern';
type Schema = { [key: string]: unknown };
/** What is wrong with a value, or nothing. */
export type Validator = (value: unknown) => string | undefined;

/** Anybody's keys may stand here. */
const OPEN = new Set(['_meta', 'inputSchema', 'outputSchema', 'structuredContent']);

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });

const legacyResults: Record<string, z.ZodType> = {
  initialize: legacy.InitializeResultSchema,
  ping: legacy.EmptyResultSchema,
  'tools/list': legacy.ListToolsResultSchema,
  'tools/call': legacy.CallToolResultSchema,
  'resources/list': legacy.ListResourcesResultSchema,
  'resources/templates/list': legacy.ListResourceTemplatesResultSchema,
  'resources/read': legacy.ReadResourceResultSchema,
  'prompts/list': legacy.ListPromptsResultSchema,
  'prompts/get': legacy.GetPromptResultSchema,
  'completion/complete': legacy.CompleteResultSchema,
};

const modernResults = {
  'server/discover': modern.DiscoverResult,
  'tools/list': modern.ListToolsResult,
  'tools/call': modern.CallToolResult,
  'resources/list': modern.ListResourcesResult,
  'resources/templates/list': modern.ListResourceTemplatesResult,
  'resources/read': modern.ReadResourceResult,
  'prompts/list': modern.ListPromptsResult,
  'prompts/get': modern.GetPromptResult,
  'completion/complete': modern.CompleteResult,
  'subscriptions/listen': modern.SubscriptionsListenResult,
};

/** The stateless version asks for these in addition; the SDK's public types leave them to its wire layer. */
const STAMP: Schema = { resultType: { const: 'complete' } };
const CACHE_HINTS: Schema = {
  ttlMs: { type: 'integer', minimum: 0 },
  cacheScope: { enum: ['public', 'private'] },
};
const CACHEABLE = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
]);

export const resultValidators: Record<WireEra, ReadonlyMap<string, Validator>> = {
  legacy: new Map(
    Object.entries(legacyResults).map(([method, schema]) => [method, validator(closed(jsonSchema(schema)))]),
  ),
  modern: new Map(
    Object.entries(modernResults).map(([method, schema]) => {
      const stamps = CACHEABLE.has(method) ? { ...STAMP, ...CACHE_HINTS } : STAMP;
      return [method, validator(withRequired(closed(jsonSchema(schema)), stamps))];
    }),
  ),
};

export const errorValidators: Record<WireEra, Validator> = {
  legacy: validator(closed(jsonSchema(legacy.JSONRPCErrorResponseSchema))),
  modern: validator(closed(jsonSchema(modern.JSONRPCErrorResponse))),
};

/** All that this server may send unasked: it declares no logging and no changing lists. */
export const notificationValidators: Record<WireEra, ReadonlyMap<string, Validator>> = {
  legacy: new Map([['notifications/progress', notification(legacy.ProgressNotificationSchema)]]),
  modern: new Map([
    ['notifications/progress', notification(modern.ProgressNotification)],
    ['notifications/subscriptions/acknowledged', notification(modern.SubscriptionsAcknowledgedNotification)],
  ]),
};

/** A schema of JSON Schema itself: what a tool says of its arguments. */
export function isJsonSchema(schema: Schema): boolean {
  return ajv.validateSchema(schema) === true;
}

function jsonSchema(schema: unknown): Schema {
  // The new SDK types its schemas by the standard interface only; behind it stand the same zod objects.
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, {
    io: 'output',
    unrepresentable: 'any',
  });
  return rest;
}

function closed<T>(node: T, key = ''): T {
  if (Array.isArray(node)) return node.map((item) => closed(item)) as T;
  if (typeof node !== 'object' || node === null || OPEN.has(key)) return node;
  const out: Schema = {};
  for (const [name, value] of Object.entries(node)) out[name] = closed(value, name);
  if ('properties' in out && out.type === 'object') out.additionalProperties = false;
  return out as T;
}

function notification(schema: unknown): Validator {
  return validator(withRequired(closed(jsonSchema(schema)), { jsonrpc: { const: '2.0' } }));
}

function withRequired(schema: Schema, properties: Schema): Schema {
  return {
    ...schema,
    properties: { ...(schema.properties as Schema), ...properties },
    required: [...((schema.required as string[] | undefined) ?? []), ...Object.keys(properties)],
  };
}

function validator(schema: Schema): Validator {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' }));
}
