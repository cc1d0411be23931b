/** The whole server through a real client: knowledge, resources, prompts, and the spelling of specs/stash. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

const bin = join(import.meta.dirname, '../../bin/pilotbook.js');
const textOf = (result: Json): string => result.content[0].text;

verifies('stash:init:flag', '--init makes .context/, its configuration and agents.md', () => {
  const root = repository({});
  const { status } = spawnSync(process.execPath, [bin, '--init'], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(join(root, '.context/config.json'), 'utf8')).maxLines).toBe(50);
  expect(existsSync(join(root, 'agents.md'))).toBe(true);
});

verifies(
  ['stash:serve:flag', 'stash:serve:stdio', 'stash:overview:per-workspace'],
  '--serve speaks MCP over stdio, for the working directory',
  async () => {
    const root = repository({ '.context/config.json': '{}', 'a.txt': 'a\n' });
    const client = new Client({ name: 'pilotbook-tests', version: '1.0.0' });
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [bin, '--serve'],
        cwd: root,
        stderr: 'ignore',
      }),
    );
    const created = await client.callTool({ name: 'context.create', arguments: { markdown: '# Why' } });
    expect(JSON.parse(textOf(created)).file).toBe('00001.md');
    expect(existsSync(join(root, '.context/00001.md'))).toBe(true);
  },
);

test('one session uses all five areas, and the audit log has it all', async () => {
  const root = repository({
    '.context/config.json': '{}',
    'src/pay.py': 'def refund_order(order):\n    # refer to context 1\n    return order.total\n',
    '.context.yaml':
      'version: 1\nscope: .\nfingerprint: "00000000"\nlast_updated: "2026-01-01T00:00:00Z"\nsummary: A shop\nmaintenance: none\n',
  });
  const client = await connectClient(root);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: args })) as Json;
    expect(result.isError ?? false, `${name}: ${textOf(result)}`).toBe(false);
    return textOf(result);
  };
  await call('context.create', { markdown: '# Refunds are rounded down', type: 'decision' });
  expect(
    JSON.parse(await call('repo.search', { query: 'refund order' })).result.hits[0].knowledge[0].id,
  ).toBe('00001');
  const { bundle_id } = JSON.parse(
    await call('repo.build_context_bundle', { prompt: 'refund order' }),
  ).result;
  const { payload } = JSON.parse(
    await call('input', { action: 'create', name: 'refunds', ttl_minutes: 60, from_bundle: bundle_id }),
  );
  expect(await call('output', { name: 'refunds' })).toContain('def refund_order(order):');
  expect(JSON.parse(await call('query_context', { scope: '.' })).context.summary).toBe('A shop');
  const found = JSON.parse(await call('context_search', { query: 'how are refunds rounded' })).results;
  expect(found[0]).toMatchObject({ id: '00001', source: 'discovery', type: 'decision' });

  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris).toEqual(
    expect.arrayContaining([
      'pilotbook://stash/00001',
      'context://project/overview',
      'context://session/current',
    ]),
  );
  expect(uris.some((uri) => uri.startsWith('pilotbook://pack/'))).toBe(true);
  for (const uri of uris)
    expect(((await client.readResource({ uri })) as Json).contents[0].text, uri).toBeTruthy();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
    expect.arrayContaining(['pilotbook://stash/{ref}', 'context://module/{name}']),
  );
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'pilotbook://stash/{ref}' },
    argument: { name: 'ref', value: '000' },
  });
  expect(completion.values).toEqual(['00001']);

  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(['record-decision', 'brief-me']));
  const prompt = (await client.getPrompt({
    name: 'record-decision',
    arguments: { what: 'round down' },
  })) as Json;
  expect(prompt.messages[0].content.text).toContain('"round down"');
  const brief = (await client.getPrompt({ name: 'brief-me', arguments: { paths: 'src/pay.py' } })) as Json;
  expect(brief.messages[0].content.text).toContain('00001');

  const entries = JSON.parse(await call('repo.audit_log')).result.entries.map(({ tool }: Json) => tool);
  expect(entries).toEqual([
    'context.create',
    'repo.search',
    'repo.build_context_bundle',
    'input',
    'output',
    'query_context',
    'context_search',
  ]);
  expect(payload.id).toMatch(/^pk_[a-z2-7]{8}$/);
});

verifies(
  'recall:tools:unknown',
  'an unknown tool is an error of the protocol, and the server goes on',
  async () => {
    const client = await connectClient(repository({ 'a.txt': 'a\n' }));
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toThrow();
    expect(
      (await client.callTool({ name: 'read_file', arguments: { path: 'a.txt' } })).isError ?? false,
    ).toBe(false);
  },
);
