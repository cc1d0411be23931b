/** Facts that hold for every tool, read off the one list. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../src/adapters/cli/commands/index.ts';
import { TOOLSETS } from '../src/app/index.ts';
import type { Tool } from '../src/core/tool.ts';
import { openApp } from './helpers/app.ts';
import { repository } from './helpers/repository.ts';
import { schemaTokens } from './helpers/tokens.ts';

const SNAPSHOTS = join(import.meta.dirname, '__toolsnaps__');
/** DESIGN: schema of all tools; of explore alone. */
const ALL_TOKENS = 4000;
const EXPLORE_TOKENS = 1600;
/** Claude Code cuts descriptions and instructions at 2 KB; we stay well below. */
const MAX_DESCRIPTION = 400;
const MAX_INSTRUCTIONS = 1536;

interface Field {
  default?: unknown;
  description?: string;
  properties?: Fields;
}
type Fields = Readonly<Record<string, Field>>;

async function tools(): Promise<readonly Tool[]> {
  return (await openApp(repository({ 'a.txt': 'a' }))).app.tools;
}

test('names are unique under both spellings, and safe names are taken by every client', async () => {
  const all = await tools();
  const names = all.flatMap(({ name, safeName }) => (name === safeName ? [name] : [name, safeName]));
  expect(new Set(names).size).toBe(names.length);
  for (const { safeName } of all) expect(safeName).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
  for (const { safeName } of all) expect(`mcp__pilotbook__${safeName}`.length).toBeLessThanOrEqual(63);
});

test('a tool is defined where a reader looks: in tools.ts of its area, or in a file of its own name', async () => {
  const { app } = await openApp(repository({}));
  for (const [toolset, tools] of app.toolsets)
    for (const { name } of tools) {
      const area = join(import.meta.dirname, '../src/areas', toolset);
      const own = join(area, 'tools', `${name.replace(/^(repo|context)\./, '').replaceAll('_', '-')}.ts`);
      const file = existsSync(own) ? own : join(area, 'tools.ts');
      expect(readFileSync(file, 'utf8'), name).toContain(`name: '${name}',`);
    }
});

test('schemas are flat objects without $schema, each field described', async () => {
  for (const tool of await tools()) {
    const schema = tool.schema() as {
      type: string;
      properties: Record<string, { description?: string; type?: string }>;
    };
    expect(schema.type, tool.name).toBe('object');
    expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['$schema', 'anyOf', 'oneOf', 'allOf']));
    for (const [name, property] of Object.entries(schema.properties))
      expect(property.description, `${tool.name}.${name}`).toBeTruthy();
  }
});

test.each([
  ['search', 'mode', 'repo.search', (s: Fields) => s.mode?.default],
  ['search', 'top', 'repo.search', (s: Fields) => /\d+/.exec(s.top_k?.description ?? '')?.[0]],
  ['bundle', 'files', 'repo.build_context_bundle', (s: Fields) => s.budget?.properties?.max_files?.default],
  [
    'bundle',
    'lines',
    'repo.build_context_bundle',
    (s: Fields) => s.budget?.properties?.max_total_lines?.default,
  ],
  ['recall', 'limit', 'context_search', (s: Fields) => s.limit?.default],
  ['grep', 'limit', 'grep_codebase', (s: Fields) => s.limit?.default],
  ['open', 'start', 'repo.open_file', (s: Fields) => s.start_line?.default],
] as const)(
  'the help of %s --%s states the default of its tool',
  async (command, option, name, defaultOf) => {
    const tool = (await tools()).find((each) => each.name === name);
    const doc = COMMANDS.find((each) => each.name === command)?.options[option]?.doc;
    const stated = defaultOf(tool?.schema().properties as Fields);
    expect(stated).toBeDefined();
    expect(doc).toMatch(new RegExp(`(?:default |\\()${stated}\\b(?:, the default)?\\)`));
  },
);

test('annotations do not contradict each other, and nothing reaches out of the machine', async () => {
  for (const { name, annotations } of await tools()) {
    expect(annotations.openWorldHint, name).toBe(false);
    if (annotations.readOnlyHint) expect(annotations.destructiveHint, name).toBe(false);
  }
});

test('descriptions and instructions fit what clients show', async () => {
  const { app } = await openApp(repository({}));
  for (const { name, description } of app.tools)
    expect(description.length, name).toBeLessThanOrEqual(MAX_DESCRIPTION);
  expect(Buffer.byteLength(app.instructions)).toBeLessThanOrEqual(MAX_INSTRUCTIONS);
});

test('the public shape of each tool is as recorded (UPDATE_TOOLSNAPS=1 records it anew)', async () => {
  mkdirSync(SNAPSHOTS, { recursive: true });
  const all = await tools();
  for (const tool of all) {
    const shape = {
      name: tool.name,
      safeName: tool.safeName,
      description: tool.description,
      annotations: tool.annotations,
      schema: tool.schema(),
    };
    const file = join(SNAPSHOTS, `${tool.safeName}.json`);
    const text = `${JSON.stringify(shape, null, 2)}\n`;
    if (process.env.UPDATE_TOOLSNAPS) writeFileSync(file, text);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '', file).toBe(text);
  }
  expect(readdirSync(SNAPSHOTS).sort()).toEqual(all.map(({ safeName }) => `${safeName}.json`).sort());
});

describe('the schemas cost few tokens', () => {
  test.each([
    ['all toolsets', TOOLSETS, ALL_TOKENS],
    ['explore', ['explore'], EXPLORE_TOKENS],
  ] as const)('%s', async (_, toolsets, budget) => {
    const { app } = await openApp(repository({}), { toolsets: toolsets.join(',') });
    expect(await schemaTokens(app.tools)).toBeLessThanOrEqual(budget);
  });
});
