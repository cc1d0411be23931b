/** Clients we did not write, on the built server. */
import { describe, expect, it } from 'vitest';
import { connectClient, connectOldClient } from '../helpers/mcp-client.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

const root = () => repository({ 'README.md': '# Hello\n' });
const initialised = () => repository({ '.context/config.json': '{}', 'README.md': '# Hello\n' });
const status = { name: 'repo.status', arguments: {} };

function firstText(result: unknown): string {
  const { content } = result as { content: { type: string; text: string }[] };
  expect(content).toHaveLength(1);
  return content[0]?.text ?? '';
}

describe('the SDK of today', () => {
  it.each([
    ['greets as of old by default', undefined, '2025-11-25'],
    ['greets as of old on demand', 'legacy', '2025-11-25'],
    ['finds out by itself that the server is stateless', 'auto', '2026-07-28'],
    ['insists on the stateless protocol', { pin: '2026-07-28' }, '2026-07-28'],
  ] as const)('%s', async (_, mode, version) => {
    const client = await connectClient(root(), mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain('Pilotbook');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('repo.status');
    expect(JSON.parse(firstText(await client.callTool(status)))).toMatchObject({ ok: true });
    expect(JSON.parse(firstText(await client.callTool({ ...status, name: 'repo_status' })))).toMatchObject({
      ok: true,
    });
    await expect(client.callTool({ name: 'repo.nothing', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('sees names without dots if it is a client that refuses them', async () => {
    const client = await connectClient(root(), undefined, { name: 'claude-code', version: '2.1.0' });
    const { tools } = await client.listTools();
    expect(tools.every(({ name }) => /^[a-z][a-z0-9_]{0,39}$/.test(name))).toBe(true);
    expect(tools.map(({ title }) => title)).toContain('repo.status');
  });

  it.each([
    ['--tool-names safe', ['--tool-names', 'safe'], 'pilotbook-tests', undefined, 'stash_', 'repo_'],
    ['--tool-names spec', ['--tool-names', 'spec'], 'claude-code', undefined, 'context.', 'repo.'],
    ['a client that refuses dots', [], 'claude-code', undefined, 'stash_', 'repo_'],
    ['a client that takes dots', [], 'pilotbook-tests', undefined, 'context.', 'repo.'],
    ['the stateless protocol and safe names', ['--tool-names', 'safe'], 'x', 'auto', 'stash_', 'repo_'],
    ['the stateless protocol', [], 'claude-code', 'auto', 'context.', 'repo.'],
  ] as const)(
    'is told of tools by the names it sees listed: %s',
    async (_, flags, name, mode, stash, repo) => {
      const other = stash === 'stash_' ? /\b(context|repo)\.[a-z]/ : /\b(stash|repo)_[a-z]/;
      const client = await connectClient(initialised(), mode, { name, version: '1.0.0' }, flags);
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(
        expect.arrayContaining([`${stash}get`, `${stash}list`, `${repo}search`]),
      );
      expect(client.getInstructions()).toContain(`read it: ${stash}get.`);
      expect(client.getInstructions()).toContain(`Find code: ${repo}search (`);
      expect(client.getInstructions()).not.toMatch(other);

      const missing = firstText(await client.callTool({ name: `${stash}get`, arguments: { ref: '00042' } }));
      expect(missing).toContain(`${stash}list shows all entries.`);
      expect(missing).not.toMatch(other);
      const unknown = await client.callTool({ name: `${repo}search`, arguments: { nonsense: 1 } });
      expect(firstText(unknown)).toContain(`${repo}search has no argument`);

      const what = 'context.get and stash_get are two names';
      const prompt = await client.getPrompt({ name: 'record-decision', arguments: { what } });
      const said = JSON.stringify(prompt.messages);
      expect(said).toContain(what);
      expect(said).toContain(`Call ${stash}create with`);
    },
  );
});

verifies(
  'repo:transport:mcp-protocol',
  'the SDK that most clients still ship connects, lists and calls',
  async () => {
    const client = await connectOldClient(root());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('repo.status');
    const result = await client.callTool(status);
    expect(result.isError).toBe(false);
    expect(JSON.parse(firstText(result))).toMatchObject({ ok: true });
    await expect(client.callTool({ name: 'repo.nothing', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    await client.ping();
  },
);
