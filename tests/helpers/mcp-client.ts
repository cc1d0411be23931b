/** The clients of others on the built server. */
import { Client, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { serverCommand } from './spawn-server.ts';

const INFO = { name: 'pilotbook-tests', version: '1.0.0' };

/** The SDK of today; without a mode it greets as the old one does. */
export async function connectClient(
  root: string,
  mode?: VersionNegotiationOptions['mode'],
  info = INFO,
  flags: readonly string[] = [],
): Promise<Client> {
  const client = new Client(info, mode === undefined ? {} : { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ ...serverCommand(root, ...flags), stderr: 'ignore' }));
  return client;
}

/** The SDK that most clients still ship. */
export async function connectOldClient(root: string): Promise<OldClient> {
  const client = new OldClient(INFO);
  onTestFinished(() => client.close());
  await client.connect(new OldStdioClientTransport({ ...serverCommand(root), stderr: 'ignore' }));
  return client;
}
