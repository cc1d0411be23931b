/** How the built server ends: always by itself, always with code 0. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initializeParams } from '../helpers/raw-connection.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';
import { spawnServer, spawnServerUnderParent } from '../helpers/spawn-server.ts';

const root = () => repository({ 'a.md': 'a\n' });

describe('the server ends', () => {
  it('at the end of stdin, after it answered', async () => {
    const { client, exit } = spawnServer(root());
    client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams() });
    client.write('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"repo.status"}}');
    client.end();
    expect(await exit).toBe(0);
    await client.ended;
    expect(client.answers.map(({ id }) => id).sort()).toEqual([1, 2]);
  });

  it('at once if stdin is empty', async () => {
    const { client, exit } = spawnServer(root());
    client.end();
    expect(await exit).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('at %s, though stdin stays open', async (signal) => {
    const { client, process, exit } = spawnServer(root());
    await client.initialize();
    process.kill(signal);
    expect(await exit).toBe(0);
  });

  it('when nobody reads its answers', async () => {
    const { client, process, exit } = spawnServer(root());
    await client.initialize();
    process.stdout?.destroy();
    client.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await exit).toBe(0);
  });

  it('when its parent is gone, though stdin stays open', async () => {
    const directory = root();
    const { client, process } = spawnServerUnderParent(directory, join(directory, 'stdin'));
    await client.initialize();
    process.kill('SIGKILL');
    await client.ended;
  });
});

verifies('packs:environment:initialize-timeout', 'the server ends if nobody greets it in time', async () => {
  const { client, exit } = spawnServer(root(), [], { CONTEXT_PACK_INITIALIZE_TIMEOUT_MS: '300' });
  expect((await client.request('ping')).result).toEqual({});
  expect(await exit).toBe(0);
});
