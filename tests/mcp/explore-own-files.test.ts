/** specs/repo: envelope, sandbox, limits, status, list_files, open_file, audit_log. */

import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { LINKS } from '../helpers/probes.ts';
import { repository } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

describe('envelope', () => {
  verifies(
    [
      'repo:envelope:request-id',
      'repo:envelope:ok',
      'repo:envelope:result',
      'repo:envelope:warnings',
      'repo:envelope:blocked',
    ],
    'an answer has exactly the five keys, and the id of the request as a text',
    async () => {
      const { call } = await openApp(repository({ 'a.txt': 'a\n' }));
      const { value, isError } = await call('repo.open_file', { path: 'a.txt' }, 41);
      expect(Object.keys(value)).toEqual(['request_id', 'ok', 'result', 'warnings', 'blocked']);
      expect(value).toMatchObject({ request_id: '41', ok: true, warnings: [], blocked: false });
      expect(isError).toBe(false);
    },
  );

  verifies(
    ['repo:blocked:flag', 'repo:blocked:reason', 'repo:blocked:hint'],
    'a refusal says why and what to do, and shows no content',
    async () => {
      const { call } = await openApp(repository({ '.env': 'TOKEN=swordfish\n' }));
      const { value, isError, text } = await call('repo.open_file', { path: '.env' });
      expect(isError).toBe(true);
      expect(value).toMatchObject({ ok: false, blocked: true, error: { code: 'PATH_BLOCKED' } });
      expect(value.result.reason).toBeTruthy();
      expect(value.result.hint).toBeTruthy();
      expect(text).not.toContain('swordfish');
    },
  );
});

describe('sandbox', () => {
  verifies(
    ['repo:sandbox:relative-to-root', 'repo:open:path'],
    'a relative path is looked up below the root',
    async () => {
      const { call } = await openApp(repository({ 'src/deep/a.txt': 'here\n' }));
      expect((await call('repo.open_file', { path: 'src/deep/a.txt' })).value.result.numbered_lines).toBe(
        '   1: here',
      );
    },
  );

  verifies(
    ['repo:sandbox:absolute-outside', 'repo:scope:inside-root', 'repo:scope:single-repository'],
    'an absolute path out of the root is blocked',
    async () => {
      const other = repository({ 'b.txt': 'secret\n' });
      const { call } = await openApp(repository({ 'a.txt': 'a\n' }));
      const { value, text } = await call('repo.open_file', { path: join(other, 'b.txt') });
      expect(value.blocked).toBe(true);
      expect(text).not.toContain('secret');
    },
  );

  test('an absolute path inside the root is the same as the relative one', async () => {
    const root = repository({ 'a.txt': 'a\n' });
    const { call } = await openApp(root);
    expect((await call('repo.open_file', { path: join(root, 'a.txt') })).value.result.path).toBe('a.txt');
  });

  verifies('repo:sandbox:parent-traversal', 'climbing is blocked however it is spelt', async () => {
    const { call } = await openApp(repository({ 'src/a.txt': 'a\n', 'b.txt': 'b\n' }));
    for (const path of ['../x', 'src/../../x', '..', 'src/..\\..\\x', '..\\x'])
      expect((await call('repo.open_file', { path })).value.blocked, path).toBe(true);
  });

  verifies(
    'repo:sandbox:symlink-escape',
    'a link out of the root is blocked, in opening and in listing',
    async () => {
      const other = repository({ 'b.txt': 'swordfish\n' });
      const root = repository({ 'a.txt': 'a\n' });
      symlinkSync(join(other, 'b.txt'), join(root, 'link.txt'));
      symlinkSync(other, join(root, 'folder'));
      const { call } = await openApp(root);
      for (const path of ['link.txt', 'folder/b.txt']) {
        const { value, text } = await call('repo.open_file', { path });
        expect(value.blocked, path).toBe(true);
        expect(text).not.toContain('swordfish');
      }
      const listed = (await call('repo.list_files', { include_hidden: true })).value.result.files;
      expect(listed.map(({ path }: { path: string }) => path)).toEqual(['a.txt']);
    },
    { needs: [LINKS] },
  );

  verifies('repo:paths:windows-and-posix', 'backslashes are slashes', async () => {
    const { call } = await openApp(repository({ 'src/a.txt': 'a\n' }));
    const [one, two] = [
      await call('repo.open_file', { path: 'src\\a.txt' }),
      await call('repo.open_file', { path: 'src/a.txt' }),
    ];
    expect(one.value).toEqual(two.value);
  });
});

describe('deny list', () => {
  const DENIED: Record<string, string[]> = {
    'repo:denylist:dot-env': ['.env', 'sub/.env', '.ENV', '.env.local'],
    'repo:denylist:key-files': ['a.pem', 'sub/b.key', 'c.pfx', 'd.p12', 'E.PEM'],
    'repo:denylist:ssh-keys': ['id_rsa', 'id_rsa.pub', 'sub/id_rsa_old'],
    'repo:denylist:secrets': ['secrets.yaml', 'sub/deep/secrets.json'],
    'repo:denylist:git-directory': ['.git/config', 'sub/.git/HEAD'],
  };
  for (const [id, paths] of Object.entries(DENIED))
    verifies(id, `${paths.join(', ')} are blocked and never listed`, async () => {
      const files = Object.fromEntries([...paths, 'kept.txt'].map((path) => [path, 'swordfish\n']));
      const { call } = await openApp(repository(files));
      for (const path of paths) {
        const { value, text } = await call('repo.open_file', { path });
        expect(value.blocked, path).toBe(true);
        expect(text, path).not.toContain('swordfish');
      }
      const listed = (await call('repo.list_files', { include_hidden: true })).value.result.files;
      expect(listed.map(({ path }: { path: string }) => path)).toEqual(['kept.txt']);
    });

  test('more secrets are denied than the spec names, and the example file is not', async () => {
    const denied = [
      '.npmrc',
      '.pypirc',
      '.netrc',
      'id_ed25519',
      'x.keystore',
      'y.jks',
      'credentials.json',
      '.env.production',
    ];
    const { call } = await openApp(
      repository(Object.fromEntries([...denied, '.env.example'].map((path) => [path, 'x\n']))),
    );
    for (const path of denied)
      expect((await call('repo.open_file', { path })).value.blocked, path).toBe(true);
    expect((await call('repo.open_file', { path: '.env.example' })).value.ok).toBe(true);
  });

  test('a kept bundle with a file that was denied since is dropped, with its text', async () => {
    const root = repository({ 'plan.md': 'The lighthouse key is swordfish.\n', 'b.md': 'A lantern.\n' });
    const before = await openApp(root);
    const held = await before.call('repo.build_context_bundle', { prompt: 'lighthouse key' });
    const budget = { max_files: 1, max_total_lines: 20 };
    const other = await before.call('repo.build_context_bundle', { prompt: 'lantern', budget });
    await before.app.close();
    const { app } = await openApp(root, { deny: 'plan.md' });
    await expect(app.verifyBundle(held.value.result.bundle_id)).rejects.toMatchObject({
      code: 'bundle_not_found',
    });
    expect(await app.verifyBundle(other.value.result.bundle_id)).toMatchObject([{ path: 'b.md' }]);
    const kept = join(root, '.repo_mcp');
    const texts = readdirSync(kept, { recursive: true, encoding: 'utf8' })
      .filter((name) => /bundle.*\.(?:json|md)$/.test(name))
      .map((name) => readFileSync(join(kept, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join('')).not.toContain('swordfish');
  });

  test('repo_mcp.toml extends it', async () => {
    const { call } = await openApp(
      repository({
        'repo_mcp.toml': '[security]\ndeny = ["*.pdf", "private/**"]\n',
        'a.pdf': 'x',
        'private/b': 'x',
      }),
    );
    for (const path of ['a.pdf', 'private/b'])
      expect((await call('repo.open_file', { path })).value.blocked, path).toBe(true);
  });

  verifies(
    ['repo:redaction:blocks-instead', 'repo:redaction:never-partial'],
    'a blocked file gives away nothing, not even its size',
    async () => {
      const { call } = await openApp(
        repository({ 'secrets.yaml': `user: bob\npassword: ${'x'.repeat(500)}\n` }),
      );
      const { text } = await call('repo.open_file', { path: 'secrets.yaml', start_line: 1, end_line: 1 });
      for (const part of ['bob', 'xxx', '517', 'password']) expect(text).not.toContain(part);
    },
  );
});

describe('limits', () => {
  verifies(
    [
      'repo:denylist:oversized-file',
      'repo:limits:file-bytes',
      'repo:config:max-file-bytes',
      'repo:limits:configurable',
    ],
    'a file over max_file_bytes is blocked and not listed',
    async () => {
      const { call } = await openApp(repository({ 'big.txt': 'x'.repeat(101), 'small.txt': 'x' }), {
        'max-file-bytes': '100',
      });
      expect((await call('repo.open_file', { path: 'big.txt' })).value.blocked).toBe(true);
      expect(
        (await call('repo.list_files')).value.result.files.map(({ path }: { path: string }) => path),
      ).toEqual(['small.txt']);
    },
  );

  verifies(
    ['repo:limits:open-lines', 'repo:config:max-open-lines'],
    'of a range over max_open_lines the beginning is given, and the answer says so',
    async () => {
      const { call } = await openApp(repository({ 'a.txt': numbered(50) }), { 'max-open-lines': '10' });
      const { value } = await call('repo.open_file', { path: 'a.txt', start_line: 5, end_line: 15 });
      expect(value.result).toMatchObject({ start_line: 5, end_line: 14, truncated: true });
      const { value: whole } = await call('repo.open_file', { path: 'a.txt', start_line: 5, end_line: 14 });
      expect(whole.result).toMatchObject({ start_line: 5, end_line: 14, truncated: false });
    },
  );

  verifies(
    ['repo:limits:response-bytes', 'repo:config:max-total-bytes'],
    'no answer is larger than max_total_bytes_per_response',
    async () => {
      const wide = Array.from({ length: 400 }, () => '"\t\u0001é'.repeat(30)).join('\n');
      const { call } = await openApp(repository({ 'wide.txt': wide }), {
        'max-total-bytes-per-response': '20000',
      });
      const { value, text } = await call('repo.open_file', { path: 'wide.txt' });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
      expect(value.result.truncated).toBe(true);
      const names = Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`${'n'.repeat(150)}${at}`, 'x']),
      );
      const many = await openApp(repository(names), { 'max-total-bytes-per-response': '2000' });
      expect((await many.call('repo.list_files')).value).toMatchObject({
        blocked: true,
        error: { code: 'RESPONSE_TOO_LARGE' },
      });
    },
  );

  verifies('repo:config:max-search-hits', 'asking for more than max_search_hits is blocked', async () => {
    const { call } = await openApp(repository({ 'a.txt': 'a' }), { 'max-search-hits': '5' });
    expect((await call('repo.list_files', { max_results: 6 })).value.blocked).toBe(true);
    expect((await call('repo.audit_log', { limit: 6 })).value.blocked).toBe(true);
  });
});

describe('repo.status', () => {
  verifies(
    [
      'repo:status:repo-root',
      'repo:status:index',
      'repo:status:last-refresh',
      'repo:status:file-count',
      'repo:status:adapters',
      'repo:status:limits',
      'repo:config:repo-root',
      'repo:scope:fixed-root',
    ],
    'it tells root, index, adapters and limits',
    async () => {
      const root = repository({ 'a.py': 'x = 1\n' });
      const { call } = await openApp(root, { 'max-open-lines': '123' });
      const { result } = (await call('repo.status')).value;
      expect(result).toMatchObject({
        repo_root: root,
        index_status: 'not_indexed',
        last_refresh_timestamp: null,
        indexed_file_count: 0,
        limits_summary: {
          max_open_lines: 123,
          max_file_bytes: 1_048_576,
          max_search_hits: 50,
          max_total_bytes_per_response: 262_144,
          max_files_per_bundle: 20,
        },
      });
      expect(result.enabled_adapters).toContain('python');
      expect((await call('repo.status', { root: '/' })).value.error.code).toBe('INVALID_PARAMS');
    },
  );

  test('it counts the calls before it', async () => {
    const { call } = await openApp(repository({ 'a.txt': 'a' }));
    await call('repo.open_file', { path: 'a.txt' });
    await call('repo.open_file', { path: '../a.txt' });
    const [metrics] = (await call('repo.status')).value.result.metrics;
    expect(metrics).toMatchObject({
      tool: 'repo.open_file',
      count: 2,
      errors: 1,
      error_kinds: { blocked: 1 },
    });
  });
});

describe('repo.list_files', () => {
  const files = {
    'b.py': 'bb',
    'a/x.py': 'x',
    'a/y.md': 'y',
    'Z.py': 'z',
    '.hidden/h.py': 'h',
    '.dot.py': 'd',
  };
  const paths = (value: { result: { files: { path: string }[] } }) =>
    value.result.files.map(({ path }) => path);

  verifies(
    ['repo:list:glob', 'repo:list:include-hidden'],
    'globs pick, hidden names only on request, order by code unit',
    async () => {
      const { call } = await openApp(repository(files));
      const list = async (args: object) => paths((await call('repo.list_files', args)).value);
      expect(await list({})).toEqual(['Z.py', 'a/x.py', 'a/y.md', 'b.py']);
      expect(await list({ glob: '*.py' })).toEqual(['Z.py', 'a/x.py', 'b.py']);
      expect(await list({ glob: '**/*.py' })).toEqual(['Z.py', 'a/x.py', 'b.py']);
      expect(await list({ glob: 'a/*' })).toEqual(['a/x.py', 'a/y.md']);
      expect(await list({ glob: '*.py', include_hidden: true })).toEqual([
        '.dot.py',
        '.hidden/h.py',
        'Z.py',
        'a/x.py',
        'b.py',
      ]);
    },
  );

  verifies('repo:list:max-results', 'max_results cuts, and the answer says so', async () => {
    const { call } = await openApp(repository(files));
    const { value } = await call('repo.list_files', { max_results: 2 });
    expect(paths(value)).toEqual(['Z.py', 'a/x.py']);
    expect(value.result).toMatchObject({ truncated: true, total: 4 });
  });

  verifies('repo:list:entry-fields', 'an entry has path, size and mtime in milliseconds', async () => {
    const { call } = await openApp(repository(files));
    const [first] = (await call('repo.list_files', { glob: 'b.py' })).value.result.files;
    expect(first).toEqual({ path: 'b.py', size: 2, mtime: expect.any(Number) });
    expect(Number.isSafeInteger(first.mtime)).toBe(true);
    expect(Math.abs(Date.now() - first.mtime)).toBeLessThan(600_000);
  });
});

describe('repo.open_file', () => {
  verifies(
    ['repo:open:start-line', 'repo:open:end-line', 'repo:open:numbered-lines'],
    'the asked range, numbered, as one text',
    async () => {
      const { call } = await openApp(repository({ 'a.txt': numbered(20) }));
      const { result } = (await call('repo.open_file', { path: 'a.txt', start_line: 9, end_line: 11 })).value;
      expect(result).toEqual({
        path: 'a.txt',
        start_line: 9,
        end_line: 11,
        total_lines: 20,
        numbered_lines: '   9: line 9\n  10: line 10\n  11: line 11',
        truncated: false,
      });
    },
  );

  verifies(
    'repo:open:truncated',
    'a long file without end_line is cut at the limit, and says so',
    async () => {
      const { call } = await openApp(repository({ 'a.txt': numbered(30) }), { 'max-open-lines': '10' });
      const { result } = (await call('repo.open_file', { path: 'a.txt', start_line: 3 })).value;
      expect(result).toMatchObject({ start_line: 3, end_line: 12, truncated: true, total_lines: 30 });
      const rest = (await call('repo.open_file', { path: 'a.txt', start_line: 21 })).value.result;
      expect(rest).toMatchObject({ end_line: 30, truncated: false });
    },
  );

  test('an end past the last line is the last line; an empty file has no lines', async () => {
    const { call } = await openApp(repository({ 'a.txt': numbered(3), 'empty.txt': '' }));
    expect((await call('repo.open_file', { path: 'a.txt', end_line: 99 })).value.result).toMatchObject({
      end_line: 3,
      truncated: false,
    });
    expect((await call('repo.open_file', { path: 'empty.txt' })).value.result).toMatchObject({
      numbered_lines: '',
      total_lines: 0,
      truncated: false,
    });
  });

  test('CRLF files have the same lines', async () => {
    const { call } = await openApp(repository({ 'a.txt': 'one\r\ntwo\r\n' }));
    expect((await call('repo.open_file', { path: 'a.txt' })).value.result.numbered_lines).toBe(
      '   1: one\n   2: two',
    );
  });

  test.each([
    ['missing.txt', {}, 'NOT_FOUND'],
    ['src', {}, 'PATH_BLOCKED'],
    ['src/a.txt', { start_line: 5, end_line: 4 }, 'INVALID_PARAMS'],
    ['src/a.txt', { start_line: 99 }, 'INVALID_PARAMS'],
    ['src/a.txt', { start_line: 0 }, 'INVALID_PARAMS'],
    ['src/a.txt', { start_line: '1' }, 'INVALID_PARAMS'],
    ['src/a.txt', { lines: 3 }, 'INVALID_PARAMS'],
    ['', {}, 'INVALID_PARAMS'],
    ['bin.dat', {}, 'PATH_BLOCKED'],
  ])('%j with %j answers %s', async (path, more, code) => {
    const { call } = await openApp(repository({ 'src/a.txt': 'a\n', 'bin.dat': 'a\0b' }));
    const { value, isError } = await call('repo.open_file', { path, ...more });
    expect(isError).toBe(true);
    expect(value.error.code).toBe(code);
    expect(value.error.message).toBeTruthy();
  });
});

describe('hostile arguments', () => {
  const HOSTILE: unknown[] = [
    null,
    true,
    -1,
    1e308,
    [],
    {},
    'x'.repeat(5000),
    '\0',
    '\n',
    '~',
    'file:///etc/passwd',
    '/etc/passwd',
    'C:\\Windows',
    '\\\\host\\share',
    '%2e%2e/x',
    'CON',
    'a.txt:stream',
    '__proto__',
    '-rf',
  ];
  const TOOLS: Record<string, string[]> = {
    'repo.status': ['path'],
    'repo.list_files': ['glob', 'max_results', 'include_hidden', 'nope'],
    'repo.open_file': ['path', 'start_line', 'end_line', 'nope'],
    'repo.audit_log': ['since', 'limit', 'nope'],
  };
  test.each(Object.entries(TOOLS))(
    '%s answers every one in its envelope, without host paths, and goes on',
    async (tool, names) => {
      const root = repository({ 'a.txt': 'a\n' });
      const { call } = await openApp(root);
      for (const name of names)
        for (const value of HOSTILE) {
          const answer = await call(tool, {
            ...(tool === 'repo.open_file' ? { path: 'a.txt' } : {}),
            [name]: value,
          });
          expect(Object.keys(answer.value)).toEqual(
            expect.arrayContaining(['request_id', 'ok', 'result', 'warnings', 'blocked']),
          );
          expect(answer.isError).toBe(!answer.value.ok);
          if (!answer.value.ok) expect(answer.text).not.toContain(root);
          expect(answer.text).not.toContain('root:x:');
          expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d+/);
        }
      expect((await call('repo.open_file', { path: 'a.txt' })).value.ok).toBe(true);
    },
  );
});

describe('audit', () => {
  verifies(
    [
      'repo:audit:jsonl',
      'repo:audit:request-id',
      'repo:audit:log-matches-calls',
      'repo:server:tools-in-sequence',
      'repo:audit:sanitized',
      'repo:config:data-dir-default',
    ],
    'every call leaves one sanitised line in .repo_mcp/audit.jsonl, which git ignores',
    async () => {
      const root = repository({ 'a.txt': 'swordfish\n' });
      const { app, call } = await openApp(root);
      await call('repo.open_file', { path: 'a.txt' }, 'first');
      await call('repo.open_file', { path: '.env' }, 2);
      await call('repo.list_files', { glob: '*.txt' }, 3);
      await app.close();
      const log = readFileSync(join(root, '.repo_mcp/audit.jsonl'), 'utf8');
      const lines = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ request_id, tool, ok, blocked }) => [request_id, tool, ok, blocked])).toEqual([
        ['first', 'repo.open_file', true, false],
        ['2', 'repo.open_file', false, true],
        ['3', 'repo.list_files', true, false],
      ]);
      expect(log).not.toContain('swordfish');
      expect(readFileSync(join(root, '.repo_mcp/.gitignore'), 'utf8')).toBe('*\n');
    },
  );

  verifies(
    ['repo:audit:since', 'repo:audit:limit'],
    'since is inclusive, limit keeps the newest, newest last',
    async () => {
      const time = { now: Date.parse('2026-03-01T00:00:00Z') };
      const { call } = await openApp(
        repository({ 'a.txt': 'a' }),
        {},
        { now: () => time.now, elapsed: () => 0 },
      );
      for (const id of ['one', 'two', 'three']) {
        await call('repo.open_file', { path: 'a.txt' }, id);
        time.now += 60_000;
      }
      const ids = async (args: object) =>
        (await call('repo.audit_log', args, 'log')).value.result.entries
          .map((entry: { request_id: string }) => entry.request_id)
          .filter((id: string) => id !== 'log');
      expect(await ids({})).toEqual(['one', 'two', 'three']);
      expect(await ids({ since: '2026-03-01T00:01:00Z' })).toEqual(['two', 'three']);
      expect(await ids({ since: '2026-03-01T01:01:00+01:00' })).toEqual(['two', 'three']);
      expect((await call('repo.audit_log', { since: 'yesterday' })).value.error.code).toBe('INVALID_PARAMS');
      const [last] = (await call('repo.audit_log', { limit: 1 })).value.result.entries;
      expect(last.error_code).toBe('invalid_arguments');
    },
  );

  test('a repository that cannot be written to still answers', async () => {
    const root = repository({ 'a.txt': 'a\n', '.repo_mcp': 'a file where the folder should be' });
    const { call } = await openApp(root);
    expect((await call('repo.open_file', { path: 'a.txt' })).value.ok).toBe(true);
    expect((await call('repo.audit_log')).value.result.entries).toEqual([]);
  });
});

describe('what repo tools do not do', () => {
  verifies(
    ['repo:non-goals:writes-no-code', 'repo:non-goals:runs-no-tests', 'repo:non-goals:no-git-operations'],
    'no call changes a file of the repository or runs what it brings',
    async () => {
      const marker = join(temporaryDirectory(), 'ran');
      const hook = `#!/bin/sh\ntouch ${marker}\n`;
      const files = {
        'a.py': `open(${JSON.stringify(marker)}, "w")\n`,
        'package.json': JSON.stringify({ scripts: { test: `touch ${marker}` } }),
        'run.sh': hook,
      };
      const root = repository(files);
      const { app, call } = await openApp(root);
      for (const { name } of app.tools)
        await call(name, name === 'repo.open_file' || name === 'repo.outline' ? { path: 'a.py' } : {});
      await app.close();
      expect(existsSync(marker)).toBe(false);
      for (const [path, text] of Object.entries(files))
        expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    },
  );

  verifies('repo:non-goals:one-repository', 'no repo tool takes a root', async () => {
    const { app } = await openApp(repository({}));
    for (const tool of app.toolsets.get('explore') ?? [])
      expect(tool.argumentNames).not.toEqual(expect.arrayContaining(['root', 'repo_root', 'repository']));
  });
});
