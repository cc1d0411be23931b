/** The package is updated while a server of it runs: parts that were not loaded yet are not there any more. */
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { gitRepository } from '../helpers/repository.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const PACKAGE = join(import.meta.dirname, '../..');

test('a server whose files were replaced says so, and that it is to be restarted', async () => {
  const copy = temporaryDirectory();
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(PACKAGE, name), join(copy, name), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const client = new Client({ name: 'pilotbook-tests', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(copy, 'bin/pilotbook.js'), 'serve', '--root', gitRepository({ 'a.ts': 'let a;\n' })],
      stderr: 'ignore',
    }),
  );
  const chunks = join(copy, 'dist/chunks');
  for (const name of readdirSync(chunks)) rmSync(join(chunks, name));
  const answer: Json = await client.callTool({ name: 'repo.search', arguments: { query: 'a' } });
  expect(answer.isError).toBe(true);
  expect(answer.content[0].text).toContain('The files of Pilotbook were replaced while it ran.');
  expect(answer.content[0].text).toContain('restart this server');
  expect(answer.content[0].text).not.toContain(copy);
});
