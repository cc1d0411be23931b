/**
 * Counts what an agent reads while it answers a question, with Pilotbook or with a shell. README.md has the method.
 *
 *   npm run -s bench -- agent serve --repo DIR --socket S --log F   holds one connection to a server in text form
 *   npm run -s bench -- agent call --socket S TOOL 'JSON'           one call over it, as an agent makes it
 *   npm run -s bench -- agent shell --repo DIR --log F -- COMMAND   one command there (rg, sed, ls …)
 *   npm run -s bench -- agent count F…                              calls and characters of each log
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** One line of a log: what was called, and how many characters came back. */
interface Counted {
  call: string;
  characters: number;
}

interface Called {
  tool: string;
  arguments: Record<string, unknown>;
}

const LAUNCHER = join(import.meta.dirname, '../../bin/pilotbook.js');

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { repo: { type: 'string' }, socket: { type: 'string' }, log: { type: 'string' } },
  });
  const [step, ...rest] = positionals;
  const { repo = '.', socket, log } = values;
  if (step === 'serve' && socket !== undefined && log !== undefined) await serve(repo, socket, log);
  else if (step === 'call' && socket !== undefined) await call(socket, rest[0] ?? '', rest[1] ?? '{}');
  else if (step === 'shell' && log !== undefined) shell(repo, log, rest);
  else if (step === 'count') for (const file of rest) count(file);
  else throw new Error('usage: agent serve|call|shell|count; see bench/agent/README.md');
}

/** One connection for all calls, as a client has it: what was sent before need not be sent again. */
async function serve(repo: string, socket: string, log: string): Promise<void> {
  const client = new Client({ name: 'pilotbook-bench', version: '1.0.0' });
  const args = [LAUNCHER, 'serve', '--root', repo, '--answers', 'text', '--tool-names', 'safe'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  const schemas = JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
  const answerOf = async ({ tool, arguments: given }: Called): Promise<string> => {
    if (tool === 'list') return schemas;
    const { content } = await client.callTool({ name: tool, arguments: given });
    const answer = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    note(log, { call: `${tool} ${JSON.stringify(given)}`, characters: answer.length });
    return answer;
  };
  // Read by events: a stream that was read to its end by iteration is closed, and cannot answer any more.
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    const asked: Buffer[] = [];
    connection.on('data', (part) => asked.push(part));
    connection.on('end', async () => {
      const called: Called = JSON.parse(Buffer.concat(asked).toString());
      connection.end(await answerOf(called).catch((error: unknown) => String(error)));
    });
  });
  server.listen(socket, () => console.log(`listening; schemas of all tools: ${schemas.length} characters`));
}

async function call(socket: string, tool: string, json: string): Promise<void> {
  const called: Called = { tool, arguments: JSON.parse(json) };
  const connection = connect({ path: socket, allowHalfOpen: true });
  connection.end(JSON.stringify(called));
  console.log(await text(connection));
}

function shell(repo: string, log: string, command: readonly string[]): void {
  const line = command.join(' ');
  const { stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: repo,
    // ripgrep searches an input that it is given, instead of the directory.
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  note(log, { call: line, characters: stdout.length + stderr.length });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}

function note(log: string, counted: Counted): void {
  appendFileSync(log, `${JSON.stringify(counted)}\n`);
}

function count(file: string): void {
  const rows: Counted[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const characters = rows.reduce((sum, row) => sum + row.characters, 0);
  console.log(`${file}: ${rows.length} calls, ${characters} characters`);
}
