/** The client waits for `initialize`; so does the person who starts it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { repository } from '../helpers/repository.ts';
import { spawnServer } from '../helpers/spawn-server.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const MAX_EXTRA_MS = 100;
/** Enough for the best of them to be a good one. */
const RUNS = 5;
/** What is parsed before `initialize` is answered; 10 KB cost about half a millisecond. */
const MAX_START_BYTES = 800_000;

/**
 * The time the main thread of a process has had on a processor: what it takes on a machine that does nothing else.
 * The clock on the wall would count what other tests do beside this one; it is the stand-in where there is no /proc.
 */
function busy(pid: number | undefined, started: number): number {
  const facts = `/proc/${pid}/schedstat`;
  if (!existsSync(facts)) return performance.now() - started;
  return Number(readFileSync(facts, 'utf8').split(' ')[0]) / 1e6;
}

async function bareNode(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); process.stdout.write("x")']);
  await once(child.stdout, 'data');
  const time = busy(child.pid, started);
  child.stdin.end();
  await once(child, 'exit');
  return time;
}

async function initialized(root: string): Promise<number> {
  const started = performance.now();
  const { client, process: server, exit } = spawnServer(root);
  await client.initialize();
  const time = busy(server.pid, started);
  client.end();
  await exit;
  return time;
}

it('answers initialize within 100 ms of what Node itself takes', async () => {
  const root = repository({ 'a.md': 'a\n' });
  const bare: number[] = [];
  const server: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await bareNode());
    server.push(await initialized(root));
  }
  expect(Math.min(...server) - Math.min(...bare)).toBeLessThan(MAX_EXTRA_MS);
});

/** The files that `file` loads by static imports, itself included. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, path = ''] of source.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
    loaded(join(dirname(file), path), seen);
  return seen;
}

it('parses little and nothing heavy before that', () => {
  const chunks = readdirSync(join(DIST, 'chunks'));
  const edge = chunks.find((name) => name.startsWith('mcp-'));
  expect(edge).toBeDefined();
  const files = [...loaded(join(DIST, 'main.js')), ...loaded(join(DIST, 'chunks', edge ?? ''))];
  const sources = [...new Set(files)].map((file) => readFileSync(file, 'utf8'));
  for (const heavy of [/from"@photostructure\/sqlite"/, /Ajv/, /tree-sitter\.wasm/, /"use strict";.*yaml/])
    expect(sources.filter((source) => heavy.test(source))).toEqual([]);
  const bytes = [...new Set(files)].reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(MAX_START_BYTES);
});
