/** A grammar that could not be loaded is loaded when it is asked for again. */
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../helpers/repository.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

test('a grammar that failed to load is tried again', async () => {
  // Inside the project, so that the database driver is found.
  const copy = join(project, `node_modules/.cache/grammars-${process.pid}`);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(project, part), join(copy, part), { recursive: true });
  const grammar = join(copy, 'dist/grammars/go.wasm.br');
  renameSync(grammar, `${grammar}.away`);
  const client = new Client({ name: 'pilotbook-tests', version: '1.0.0' });
  onTestFinished(() => client.close());
  const root = repository({ 'a.go': 'package a\n\nfunc Sail() {}\n' });
  const args = [join(copy, 'bin/pilotbook.js'), 'serve', '--root', root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const outline = async () => {
    const { content } = await client.callTool({ name: 'repo_outline', arguments: { path: 'a.go' } });
    const [first] = content;
    return first?.type === 'text' ? JSON.parse(first.text) : undefined;
  };
  expect(await outline()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('grammar') },
  });
  renameSync(`${grammar}.away`, grammar);
  expect(await outline()).toMatchObject({ ok: true, result: { symbols: [{ name: 'a.Sail' }] } });
});
