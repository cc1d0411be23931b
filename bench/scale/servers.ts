/** Servers as a client starts them, all on one repository: what each has in memory, and what it adds to the first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');
const KILOBYTE = 1_024;
const ROUNDS = 3;

export interface ServerMemory {
  /** Of the first server, before there are others. */
  rssBytes: number;
  /** Of each further server: its share of what it has in common with others, and what is its own. */
  furtherPssBytes: number[];
}

export async function serverMemory(
  root: string,
  dataDir: string,
  queries: readonly string[],
  further: number,
): Promise<ServerMemory> {
  const clients: Client[] = [];
  const start = async (): Promise<number> => {
    const client = new Client({ name: 'bench', version: '1' });
    const args = [BIN, 'serve', '--root', root, '--data-dir', dataDir];
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
    await client.connect(transport);
    clients.push(client);
    for (let round = 0; round < ROUNDS; round++)
      for (const query of queries)
        await client.callTool({ name: 'repo.search', arguments: { query, mode: 'hybrid' } });
    return transport.pid ?? 0;
  };
  try {
    const first = await start();
    const rssBytes = memory(first, 'Rss');
    const others: number[] = [];
    for (let n = 0; n < further; n++) others.push(await start());
    return { rssBytes, furtherPssBytes: others.map((pid) => memory(pid, 'Pss')) };
  } finally {
    for (const client of clients) await client.close();
  }
}

/** Linux only; elsewhere the figure is missing. */
function memory(pid: number, field: 'Rss' | 'Pss'): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup) ?? [];
    return Number(kilobytes) * KILOBYTE;
  } catch {
    return Number.NaN;
  }
}
