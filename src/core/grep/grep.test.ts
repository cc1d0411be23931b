import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { git, gitRepository, repository, write } from '../../../tests/helpers/repository.ts';
import { matchGlob } from '../sandbox/glob.ts';
import { openWorkspaceSync, type WorkspaceOptions } from '../workspace/workspace.ts';
import type { GrepFound, GrepQuery } from './query.ts';

const QUERY: GrepQuery = {
  pattern: 'needle',
  caseSensitive: false,
  contextLines: 0,
  limit: 100,
  maxLineLength: 200,
};

async function find(
  root: string,
  query: Partial<GrepQuery> = {},
  options: Partial<WorkspaceOptions> = {},
): Promise<GrepFound> {
  const workspace = openWorkspaceSync({ root, maxFileBytes: 10_000, ...options });
  const answer = await plainGrep(workspace)({ ...QUERY, ...query });
  if ('invalidPattern' in answer) throw new Error(answer.invalidPattern);
  return answer;
}

const paths = (found: GrepFound) => found.matches.map((match) => match.path);

describe('a search', () => {
  const files = {
    'src/b.ts': 'one\ntwo needle here\nthree\nfour Needle, needle\nfive\n',
    'src/a.ts': 'Needle\r\nnext\r\n',
    'docs/c.md': 'nothing\n',
  };

  test('gives places in order of path and line, with the lines around them', async () => {
    expect(await find(repository(files), { contextLines: 1 })).toEqual({
      matches: [
        { path: 'src/a.ts', line: 1, column: 1, text: 'Needle', before: [], after: ['next'] },
        { path: 'src/b.ts', line: 2, column: 5, text: 'two needle here', before: ['one'], after: ['three'] },
        {
          path: 'src/b.ts',
          line: 4,
          column: 6,
          text: 'four Needle, needle',
          before: ['three'],
          after: ['five'],
        },
      ],
      totalMatches: 3,
      filesSearched: 3,
      truncated: false,
    });
  });

  test('counts all and shows as many as wanted, the first ones', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`d${at % 7}/f${at}.txt`, 'needle\nx\nneedle\n']),
    );
    const root = repository(many);
    const all = Object.keys(many)
      .sort()
      .flatMap((path) => [`${path}:1`, `${path}:3`]);
    for (const limit of [1, 3, 99, 600]) {
      const found = await find(root, { limit });
      expect(found.matches.map((match) => `${match.path}:${match.line}`)).toEqual(all.slice(0, limit));
      expect(found).toMatchObject({ totalMatches: 600, filesSearched: 300, truncated: limit < 600 });
    }
  });

  test('minds the case when asked to, and takes the pattern as plain text when asked to', async () => {
    const root = repository({ a: 'Needle\nneedle\nn.edle\n' });
    expect((await find(root, { caseSensitive: true })).matches.map((match) => match.line)).toEqual([2]);
    expect((await find(root, { pattern: 'n.edle' })).totalMatches).toBe(3);
    expect(
      (await find(root, { pattern: 'n.edle', fixedStrings: true })).matches.map((match) => match.line),
    ).toEqual([3]);
  });

  test('a column counts characters, and a long line is cut around the match', async () => {
    const root = repository({
      a: 'äöü\u{1f600}needle\n',
      b: `${'x'.repeat(500)}needle${'y'.repeat(500)}\n`,
      c: `${'\u{1f600}'.repeat(300)}needle\n`,
    });
    const { matches } = await find(root, { maxLineLength: 40 });
    expect(matches[0]).toMatchObject({ column: 5, text: 'äöü\u{1f600}needle' });
    expect(matches[1]).toMatchObject({ column: 501, text: `…${'x'.repeat(10)}needle${'y'.repeat(24)}…` });
    expect(matches[2]?.column).toBe(301);
    expect(matches[2]?.text).toMatch(/^…(?:\u{1f600})+needle$/u);
  });

  test('a file that is not quite UTF-8 is searched, a binary one is not', async () => {
    const root = repository({});
    writeFileSync(
      join(root, 'latin'),
      Buffer.concat([Buffer.from('caf'), Buffer.from([0xe9]), Buffer.from(' needle\n')]),
    );
    writeFileSync(join(root, 'binary'), Buffer.from('needle\nneedle\0\n'));
    writeFileSync(join(root, 'utf16'), Buffer.from('\ufeffneedle\n', 'utf16le'));
    writeFileSync(join(root, 'bom'), '\ufeffneedle\n');
    const found = await find(root);
    expect(found.matches.map(({ path, column, text }) => [path, column, text])).toEqual([
      ['bom', 1, 'needle'],
      ['latin', 6, 'caf\ufffd needle'],
    ]);
    expect(found.totalMatches).toBe(2);
  });

  test('a pattern that is no regular expression is an answer, not a failure', async () => {
    const workspace = openWorkspaceSync({ root: repository(files), maxFileBytes: 1000 });
    for (const pattern of ['(', '[a', 'a{2', '*', '\\', '(?<=a)b', 'a\nb', 'a\0b', '(?z)', '\\p{Nope}'])
      expect(await plainGrep(workspace)({ ...QUERY, pattern })).toMatchObject({
        invalidPattern: expect.any(String),
      });
    const answer = await plainGrep(workspace)({ ...QUERY, pattern: '(unclosed' });
    expect(answer).toMatchObject({ invalidPattern: expect.stringContaining('unclosed group') });
    expect(JSON.stringify(answer)).not.toContain(workspace.root);
  });

  test('a pattern that would take for ever elsewhere comes to an end here', async () => {
    const root = repository({ a: `${'a'.repeat(5000)}b\n` });
    expect((await find(root, { pattern: '^(a+)+$' })).totalMatches).toBe(0);
  });

  test('no matches is an answer', async () => {
    expect(await find(repository(files), { pattern: 'nowhere' })).toEqual({
      matches: [],
      totalMatches: 0,
      filesSearched: 3,
      truncated: false,
    });
  });
});

describe('which files are searched', () => {
  test('not the ignored ones, with and without a repository', async () => {
    const files = {
      '.gitignore': '*.log\nout/\n',
      'a.ts': 'needle',
      'a.log': 'needle',
      'out/b.ts': 'needle',
      '.ignore': 'a.ts',
    };
    expect(paths(await find(repository(files)))).toEqual(['a.ts']);
    expect(paths(await find(gitRepository(files)))).toEqual(['a.ts']);
  });

  test('not the ones that the exclude file, or a file above the root, ignores', async () => {
    const top = gitRepository({ '.gitignore': '*.gen\n', 'part/a.ts': 'needle' });
    write(top, { 'part/b.gen': 'needle', 'part/c.tmp': 'needle', '.git/info/exclude': '*.tmp\n' });
    expect(paths(await find(join(top, 'part')))).toEqual(['a.ts']);
    expect(paths(await find(top))).toEqual(['part/a.ts']);
  });

  test('a file that git tracks though it is ignored, as in a listing', async () => {
    const root = repository({
      '.gitignore': '*.gen\nlib/\n',
      'a.gen': 'needle',
      'lib/b.ts': 'needle',
      'c.gen': 'needle',
    });
    git(root, 'init', '-q');
    git(root, 'add', '-f', 'a.gen', 'lib', '.gitignore');
    expect(paths(await find(root))).toEqual(['a.gen', 'lib/b.ts']);
    expect(paths(await find(root, { fileGlob: '*.ts' }))).toEqual(['lib/b.ts']);
    expect(await find(root, { limit: 1 })).toMatchObject({
      totalMatches: 2,
      filesSearched: 3,
      truncated: true,
    });
  });

  test('not installed packages, where no repository speaks', async () => {
    expect(paths(await find(repository({ 'a.js': 'needle', 'node_modules/b.js': 'needle' })))).toEqual([
      'a.js',
    ]);
  });

  test('hidden ones too, but never a closed one', async () => {
    const root = gitRepository({
      '.github/ci.yml': 'needle',
      '.env.example': 'needle',
      '.env': 'needle',
      'a/.ENV.local': 'needle',
      '.env.ex': 'needle',
      '.env.examples': 'needle',
      'server.KEY': 'needle',
      'secrets.yaml': 'needle',
      'credentials.json': 'needle',
      id_rsa: 'needle',
      '.repo_mcp/index': 'needle',
      'vault/x': 'needle',
      'gen/x.ts': 'needle',
      'a.ts': 'needle',
    });
    write(root, { '.git/needle': 'needle\n' });
    const found = await find(
      root,
      { exclude: ['gen/**'] },
      { dataDir: join(root, '.repo_mcp'), extraDeny: ['vault'] },
    );
    expect(paths(found)).toEqual(['.env.example', '.github/ci.yml', 'a.ts']);
    // ripgrep was told, so that it did not even open them: the vault is ours alone to know.
    expect(found).toMatchObject({ totalMatches: 3, filesSearched: 4 });
    expect(
      paths(await find(root, {}, { excludeGlobs: ['{gen,vault}/**', '.*', '.*/**', 'a.[st]s'] })),
    ).toEqual([]);
  });

  testWith(LINKS)('not links, and not files over the limit', async () => {
    const base = repository({
      'out/a.ts': 'needle',
      'repo/b.ts': 'needle',
      'repo/large.ts': `needle${'x'.repeat(20_000)}`,
    });
    const root = join(base, 'repo');
    symlinkSync('../out', join(root, 'dir'));
    symlinkSync('../out/a.ts', join(root, 'file.ts'));
    symlinkSync('b.ts', join(root, 'inside.ts'));
    expect(paths(await find(root))).toEqual(['b.ts']);
    for (const fileGlob of ['dir/**', 'dir/*.ts', 'file.ts', 'inside.ts'])
      expect(paths(await find(root, { fileGlob }))).toEqual([]);
  });

  test('a file glob that names a folder keeps to the ignore files above it, and to no others', async () => {
    const ignored = { 'sub/a.log': 'needle', 'sub/deep/gen/b.ts': 'needle', 'sub/deep/c.ts': 'needle' };
    const above = repository({ '.gitignore': '*.ts\n' });
    const root = join(above, 'project');
    write(root, { '.gitignore': '*.log\ngen/\n', ...ignored });
    for (const begin of [() => {}, () => git(root, 'init', '-q')]) {
      begin();
      for (const fileGlob of ['sub/**', 'sub/deep/**', 'sub/deep/*.ts', '**/*'])
        expect(paths(await find(root, { fileGlob }))).toEqual(['sub/deep/c.ts']);
      expect(paths(await find(root, { fileGlob: 'sub/*.log' }))).toEqual([]);
    }
    write(root, { 'sub/.gitignore': 'c.ts\n!*.log\n' });
    rmSync(join(root, '.git'), { recursive: true });
    expect(paths(await find(root, { fileGlob: 'sub/deep/**' }))).toEqual([]);
    expect(paths(await find(root, { fileGlob: 'sub/**' }))).toEqual(['sub/a.log']);
  });

  test('a repository inside begins anew with its ignore files', async () => {
    const root = gitRepository({ '.gitignore': '*.log\n', 'b.ts': 'needle' });
    write(root, { 'inner/c.log': 'needle', 'inner/d.tmp': 'needle', 'inner/.gitignore': '*.tmp\n' });
    git(join(root, 'inner'), 'init', '-q');
    expect(paths(await find(root))).toEqual(['b.ts', 'inner/c.log']);
  });

  test('a file glob never brings back what is ignored or closed', async () => {
    const root = gitRepository({ '.gitignore': 'dist/\n*.log\n', 'a.ts': 'needle' });
    write(root, { 'dist/x/b.js': 'needle', 'c.log': 'needle', '.env': 'needle', 'server.key': 'needle' });
    for (const fileGlob of ['dist/**', 'dist/x/*.js', '*.log', '.env', '*.key', '**', '.git/**'])
      expect(paths(await find(root, { fileGlob })).filter((path) => path !== 'a.ts')).toEqual([]);
  });

  test.each([
    ['*.ts'],
    ['**/*.ts'],
    ['src/**/*.ts'],
    ['src/*.ts'],
    ['/*.ts'],
    ['src/'],
    ['src/**'],
    ['{src,test}/**/*.ts'],
    ['{src/deep,src}/*.{ts,js}'],
    ['src/deep/a.ts'],
    ['./src/deep/a.ts'],
    ['src\\deep\\*.ts'],
    ['[ab].ts'],
    ['src/[id]/page.ts'],
    ['nowhere/**/*.ts'],
    ['../**'],
    ['-e'],
    ['*:x'],
    ['*'],
  ])('the glob %j means the same as in a listing', async (fileGlob) => {
    const root = repository(
      Object.fromEntries(
        [
          'a.ts',
          'b.js',
          'src/a.ts',
          'src/b.js',
          'src/deep/a.ts',
          'src/[id]/page.ts',
          'src/i/page.ts',
          'test/c.ts',
          '-e',
          'x/a:x',
        ].map((path) => [path, 'needle\n']),
      ),
    );
    const workspace = openWorkspaceSync({ root, maxFileBytes: 100 });
    const listed = (await workspace.files()).map((file) => file.path).filter(matchGlob(fileGlob));
    expect(paths(await find(root, { fileGlob }))).toEqual(listed);
  });
});

describe('hostile searches', () => {
  test('a pattern that looks like an option is a pattern', async () => {
    const root = repository({ 'a.txt': 'x --pre=./evil.sh y\n', 'evil.sh': '#!/bin/sh\ntouch ran\n' });
    chmodSync(join(root, 'evil.sh'), 0o755);
    for (const pattern of [
      '--pre=./evil.sh',
      '-f/etc/passwd',
      '--',
      '-',
      '--files',
      '--hostname-bin=./evil.sh',
    ])
      await find(root, { pattern });
    expect((await find(root, { pattern: '--pre=./evil.sh', fixedStrings: true })).totalMatches).toBe(1);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  test('globs that look like options, or like a definition of a type, are globs', async () => {
    const root = repository({ 'a.txt': 'needle\n' });
    for (const fileGlob of ['--pre=x', '-e', 'wanted:include:all', ':', '!*.txt'])
      expect((await find(root, { fileGlob })).totalMatches).toBe(0);
    expect((await find(root, { exclude: ['--pre=x', '-', '!a'] })).totalMatches).toBe(1);
  });

  test('a configuration file of ripgrep has no say', async () => {
    const root = repository({
      'a.txt': 'needle\n',
      '.ripgreprc': '--files-with-matches\n',
      '.rgignore': '*\n',
      '.ignore': '*\n',
    });
    expect((await find(root)).totalMatches).toBe(1);
  });

  test('a pattern that matches everywhere is counted in full and answered from the first files', async () => {
    const line = 'x'.repeat(100);
    const root = repository(
      Object.fromEntries(
        ['b', 'a', 'c/d', '.env'].map((name) => [name, `${line}\n`.repeat(95_000)] as [string, string]),
      ),
    );
    const found = await find(root, { pattern: 'x+', limit: 5 }, { maxFileBytes: 20_000_000 });
    expect(found.matches.map((match) => `${match.path}:${match.line}`)).toEqual([
      'a:1',
      'a:2',
      'a:3',
      'a:4',
      'a:5',
    ]);
    expect(found).toMatchObject({ totalMatches: 285_000, filesSearched: 3, truncated: true });
  });

  test('a cancelled search ends', async () => {
    const root = repository({ a: 'needle\n' });
    const workspace = openWorkspaceSync({ root, maxFileBytes: 100 });
    await expect(plainGrep(workspace)(QUERY, AbortSignal.abort())).rejects.toMatchObject({
      kind: 'cancelled',
    });
    const controller = new AbortController();
    const search = plainGrep(workspace)(QUERY, controller.signal);
    controller.abort();
    await expect(search).rejects.toMatchObject({ kind: 'cancelled' });
  });

  test('a search writes nothing', async () => {
    const root = gitRepository({ a: 'needle\n' });
    const before = readdirSync(root, { recursive: true });
    await find(root);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });
});
