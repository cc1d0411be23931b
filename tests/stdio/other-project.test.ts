/** In a directory of another project the contexts tools open documents and what their freshness needs, nothing else. */
import { execFileSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { NAMED_PIPES, testWith } from '../helpers/probes.ts';
import { bundled } from '../helpers/processes.ts';
import { git, repository } from '../helpers/repository.ts';
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

const CALLS = [
  ['list_contexts', {}],
  ['check_freshness', { scope: '.' }],
  ['query_context', { scope: '.' }],
] as const;

/** What the three tools answer about the other project, and the paths below it that the server opened. */
async function asked(other: string, ...flags: string[]) {
  const opened = join(temporaryDirectory(), 'opened');
  writeFileSync(opened, '');
  const preload = pathToFileURL(bundled(RECORDER)).href;
  const env = { NODE_OPTIONS: `--import ${preload}`, OPENED: opened };
  const { client } = spawnServer(repository({ 'a.md': 'a\n' }), flags, env);
  await client.initialize();
  const answers: string[] = [];
  for (const [name, args] of CALLS) {
    const answer = await client.request('tools/call', { name, arguments: { ...args, path: other } });
    answers.push(JSON.stringify(answer));
  }
  const below = readFileSync(opened, 'utf8')
    .split('\n')
    .filter((path) => path.startsWith(`${other}/`))
    .map((path) => path.slice(other.length + 1));
  return { answers, below: [...new Set(below)].sort() };
}

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
    const { answers, below } = await asked(other);
    expect(answers.join('\n')).not.toContain(SECRET);
    const [listed, checked, queried] = answers;
    expect(listed).toContain('Payments.');
    expect(checked).toContain('stale');
    expect(queried).toContain('Payments.');
    expect(below.filter((path) => !path.startsWith('.git'))).toEqual([
      '.context.config.yaml',
      '.context.yaml',
      '.contextignore',
      'pay.ts',
    ]);
  },
);

describe('a project with a git of its own, a huge file and claims', () => {
  function project() {
    const other = repository({
      '.gitignore': 'ignored.ts\n',
      '.context.yaml': `${DOCUMENT}decisions:
  - what: Pay once
    why: Money.
    anchors: ["pay.ts:1-1", "lib/cited.ts:1-1"]
`,
      'pay.ts': 'export const pay = 1;\n',
      'ignored.ts': `// ${SECRET}\n`,
      'lib/cited.ts': 'export const cited = 1;\n',
      'lib/other.ts': `// ${SECRET}\n`,
    });
    git(other, 'init', '-q');
    git(other, 'add', '.');
    git(other, 'commit', '-qm', SECRET);
    // Sparse: as large as a file may be said to be, without its bytes.
    writeFileSync(join(other, 'huge.ts'), '');
    truncateSync(join(other, 'huge.ts'), 3 * 1024 ** 3);
    return other;
  }

  test('opens the cited code beside the documents, and of git what names the files', async () => {
    const { answers, below } = await asked(project());
    expect(answers.join('\n')).not.toContain(SECRET);
    const [listed, checked, queried] = answers;
    expect(listed).toContain('Payments.');
    expect(checked).toContain('stale');
    expect(queried).toContain('Pay once');
    expect(below).toEqual([
      '.context.config.yaml',
      '.context.yaml',
      '.contextignore',
      '.git/HEAD',
      '.git/info/exclude',
      '.gitignore',
      'lib/cited.ts',
      'pay.ts',
    ]);
  });

  test('--allow-root none opens nothing of it', async () => {
    const { answers, below } = await asked(project(), '--allow-root', 'none');
    for (const answer of answers) {
      expect(answer).toContain('Failed to scan');
      expect(answer).not.toContain('Payments.');
    }
    expect(below).toEqual([]);
  });
});
