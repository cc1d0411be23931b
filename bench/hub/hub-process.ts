/** The built hub in a process of its own, and calls as a client makes them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '../../bin/pilotbook.js');

export interface BenchHub {
  url: string;
  process: ChildProcess;
  call(token: string, tool: string, args: object, path?: string): Promise<string>;
  gauge(name: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startBenchHub(
  at: string,
  { toml, database, env = {} }: { toml: string; database: string; env?: Record<string, string> },
): Promise<BenchHub> {
  mkdirSync(at, { recursive: true });
  const config = join(at, 'hub.toml');
  writeFileSync(config, `listen = "127.0.0.1:0"\n${toml}`);
  const child = spawn(process.execPath, [BIN, 'hub', '--config', config, '--data', join(at, 'hub')], {
    env: { PATH: process.env.PATH, PILOTBOOK_DATABASE_URL: database, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  const port = await new Promise<string>((found, fail) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      if (said.length < 100_000) said += String(chunk);
      const [, text] = /the hub listens.*"port":(\d+)/.exec(said) ?? [];
      if (text !== undefined) found(text);
    });
    void exit.then(() => fail(new Error(`the hub ended: ${said}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    process: child,
    call: async (token, tool, args, path = '/mcp') => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool, arguments: args },
        }),
      });
      const body = await response.text();
      const { result } = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? '{}');
      return result?.content?.[0]?.text ?? body;
    },
    gauge: async (name) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^pilotbook_${name} (\\d+)`, 'm').exec(text)?.[1]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
