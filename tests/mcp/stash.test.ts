/** The stash through the app, as a client meets it. */

import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initStash } from '../../src/areas/stash/index.ts';
import { openApp, type TestApp } from '../helpers/app.ts';
import { LINKS } from '../helpers/probes.ts';
import { repository, write } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

/** Of a call that nobody cancels. */
const NEVER = new AbortController().signal;

const CONFIG = '.context/config.json';

async function open(files: Record<string, string> = {}): Promise<TestApp & { root: string }> {
  const root = repository({ [CONFIG]: '{}', ...files });
  return { root, ...(await openApp(root)) };
}

async function codeOf(app: TestApp, tool: string, args: unknown): Promise<string> {
  const { value, isError } = await app.call(tool, args);
  expect(isError).toBe(true);
  expect(Object.keys(value)).toEqual(['error']);
  expect(Object.keys(value.error)).toEqual(['code', 'message', 'hint']);
  expect(value.error.message).toBeTruthy();
  return value.error.code;
}

describe('context.create', () => {
  verifies(
    [
      'stash:create:makes-entry',
      'stash:create:writes-file',
      'stash:create:returns-file',
      'stash:overview:markdown-files',
      'stash:layout:entries',
      'stash:layout:config',
      'stash:config:default-start-index',
      'stash:config:default-leading-zeros',
      'stash:config:default-prefix',
      'stash:config:default-suffix',
    ],
    'each call makes the next numbered file in .context and returns its name',
    async () => {
      const { root, call } = await open();
      expect((await call('context.create', { markdown: '# One\n' })).value).toEqual({
        file: '00001.md',
        ref: '00001',
        comment: '// refer to context 00001',
      });
      expect((await call('stash_create', { markdown: '# Two' })).value.file).toBe('00002.md');
      expect(readFileSync(join(root, '.context/00001.md'), 'utf8')).toBe('# One\n');
      expect(readdirSync(join(root, '.context')).sort()).toEqual(['00001.md', '00002.md', 'config.json']);
    },
  );

  verifies(
    ['stash:create:example-name', 'stash:create:leading-zeros', 'stash:config:leading-zeros'],
    'index 12 becomes 00012.md, and other widths as configured',
    async () => {
      const { root, call } = await open({ '.context/00011.md': 'eleven' });
      expect((await call('context.create', { markdown: 'x' })).value.file).toBe('00012.md');
      write(root, { [CONFIG]: '{"leadingZeros": 8}' });
      expect((await call('context.create', { markdown: 'y' })).value.file).toBe('00000013.md');
    },
  );

  verifies(
    [
      'stash:create:reads-config',
      'stash:create:start-index',
      'stash:config:start-index',
      'stash:config:prefix',
      'stash:config:suffix',
      'stash:config:file-name',
    ],
    'the configuration of the moment names the file',
    async () => {
      const { root, call } = await open({
        [CONFIG]: '{"startIndex": 123, "filePrefix": "ctx-", "fileSuffix": ".markdown"}',
      });
      expect((await call('context.create', { markdown: 'x' })).value).toMatchObject({
        file: 'ctx-00123.markdown',
        ref: '00123',
      });
      write(root, { [CONFIG]: '{"startIndex": 7}' });
      expect((await call('context.create', { markdown: 'x' })).value.file).toBe('00007.md');
    },
  );

  verifies(
    [
      'stash:create:too-many-lines',
      'stash:create:too-many-lines-error',
      'stash:rules:max-lines',
      'stash:config:max-lines',
      'stash:config:default-max-lines',
      'stash:errors:too-many-lines',
    ],
    'fifty lines and a final newline are fifty lines; one more is refused and writes nothing',
    async () => {
      const { root, ...app } = await open();
      const fifty = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n');
      for (const markdown of [`${fifty}\n`, fifty, `${fifty.replaceAll('\n', '\r\n')}\r\n`])
        expect((await app.call('context.create', { markdown })).isError).toBe(false);
      expect(await codeOf(app, 'context.create', { markdown: `${fifty}\nmore` })).toBe('too_many_lines');
      write(root, { [CONFIG]: '{"maxLines": 2}' });
      expect(await codeOf(app, 'context.create', { markdown: 'a\nb\nc' })).toBe('too_many_lines');
      expect(readdirSync(join(root, '.context'))).toHaveLength(4);
    },
  );

  verifies('stash:create:input', 'markdown is a string, required and not empty', async () => {
    const app = await open();
    for (const args of [{}, { markdown: 7 }, { markdown: null }, { markdown: '' }, { markdown: ' \n ' }])
      expect(await codeOf(app, 'context.create', args)).toBe('invalid_input');
    expect(await codeOf(app, 'context.create', { markdown: 'x', text: 'y' })).toBe('invalid_input');
    expect(await codeOf(app, 'context.create', [])).toBe('invalid_input');
  });

  test('takes type, module, supersedes and anchors, and refuses what they cannot be', async () => {
    const app = await open({ 'src/a.py': 'def f():\n    return 1\n' });
    await app.call('context.create', { markdown: 'old' });
    const fields = { type: 'rule', module: 'core', supersedes: ['1'], anchors: ['src/a.py:1-2'] };
    expect((await app.call('context.create', { markdown: 'new', ...fields })).value).toMatchObject({
      ref: '00002',
      comment: '# refer to context 00002',
    });
    for (const [bad, code] of [
      [{ type: 'opinion' }, 'invalid_input'],
      [{ module: '' }, 'invalid_input'],
      [{ module: 'a\nb' }, 'invalid_input'],
      [{ supersedes: '1' }, 'invalid_input'],
      [{ supersedes: ['../1'] }, 'invalid_ref'],
      [{ supersedes: ['9'] }, 'not_found'],
      [{ anchors: ['../a.py:1'] }, 'invalid_input'],
      [{ anchors: ['src/a.py:7-9'] }, 'invalid_input'],
      [{ anchors: [{ path: 'src/a.py' }] }, 'invalid_input'],
    ] as const)
      expect(await codeOf(app, 'context.create', { markdown: 'x', ...bad })).toBe(code);
  });
});

describe('context.get', () => {
  verifies(
    ['stash:get:maps-ref', 'stash:get:reads-file', 'stash:get:output'],
    'the text comes back whichever way the number is written',
    async () => {
      const { root, call } = await open({ '.context/00012.md': '# Twelve\n\ntext\n' });
      for (const ref of ['00012', '12', '00012.md', '0000012'])
        expect((await call('context.get', { ref })).value.markdown).toBe('# Twelve\n\ntext\n');
      write(root, { [CONFIG]: '{"filePrefix": "ctx-"}', '.context/ctx-00003.md': 'three' });
      for (const ref of ['ctx-00003', 'ctx-00003.md', '3'])
        expect((await call('context.get', { ref })).value.markdown).toBe('three');
    },
  );

  verifies(
    [
      'stash:get:input',
      'stash:errors:invalid-ref',
      'stash:paths:no-traversal',
      'stash:overview:sandboxed',
      'stash:serve:sandbox',
      'stash:paths:relative-to-root',
    ],
    'a ref is a number and never a path',
    async () => {
      const { root, ...app } = await open({ 'secret.md': 'swordfish', '00001.md': 'swordfish' });
      const outside = repository({ '00001.md': 'swordfish', 'secret.md': 'swordfish' });
      mkdirSync(join(root, '.context/sub'));
      write(root, { '.context/sub/00001.md': 'swordfish' });
      symlinkSync(join(outside, 'secret.md'), join(root, '.context/00005.md'));
      for (const ref of [
        '../secret',
        '../00001',
        'sub/00001',
        `../../${basename(outside)}/00001`,
        join(outside, '00001'),
        '..\\00001',
        '00001/../../secret',
        '%2e%2e/secret',
        '00001\0',
        'config',
        'config.json',
        'README',
        '',
        '１２',
        '-1',
        '1.5',
        '9'.repeat(300),
      ]) {
        const { text } = await app.call('context.get', { ref });
        expect(text).not.toContain('swordfish');
        expect(await codeOf(app, 'context.get', { ref })).toBe('invalid_ref');
      }
      expect(await codeOf(app, 'context.get', { ref: '5' })).toBe('not_found');
      expect(await codeOf(app, 'context.get', {})).toBe('invalid_input');
      expect(await codeOf(app, 'context.get', { ref: 12 })).toBe('invalid_input');
    },
    { needs: [LINKS] },
  );

  verifies('stash:errors:not-found', 'a number without an entry is not found', async () => {
    expect(await codeOf(await open(), 'context.get', { ref: '12' })).toBe('not_found');
  });

  verifies(
    ['stash:rules:never-modified', 'stash:rules:new-reasoning'],
    'new reasoning is a new entry, and the old one says by whom it was superseded',
    async () => {
      const { root, call } = await open({ '.context/00001.md': 'first thoughts' });
      await call('context.create', { markdown: 'second thoughts', supersedes: ['00001'] });
      expect((await call('context.get', { ref: '1' })).value).toMatchObject({
        markdown: 'first thoughts',
        superseded_by: ['00002'],
      });
      expect((await call('context.get', { ref: '2' })).value).toMatchObject({
        markdown: 'second thoughts',
        supersedes: ['00001'],
      });
      expect(readFileSync(join(root, '.context/00001.md'), 'utf8')).toBe('first thoughts');
    },
  );

  verifies(
    ['stash:references:comment', 'stash:rules:many-files', 'stash:rules:many-entries'],
    'comments that cite the entry are listed with it, in any language',
    async () => {
      const { root, call } = await open({
        '.context/00012.md': 'twelve',
        '.context/00019.md': 'nineteen',
        'a.ts': 'const a = 1; // refer to context 00012, 00019\nconst b = "refer to context 00012";\n',
        'b.py': '# refer to context 12\n',
        'c.go': '/* refer to context 00019 */\n',
      });
      const places = async (ref: string) => (await call('context.get', { ref })).value.cited_from;
      expect(await places('12')).toEqual([
        { path: 'a.ts', line: 1 },
        { path: 'b.py', line: 1 },
      ]);
      expect(await places('19')).toEqual([
        { path: 'a.ts', line: 1 },
        { path: 'c.go', line: 1 },
      ]);
      write(root, { 'b.py': 'x = 1\n\n# refer to context 12\n' });
      expect(await places('12')).toContainEqual({ path: 'b.py', line: 3 });
    },
  );
});

describe('context.list', () => {
  verifies(
    ['stash:list:pattern', 'stash:list:numeric-order', 'stash:list:output', 'stash:list:no-input'],
    'files of the pattern only, sorted by number',
    async () => {
      const { call } = await open({
        '.context/100000.md': 'large',
        '.context/00002.md': '# Two',
        '.context/00010.md': 'ten',
        '.context/README.md': 'no',
        '.context/00003.markdown': 'no',
        '.context/x00004.md': 'no',
      });
      const { entries } = (await call('context.list')).value;
      expect(entries).toEqual([
        { ref: '00002', file: '00002.md', title: 'Two' },
        { ref: '00010', file: '00010.md', title: 'ten' },
        { ref: '100000', file: '100000.md', title: 'large' },
      ]);
      expect((await (await open()).call('context.list')).value).toEqual({ entries: [] });
    },
  );
});

describe('context.search', () => {
  verifies(
    ['stash:search:all-entries', 'stash:search:matches-only', 'stash:search:output', 'stash:search:snippet'],
    'entries that hold the words, by number, with the matching line',
    async () => {
      const { call } = await open({
        '.context/00002.md': '# Two\n\n  The Bank counts retries.  \n\nbank again',
        '.context/00010.md': 'Retries of the BANK.',
        '.context/00001.md': 'Colours.',
      });
      expect((await call('context.search', { query: 'bank' })).value).toEqual({
        results: [
          { ref: '00002', file: '00002.md', snippet: 'The Bank counts retries.' },
          { ref: '00010', file: '00010.md', snippet: 'Retries of the BANK.' },
        ],
      });
      expect((await call('context.search', { query: 'bank counts' })).value.results).toHaveLength(1);
      expect((await call('context.search', { query: '.*' })).value).toEqual({ results: [] });
    },
  );

  verifies('stash:search:input', 'query is a string, required and not empty', async () => {
    const app = await open({ '.context/00001.md': 'x' });
    for (const args of [{}, { query: '' }, { query: '  ' }, { query: 1 }])
      expect(await codeOf(app, 'context.search', args)).toBe('invalid_input');
  });

  test('a long line is cut around the match, and fields are found too', async () => {
    const { call } = await open({
      '.context/00001.md': `${'x'.repeat(900)} needle ${'y'.repeat(900)}`,
      '.context/00002.md': '---\nmodule: harbour\n---\ntext\n',
    });
    const [{ snippet }] = (await call('context.search', { query: 'NEEDLE' })).value.results;
    expect(snippet).toContain(' needle ');
    expect(snippet.length).toBeLessThan(260);
    expect((await call('context.search', { query: 'harbour' })).value.results).toEqual([
      { ref: '00002', file: '00002.md', snippet: 'module: harbour' },
    ]);
  });
});

describe('errors', () => {
  const CALLS: [string, object][] = [
    ['context.create', { markdown: 'x' }],
    ['context.get', { ref: '1' }],
    ['context.list', {}],
    ['context.search', { query: 'x' }],
  ];

  verifies(
    ['stash:errors:not-initialized', 'stash:errors:structured'],
    'without .context every tool tells to run init, in one structured form',
    async () => {
      const root = repository({});
      const app = await openApp(root);
      for (const [tool, args] of CALLS) {
        const { value, isError, text } = await app.call(tool, args);
        expect(isError).toBe(true);
        expect(value.error).toMatchObject({
          code: 'not_initialized',
          hint: expect.stringContaining('--init'),
        });
        expect(value.error.hint).toContain('pilotbook init');
        expect(text).not.toContain(root);
      }
      expect(readdirSync(root)).not.toContain('.context');
      await initStash(root, { agentsFile: 'agents.md', isDenied: () => false });
      for (const [tool, args] of CALLS) expect((await app.call(tool, args)).isError).toBe(false);
    },
  );

  verifies('stash:errors:config', 'a missing or malformed configuration is an error of its own', async () => {
    const missing = await openApp(repository({ '.context/00001.md': 'x' }));
    for (const [tool, args] of CALLS) expect(await codeOf(missing, tool, args)).toBe('config_invalid');
    for (const text of ['', '{', '[]', '{"maxLines": 0}', '{"filePrefix": "../"}', '\ufeff7']) {
      const app = await open({ [CONFIG]: text });
      for (const [tool, args] of CALLS) expect(await codeOf(app, tool, args)).toBe('config_invalid');
    }
  });

  test('a .context that is no directory is an io_error without host paths', async () => {
    const root = repository({ '.context': 'a file' });
    const app = await openApp(root);
    for (const [tool, args] of CALLS) {
      expect(await codeOf(app, tool, args)).toBe('io_error');
      expect((await app.call(tool, args)).text).not.toContain(root);
    }
  });
});

describe('resources', () => {
  test('each entry is one, with a template and completion', async () => {
    const { app, call } = await open({ '.context/00012.md': '# Twelve\n', '.context/00020.md': 'twenty' });
    const provider = app.resources.find(
      ({ templates }) => templates[0]?.uriTemplate === 'pilotbook://stash/{ref}',
    );
    expect(await provider?.list(NEVER)).toEqual([
      { uri: 'pilotbook://stash/00012', name: '00012', title: 'Twelve', mimeType: 'text/markdown' },
      { uri: 'pilotbook://stash/00020', name: '00020', title: 'twenty', mimeType: 'text/markdown' },
    ]);
    expect((await provider?.read('pilotbook://stash/12', NEVER))?.text).toBe('# Twelve\n');
    await call('context.create', { markdown: 'new', supersedes: ['12'] });
    expect((await provider?.read('pilotbook://stash/12', NEVER))?.text).toBe(
      '> superseded by 00021\n\n# Twelve\n',
    );
    expect(await provider?.complete('pilotbook://stash/{ref}', 'ref', '0001', NEVER)).toEqual(['00012']);
    expect(await provider?.read('pilotbook://other/1', NEVER)).toBeUndefined();
    await expect(provider?.read('pilotbook://stash/..%2fsecret', NEVER)).rejects.toMatchObject({
      code: 'invalid_ref',
    });
    const bare = (await openApp(repository({}))).app.resources;
    for (const { list } of bare) expect(await list(NEVER)).toEqual(expect.any(Array));
  });
});
