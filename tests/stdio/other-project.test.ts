/** In a directory of another project the contexts tools open documents and what their freshness needs, nothing else. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { NAMED_PIPES, testWith } from '../helpers/probes.ts';
import { bundled } from '../helpers/processes.ts';
import { repository } from '../helpers/repository.ts';
import { spawnServer } from '../helpers/spawn-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** Writes down every path that the server opens, from before its own code is loaded. */
const RECORDER = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { appendFileSync } = fs;
  const record = (path) => appendFileSync(process.env.OPENED, String(path) + '\\n');
  let recording = false;
  const recorded = (call) => function (path, ...more) {
    if (!recording && typeof path === 'string' && path !== process.env.OPENED) {
      recording = true;
      try { record(path); } finally { recording = false; }
    }
    return call.call(this, path, ...more);
  };
  for (const calls of [fs, fs.promises])
    for (const name of ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream'])
      if (calls[name] !== undefined) calls[name] = recorded(calls[name]);
  syncBuiltinESMExports();
`;

const SECRET = 'hunter2-do-not-show';
const DOCUMENT = `version: 1
last_updated: "2026-02-01T00:00:00.000Z"
fingerprint: "00000000"
scope: .
summary: Payments.
maintenance: Keep it short.
`;

testWith(NAMED_PIPES)(
  'list, check and query open the documents and the own files of their directories',
  async () => {
    const other = repository({
      '.context.yaml': DOCUMENT,
      'pay.ts': 'export const pay = 1;\n',
      '.env': `KEY=${SECRET}\n`,
      id_rsa: `${SECRET}\n`,
      'lib/other.ts': `// ${SECRET}\n`,
    });
    execFileSync('mkfifo', [join(other, 'pipe.ts')]);
    const opened = join(temporaryDirectory(), 'opened');
    const preload = pathToFileURL(bundled(RECORDER)).href;
    const env = { NODE_OPTIONS: `--import ${preload}`, OPENED: opened };
    const { client } = spawnServer(repository({ 'a.md': 'a\n' }), [], env);
    await client.initialize();
    for (const [name, args] of [
      ['list_contexts', {}],
      ['check_freshness', { scope: '.' }],
      ['query_context', { scope: '.' }],
    ] as const) {
      const answer = await client.request('tools/call', { name, arguments: { ...args, path: other } });
      expect(JSON.stringify(answer)).toContain(name === 'check_freshness' ? 'stale' : 'Payments.');
      expect(JSON.stringify(answer)).not.toContain(SECRET);
    }
    const below = readFileSync(opened, 'utf8')
      .split('\n')
      .filter((path) => path.startsWith(`${other}/`))
      .map((path) => path.slice(other.length + 1));
    expect([...new Set(below)].filter((path) => !path.startsWith('.git')).sort()).toEqual([
      '.context.config.yaml',
      '.context.yaml',
      '.contextignore',
      'pay.ts',
    ]);
  },
);
