/** The façade that the conformance suite meets is the product, and the protocol's own client can use it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { type Facade, startFacade } from './facade.ts';
import { fixtures } from './fixtures.ts';

let facade: Facade;
beforeAll(async () => {
  facade = await startFacade();
});
afterAll(() => facade.close());

async function connect(mode: 'legacy' | { pin: string }): Promise<Client> {
  const client = new Client({ name: 'facade-test', version: '1' }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(facade.url)));
  return client;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const fixtureTools = fixtures(silent).tools.map(({ name }) => name);

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const)('over HTTP in %s', (version, mode) => {
  it('serves every tool of the product, and after them those the suite asks for', async () => {
    const { app } = await openApp(repository({}));
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...app.tools.map(({ name }) => name), ...fixtureTools]);
  });

  it('answers tools of both kinds', async () => {
    const client = await connect(mode);
    const opened = await client.callTool({ name: 'repo.open_file', arguments: { path: 'a.txt' } });
    expect(JSON.stringify(opened.content)).toContain('one');
    const failed = await client.callTool({ name: 'test_error_handling', arguments: {} });
    expect(failed).toMatchObject({ isError: true, content: [{ type: 'text' }] });
  });
});

it('serves no foreign site', async () => {
  const response = await fetch(facade.url, {
    method: 'POST',
    headers: { origin: 'https://example.invalid' },
  });
  expect(response.status).toBe(403);
});
