// npm run inspect: the MCP Inspector's CLI against the built server, in both eras of the protocol. The Inspector is
// 110 MB, so it is no dependency: it is installed into a temporary folder for this run.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const bin = join(import.meta.dirname, '../bin/pilotbook.js');
const folder = mkdtempSync(join(tmpdir(), 'pilotbook-inspect-'));
let failed = 0;
try {
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, INSPECTOR], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n');
  for (const era of ['legacy', 'auto', 'modern']) {
    expect(era, 0, '--method', 'initialize');
    expect(era, 0, '--method', 'tools/list', '--strict');
    expect(era, 0, '--method', 'tools/call', '--tool-name', 'repo.open_file', '--tool-arg', 'path=a.txt');
    expect(era, 0, '--method', 'resources/list');
    expect(era, 0, '--method', 'prompts/list');
    expect(era, 5, '--method', 'tools/call', '--tool-name', 'repo.open_file', '--tool-arg', 'path=../x');
    expect(era, 5, '--method', 'tools/call', '--tool-name', 'nope');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

function expect(era, code, ...args) {
  const inspector = join(folder, 'node_modules/.bin/mcp-inspector');
  const server = ['--cli', '-e', 'CONTEXT_PACK_LOG=silent', process.execPath, bin, 'serve', '--root', folder];
  const { status, stderr } = spawnSync(inspector, [...server, '--protocol-era', era, ...args], {
    encoding: 'utf8',
  });
  const good = status === code;
  if (!good) failed++;
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${era.padEnd(6)} ${args.join(' ')}${good ? '' : `: exit ${status}, ${stderr.trim().split('\n').at(-1)}`}`,
  );
}
