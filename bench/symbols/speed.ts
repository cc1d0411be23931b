/**
 * Time to an answer about a symbol over MCP: each name once in a new server with an empty store (cold), then again (warm); a name
 * that is in thousands of files, asked again and again; and the server's memory over many questions.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
/** Of the name that is everywhere. */
const COMMON_ROUNDS = 4;
const MEMORY_QUESTIONS = 200;
const MEMORY_STEP = 50;

export interface SpeedOptions {
  names?: readonly string[] | undefined;
  /** A name that is in thousands of files. */
  common?: string | undefined;
}

export async function runSpeed(root: string, { names: given, common }: SpeedOptions): Promise<void> {
  const names = given ?? (await sampledNames(root));
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-symbols-'));
  const client = new Client({ name: 'bench', version: '1' });
  const command = [BIN, 'serve', '--root', root, '--data-dir', dataDir, '--log-level', 'error'];
  const transport = new StdioClientTransport({ command: process.execPath, args: command });
  await client.connect(transport);
  try {
    // The index of words comes first, once for a repository; what is measured is what a question adds.
    await client.callTool({ name: 'repo_refresh_index', arguments: {} }, { timeout: UNHURRIED_MS });
    await byName(client, names);
    if (common !== undefined) await byCommonName(client, common);
    await memory(client, transport.pid, names);
  } finally {
    await client.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function byName(client: Client, names: readonly string[]): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  const show: number[] = [];
  for (const name of names) {
    cold.push((await timed(client, 'repo_references', { symbol: name, limit: 10 })).ms);
    for (let round = 0; round < WARM_ROUNDS; round++) {
      warm.push((await timed(client, 'repo_references', { symbol: name, limit: 10 })).ms);
      show.push((await timed(client, 'repo_symbol', { symbol: name })).ms);
    }
  }
  console.log(`${names.length} names, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [what, all] of [
    ['references, first time', cold],
    ['references, again', warm],
    ['symbol, again', show],
  ] as const)
    console.log(`${what}: p50 ${at(all, 0.5)} ms, p95 ${at(all, 0.95)} ms`);
}

async function byCommonName(client: Client, name: string): Promise<void> {
  for (let round = 1; round <= COMMON_ROUNDS; round++) {
    const { ms, answer } = await timed(client, 'repo_references', { symbol: name, limit: 10 });
    const { counts, files_unparsed } = answer.result ?? {};
    console.log(
      `${name}, question ${round}: ${ms.toFixed(0)} ms, ${counts?.total} mentions, ${counts?.possible} possible, ${files_unparsed} files not parsed`,
    );
  }
}

/** Resident memory of the server after every so many questions; where the system does not say, nothing. */
async function memory(client: Client, pid: number | null, names: readonly string[]): Promise<void> {
  const held: string[] = [];
  for (let question = 0; question <= MEMORY_QUESTIONS; question++) {
    const symbol = names[question % names.length];
    await client.callTool({ name: 'repo_references', arguments: { symbol, limit: 10 } });
    if (question % MEMORY_STEP === 0) held.push(`${question}: ${residentMiB(pid) ?? '?'} MiB`);
  }
  console.log(`memory after questions ${held.join(', ')}`);
}

function residentMiB(pid: number | null): string | undefined {
  try {
    const [, kib] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? undefined : (Number(kib) / 1024).toFixed(0);
  } catch {
    return undefined;
  }
}

interface Answer {
  result?: { counts?: { total: number; possible: number }; files_unparsed?: number };
}

async function timed(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<{ ms: number; answer: Answer }> {
  const start = systemClock.elapsed();
  const { content } = await client.callTool({ name, arguments: args });
  const ms = systemClock.elapsed() - start;
  const [first] = content as { text?: string }[];
  return { ms, answer: JSON.parse(first?.text ?? '{}') as Answer };
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
