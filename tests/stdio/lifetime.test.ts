/** How the built server ends: always by itself, always with code 0. */

import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { isLacking, NAMED_PIPES, named, SHELL, SIGNALS, testWith } from '../helpers/probes.ts';
import { isAlive } from '../helpers/processes.ts';
import { initializeParams } from '../helpers/raw-connection.ts';
import { git, repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';
import { type SpawnedServer, spawnServer, spawnServerUnderParent } from '../helpers/spawn-server.ts';

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

  it.skipIf(isLacking(SIGNALS)).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    named('at %s, though stdin stays open', SIGNALS),
    async (signal) => {
      const { client, process, exit } = spawnServer(root());
      await client.initialize();
      process.kill(signal);
      expect(await exit).toBe(0);
    },
  );

  it('when nobody reads its answers', async () => {
    const { client, process, exit } = spawnServer(root());
    await client.initialize();
    process.stdout?.destroy();
    client.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await exit).toBe(0);
  });

  testWith(NAMED_PIPES)('when its parent is gone, though stdin stays open', async () => {
    const directory = root();
    const { client, process } = spawnServerUnderParent(directory, join(directory, 'stdin'));
    await client.initialize();
    process.kill('SIGKILL');
    await client.ended;
  });
});

/** Nobody calls off the look for HEAD: only the end of the process takes it along. */
describe('a git that never answers rev-parse ends with the server', () => {
  /** A server that waits for this git, which hears no signal that can be ignored. */
  async function waiting(start: (directory: string, env: Record<string, string>) => SpawnedServer) {
    const directory = repository({ 'a.md': 'a\n' });
    git(directory, 'init', '-q');
    const hang = `trap '' TERM INT HUP; echo $$ > "$0.pid"; exec /bin/sleep 36000`;
    const programs = repository({
      git: `#!/bin/sh\ncase " $* " in *" rev-parse "*) ${hang};; esac\nexit 1\n`,
    });
    chmodSync(join(programs, 'git'), 0o755);
    const server = start(directory, { PATH: programs });
    await server.client.initialize();
    void server.client.request('prompts/get', { name: 'brief-me', arguments: {} }).catch(() => {});
    const pid = await eventually(() => {
      const [said] = /^\d+\n/.exec(readFileSync(join(programs, 'git.pid'), 'utf8')) ?? [];
      expect(said).toBeDefined();
      return Number(said);
    });
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    });
    expect(isAlive(pid)).toBe(true);
    return { ...server, gone: () => eventually(() => expect(isAlive(pid)).toBe(false)) };
  }

  testWith(SHELL, SIGNALS)('at SIGTERM', async () => {
    const { process: server, exit, gone } = await waiting((root, env) => spawnServer(root, [], env));
    server.kill('SIGTERM');
    expect(await exit).toBe(0);
    await gone();
  });

  testWith(SHELL)('at the end of stdin', async () => {
    const { client, exit, gone } = await waiting((root, env) => spawnServer(root, [], env));
    client.end();
    expect(await exit).toBe(0);
    await gone();
  });

  testWith(NAMED_PIPES, SHELL)('when the parent of the server is killed', async () => {
    const { process: parent, gone } = await waiting((root, env) =>
      spawnServerUnderParent(root, join(root, 'stdin'), env),
    );
    parent.kill('SIGKILL');
    await gone();
  });
});

verifies('packs:environment:initialize-timeout', 'the server ends if nobody greets it in time', async () => {
  const { client, exit } = spawnServer(root(), [], { CONTEXT_PACK_INITIALIZE_TIMEOUT_MS: '300' });
  // No greeting; answered if there is time.
  client.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(await exit).toBe(0);
});
