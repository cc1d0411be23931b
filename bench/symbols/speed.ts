/** Time to an answer about a symbol over MCP: each name once in a new server with an empty store (cold), then again (warm). */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { systemClock } from '../../src/core/clock.ts';
import { openMeasuredSymbols, UNHURRIED_MS } from './open-symbols.ts';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');
const MOST_NAMES = 40;
const MOST_FILES = 50;
const WARM_ROUNDS = 5;

export async function runSpeed(root: string, given: readonly string[] | undefined): Promise<void> {
  const names = given ?? (await sampledNames(root));
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-symbols-'));
  const client = new Client({ name: 'bench', version: '1' });
  const command = [BIN, 'serve', '--root', root, '--data-dir', dataDir, '--log-level', 'error'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: command }));
  try {
    const cold: number[] = [];
    const warm: number[] = [];
    const show: number[] = [];
    for (const name of names) {
      cold.push(await timed(client, 'repo_references', { symbol: name, limit: 10 }));
      for (let round = 0; round < WARM_ROUNDS; round++) {
        warm.push(await timed(client, 'repo_references', { symbol: name, limit: 10 }));
        show.push(await timed(client, 'repo_symbol', { symbol: name }));
      }
    }
    console.log(`${names.length} names, load ${loadavg()[0]?.toFixed(1)}`);
    for (const [what, all] of [
      ['references, first time', cold],
      ['references, again', warm],
      ['symbol, again', show],
    ] as const)
      console.log(`${what}: p50 ${at(all, 0.5)} ms, p95 ${at(all, 0.95)} ms`);
  } finally {
    await client.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timed(client: Client, name: string, args: Record<string, unknown>): Promise<number> {
  const start = systemClock.elapsed();
  await client.callTool({ name, arguments: args });
  return systemClock.elapsed() - start;
}

/** Declared names that occur in 2 to 50 files, spread over the repository. */
async function sampledNames(root: string): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-symbols-'));
  const symbols = await openMeasuredSymbols(root, dataDir);
  const session = await symbols.ask({ timeMs: UNHURRIED_MS });
  const names = new Set<string>();
  const paths = await session.codeFiles();
  const step = Math.max(1, Math.floor(paths.length / (MOST_NAMES * 3)));
  for (let index = 0; index < paths.length && names.size < MOST_NAMES; index += step) {
    const facts = (await session.file(paths[index] ?? ''))?.facts;
    const declared = facts?.declarations.find(
      ({ kind, name }) => /function|method|class/.test(kind) && name.length > 5,
    );
    if (declared === undefined) continue;
    const files = await session.codeFilesWith(declared.name);
    if (files.length >= 2 && files.length <= MOST_FILES) names.add(declared.name);
  }
  await symbols.close();
  rmSync(dataDir, { recursive: true, force: true });
  return [...names];
}

function at(all: readonly number[], share: number): string {
  const sorted = [...all].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}
