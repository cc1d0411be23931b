/**
 * What docs/adding-an-area.md promises: an area of two tools, in this file, is served whole once it is in the list of
 * areas. Nothing else knows of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { serveStdio } from '../src/adapters/mcp/index.ts';
import { AREAS, type AreaDeps } from '../src/app/areas.ts';
import { createApp } from '../src/app/index.ts';
import { loadConfig } from '../src/config/index.ts';
import { line } from '../src/core/answer.ts';
import { systemClock } from '../src/core/clock.ts';
import { AppError } from '../src/core/errors.ts';
import { createLogger } from '../src/core/logger.ts';
import { defineArea, defineTool, jsonAnswer, READS } from '../src/core/tool.ts';
import { RawConnection } from './helpers/raw-connection.ts';
import { repository } from './helpers/repository.ts';

const PORT = 'tides:port';

const tidesArea = ({ services }: AreaDeps) =>
  defineArea({
    tools: [
      defineTool({
        name: 'tides.next',
        safeName: 'tides_next',
        description: 'When the next high water is.',
        annotations: READS,
        perMinute: 2,
        input: () =>
          z.object({
            port: z.string().describe('the port'),
            chart: z.string().optional().describe('a chart in the repository'),
            question: z.string().optional().describe('why you ask'),
          }),
        paths: ['chart'],
        plain: ['port'],
        handle: async ({ port, chart }) => {
          if (port === 'atlantis')
            throw new AppError('not_found', 'sunk', 'The port is under water.', {
              hint: 'tides.ports has all.',
            });
          return { port, chart, metres: 3 };
        },
      }),
      defineTool({
        name: 'tides.ports',
        safeName: 'tides_ports',
        description: 'All ports.',
        annotations: READS,
        input: () => z.object({}),
        handle: async () => ({ ports: ['brest'], root: services.workspace.root.length > 0 }),
      }),
    ],
    envelope: {
      success: (value) => jsonAnswer({ tide: value }),
      failure: ({ code, hint }) => jsonAnswer({ ebb: code, hint }),
    },
    texts: {
      'tides.next': ({ port, metres }: { port: string; metres: number }) => [line(`${port}: ${metres} m`)],
      'tides.ports': ({ ports }: { ports: string[] }) => ports.map((port) => line(port)),
    },
    instructions: 'Before you sail: tides.next.',
    resources: [
      {
        templates: [],
        list: async () => [{ uri: PORT, name: 'port', title: 'The port', mimeType: 'text/plain' }],
        read: async (uri) => (uri === PORT ? { uri, mimeType: 'text/plain', text: 'Brest' } : undefined),
        complete: async () => [],
      },
    ],
    prompts: [
      {
        name: 'sail',
        title: 'Sail',
        description: 'Ask before sailing.',
        arguments: [],
        render: async (_, words) => words('Call tides.next first.'),
      },
    ],
  });

async function serve(flags: Record<string, string> = {}) {
  const root = repository({ 'charts/a.txt': 'x\n' });
  const log = createLogger('silent', () => {}, systemClock.now);
  const config = await loadConfig({ flags: { root, ...flags }, env: {}, cwd: root });
  let words = 0;
  const host = { clock: systemClock, log, token: () => `test-${process.pid}-${words++}`, random: () => 0.5 };
  const app = await createApp(
    config,
    { ...host, node: process.versions.node },
    { ...AREAS, tides: tidesArea },
  );
  const [input, output] = [new PassThrough(), new PassThrough()];
  const client = new RawConnection(input, output);
  const { signal } = new AbortController();
  const served = serveStdio(app, {
    toolNames: 'safe',
    answers: 'json',
    initializeTimeoutMs: 60_000,
    input,
    output,
    signal,
    log,
  });
  const close = async () => {
    client.end();
    await served;
    await app.close();
  };
  onTestFinished(close);
  const { result } = await client.initialize();
  const call = async (name: string, args: Record<string, unknown>) => {
    const { result } = await client.request('tools/call', { name, arguments: args });
    const content = result?.content as { text: string }[] | undefined;
    return JSON.parse(content?.[0]?.text ?? '');
  };
  return { root, client, call, close, instructions: String(result?.instructions) };
}

test('tools, instructions, resources, prompts, rates and the audit of a new area are those it describes', async () => {
  const { root, client, call, close, instructions } = await serve();
  const listed = (await client.request('tools/list')).result?.tools as { name: string }[];
  expect(listed.slice(-2).map(({ name }) => name)).toEqual(['tides_next', 'tides_ports']);
  expect(instructions).toContain('\n- Before you sail: tides_next.\n');
  const resources = (await client.request('resources/list')).result?.resources as { uri: string }[];
  expect(resources.map(({ uri }) => uri)).toContain(PORT);
  expect((await client.request('resources/read', { uri: PORT })).result?.contents).toMatchObject([
    { text: 'Brest' },
  ]);
  const prompts = (await client.request('prompts/list')).result?.prompts as { name: string }[];
  expect(prompts.map(({ name }) => name)).toEqual(['brief-me', 'record-decision', 'sail']);

  expect(await call('tides.next', { port: 'brest', chart: './charts/a.txt', question: 'a secret' })).toEqual({
    tide: { port: 'brest', chart: 'charts/a.txt', metres: 3 },
  });
  expect(await call('tides_next', { port: 'atlantis' })).toEqual({
    ebb: 'sunk',
    hint: 'tides_ports has all.',
  });
  expect(await call('tides.next', { port: 'brest' })).toMatchObject({ ebb: 'rate_limit' });
  expect(await call('tides.ports', {})).toEqual({ tide: { ports: ['brest'], root: true } });

  await close();
  const audit = readFileSync(join(root, '.repo_mcp/audit.jsonl'), 'utf8');
  expect(audit).not.toContain('secret');
  expect(
    audit
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    {
      tool: 'tides.next',
      ok: true,
      metadata: { port: 'brest', chart: './charts/a.txt', question_length: 8 },
    },
    { tool: 'tides.next', error_code: 'sunk', metadata: { port: 'atlantis' } },
    { tool: 'tides.next', error_code: 'rate_limit' },
    { tool: 'tides.ports', ok: true, metadata: {} },
  ]);
});

test('its toolset is chosen by its key in the list', async () => {
  const { client, instructions } = await serve({ toolsets: 'tides' });
  const listed = (await client.request('tools/list')).result?.tools as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(['tides_next', 'tides_ports']);
  expect(instructions).not.toContain('repo_search');
});

test('a toolset that is not in the list is refused, with those that are', async () => {
  await expect(serve({ toolsets: 'explore,everything' })).rejects.toMatchObject({
    kind: 'invalid',
    message:
      '--toolsets (PILOTBOOK_TOOLSETS) is "explore,everything"; allowed: one or more of explore, stash, packs, contexts, recall, tides.',
  });
});
