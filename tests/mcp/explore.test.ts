/** specs/repo: index, outline, search, refresh and bundles, through the app. */

import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Json, openApp } from '../helpers/app.ts';
import { gitRepository, repository, write } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

const paths = (value: Json): string[] => value.result.hits.map(({ path }: { path: string }) => path);

const SHOP = {
  'shop/refund.py': [
    'import money',
    '',
    'class Refund(Base, metaclass=Meta):',
    '    """Gives money back."""',
    '',
    '    @audited',
    '    def approve(self, order, *, limit: int = 50) -> bool:',
    '        """Approve a small refund."""',
    '        if order.total > limit:',
    '            def escalate(reason):',
    '                return reason',
    '            return False',
    '        return True',
    '',
    'async def settle(refund):',
    '    return refund',
    '',
  ].join('\n'),
  'shop/basket.py': 'def add_item(basket, item):\n    basket.append(item)\n',
  'tests/test_refund.py': 'from shop.refund import Refund\n\ndef test_approve_refund():\n    assert Refund\n',
  'docs/guide.md': '# Guide\n\n## Refunds\n\nA refund over the limit is escalated.\n',
};

describe('repo.outline', () => {
  verifies(
    [
      'repo:outline:functions',
      'repo:outline:classes',
      'repo:outline:methods',
      'repo:outline:signatures',
      'repo:outline:line-ranges',
      'repo:outline:doc-line',
      'repo:outline:nested-scopes',
      'repo:outline:conditional-blocks',
      'repo:outline:field-kind',
      'repo:outline:field-name',
      'repo:outline:field-signature',
      'repo:outline:field-start-line',
      'repo:outline:field-end-line',
      'repo:outline:field-doc',
      'repo:outline:parent-symbol',
      'repo:outline:scope-kind',
      'repo:outline:is-conditional',
      'repo:outline:decl-context',
      'repo:outline:class-signature',
      'repo:outline:path',
      'repo:outline:language',
      'repo:outline:symbols',
      'repo:adapter:outline',
      'repo:adapter:supports-path',
    ],
    'a Python file, every field of every symbol',
    async () => {
      const { call } = await openApp(repository(SHOP));
      const { result } = (await call('repo.outline', { path: 'shop/refund.py' })).value;
      expect(result).toEqual({
        path: 'shop/refund.py',
        language: 'python',
        symbols: [
          {
            kind: 'class',
            name: 'Refund',
            signature: '(Base, metaclass=Meta)',
            start_line: 3,
            end_line: 13,
            doc: 'Gives money back.',
            parent_symbol: null,
            scope_kind: 'module',
            is_conditional: false,
            decl_context: null,
          },
          {
            kind: 'method',
            name: 'Refund.approve',
            signature: '(self, order, *, limit: int=50)',
            start_line: 7,
            end_line: 13,
            doc: 'Approve a small refund.',
            parent_symbol: 'Refund',
            scope_kind: 'class',
            is_conditional: false,
            decl_context: null,
          },
          {
            kind: 'function',
            name: 'Refund.approve.escalate',
            signature: '(reason)',
            start_line: 10,
            end_line: 11,
            doc: null,
            parent_symbol: 'Refund.approve',
            scope_kind: 'function',
            is_conditional: true,
            decl_context: 'if',
          },
          {
            kind: 'async_function',
            name: 'settle',
            signature: '(refund)',
            start_line: 15,
            end_line: 16,
            doc: null,
            parent_symbol: null,
            scope_kind: 'module',
            is_conditional: false,
            decl_context: null,
          },
        ],
      });
    },
  );

  verifies(
    [
      'repo:outline:no-branch-truth',
      'repo:outline:syntactic-facts',
      'repo:outline:never-executes',
      'repo:outline:declaration-based',
    ],
    'what stands under `if False` is listed, and nothing is run',
    async () => {
      const root = repository({
        'a.py':
          'import os\nos.makedirs("ran")\nif False:\n    def never(): pass\nelse:\n    def always(): pass\n',
      });
      const { call } = await openApp(root);
      const { symbols } = (await call('repo.outline', { path: 'a.py' })).value.result;
      expect(symbols.map(({ name }: Json) => name)).toEqual(['never', 'always']);
      expect(existsSync(join(root, 'ran'))).toBe(false);
    },
  );

  verifies(
    ['repo:outline:stable-order', 'repo:outline:deterministic', 'repo:outline:stable-across-runs'],
    'by line, and the same bytes every time',
    async () => {
      const { call } = await openApp(repository(SHOP));
      const first = await call('repo.outline', { path: 'shop/refund.py' });
      const lines = first.value.result.symbols.map(({ start_line }: Json) => start_line);
      expect(lines).toEqual(lines.toSorted((a: number, b: number) => a - b));
      expect((await call('repo.outline', { path: 'shop/refund.py' })).text).toBe(first.text);
    },
  );

  verifies(
    [
      'repo:outline:unparseable-empty',
      'repo:outline:parse-failure-silent',
      'repo:outline:signature-best-effort',
    ],
    'a file that cannot be parsed has no symbols and gives away no text',
    async () => {
      const { call } = await openApp(
        repository({ 'broken.py': 'def swordfish(:\n  !!\n', 'notes.txt': 'def x' }),
      );
      for (const path of ['broken.py', 'notes.txt']) {
        const { value, text } = await call('repo.outline', { path });
        expect(value).toMatchObject({ ok: true, result: { symbols: [] } });
        expect(text).not.toContain('swordfish');
      }
    },
  );

  verifies(
    ['repo:outline:all-adapters-nested', 'repo:adapter:other-languages'],
    'other languages give the same fields, nested and conditional ones too',
    async () => {
      const { call } = await openApp(
        repository({
          'a.ts': 'export class A {\n  run() {\n    if (x) {\n      function inner() {}\n    }\n  }\n}\n',
          'a.go': 'package a\n\nfunc Run(x int) int {\n\treturn x\n}\n',
        }),
      );
      const ts = (await call('repo.outline', { path: 'a.ts' })).value.result;
      expect(ts.language).toBe('typescript');
      expect(ts.symbols.map(({ name, is_conditional }: Json) => [name, is_conditional])).toEqual([
        ['A', false],
        ['A.run', false],
        ['A.run.inner', true],
      ]);
      const go = (await call('repo.outline', { path: 'a.go' })).value.result;
      expect(go.symbols[0]).toMatchObject({ kind: 'function', start_line: 3, end_line: 5 });
    },
  );

  verifies('repo:config:file-adapters', 'repo_mcp.toml can switch a language off', async () => {
    const { call } = await openApp(
      repository({ ...SHOP, 'repo_mcp.toml': '[adapters]\ndisabled = ["python"]\n' }),
    );
    expect((await call('repo.outline', { path: 'shop/refund.py' })).value.result.symbols).toEqual([]);
    expect((await call('repo.status')).value.result.enabled_adapters).not.toContain('python');
  });

  test.each([
    ['missing.py', 'NOT_FOUND'],
    ['../x.py', 'PATH_BLOCKED'],
    ['.env', 'PATH_BLOCKED'],
    ['', 'INVALID_PARAMS'],
  ])('%j answers %s', async (path, code) => {
    const { call } = await openApp(repository({ '.env': 'X=1' }));
    expect((await call('repo.outline', { path })).value.error.code).toBe(code);
  });
});

describe('repo.search', () => {
  verifies(
    [
      'repo:search:query',
      'repo:search:mode',
      'repo:search:ranked',
      'repo:search:hit-path',
      'repo:search:hit-lines',
      'repo:search:hit-snippet',
      'repo:search:hit-score',
      'repo:search:hit-terms',
    ],
    'hits come best first, each with path, lines, snippet, score and terms',
    async () => {
      const { call } = await openApp(repository(SHOP));
      const { result } = (await call('repo.search', { query: 'approve refund' })).value;
      const [first] = result.hits;
      expect(first).toMatchObject({ path: 'shop/refund.py', matched_terms: ['approve', 'refund'] });
      const file = SHOP['shop/refund.py'].split('\n');
      expect(first.start_line).toBeGreaterThanOrEqual(1);
      expect(first.end_line).toBeLessThanOrEqual(file.length);
      const snippet = first.snippet.split('\n');
      expect(file.slice(first.snippet_start_line - 1, first.snippet_start_line - 1 + snippet.length)).toEqual(
        snippet,
      );
      const scores = result.hits.map(({ score }: Json) => score);
      expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    },
  );

  verifies(
    ['repo:search:top-k', 'repo:limits:search-hits'],
    'top_k limits, and more than max_search_hits is blocked',
    async () => {
      const { call } = await openApp(repository(SHOP), { 'max-search-hits': '3' });
      expect((await call('repo.search', { query: 'refund', top_k: 1 })).value.result.hits).toHaveLength(1);
      expect((await call('repo.search', { query: 'refund', top_k: 4 })).value).toMatchObject({
        blocked: true,
        error: { code: 'POLICY_BLOCKED' },
      });
    },
  );

  verifies('repo:search:file-glob', 'file_glob picks the files', async () => {
    const { call } = await openApp(repository(SHOP));
    expect(paths((await call('repo.search', { query: 'refund', file_glob: '*.md' })).value)).toEqual([
      'docs/guide.md',
    ]);
    expect(paths((await call('repo.search', { query: 'refund', file_glob: 'shop/**' })).value)).toEqual([
      'shop/refund.py',
    ]);
  });

  verifies(
    'repo:search:stable',
    'the same call gives the same bytes, also after a rebuild and in another process of indexing',
    async () => {
      const { call } = await openApp(repository(SHOP));
      await call('repo.refresh_index', {});
      const first = (await call('repo.search', { query: 'refund limit' })).text;
      expect((await call('repo.search', { query: 'refund limit' })).text).toBe(first);
      await call('repo.refresh_index', { force: true });
      expect((await call('repo.search', { query: 'refund limit' })).text).toBe(first);
      const other = await openApp(repository(Object.fromEntries(Object.entries(SHOP).reverse())));
      await other.call('repo.refresh_index', {});
      expect((await other.call('repo.search', { query: 'refund limit' })).text).toBe(first);
    },
  );

  test('semantic and hybrid find what shares no word, and score by meaning', async () => {
    const { call } = await openApp(
      repository({
        'retry.py':
          'def backoff(attempt):\n    """Wait longer after every failed request."""\n    return 2 ** attempt\n',
        'color.py': 'def mix(red, green):\n    return red + green\n',
      }),
    );
    await call('repo.refresh_index', {});
    for (const mode of ['semantic', 'hybrid'])
      expect(paths((await call('repo.search', { query: 'delay between retries', mode })).value)[0]).toBe(
        'retry.py',
      );
  });

  test('the definition of the asked symbol comes before its uses and its tests', async () => {
    const uses = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `src/use${at}.py`,
        'from shop import settle\nsettle(1)\nsettle(2)\nsettle(3)\n',
      ]),
    );
    const { call } = await openApp(
      repository({
        ...SHOP,
        ...uses,
        'tests/test_settle.py': 'def test_settle():\n    settle(1)\n    settle(2)\n',
      }),
    );
    expect(paths((await call('repo.search', { query: 'settle' })).value)[0]).toBe('shop/refund.py');
  });

  test.each([
    [{ query: '' }, 'INVALID_PARAMS'],
    [{ query: '   ' }, 'INVALID_PARAMS'],
    [{}, 'INVALID_PARAMS'],
    [{ query: 'x', mode: 'magic' }, 'INVALID_PARAMS'],
    [{ query: 'x', top_k: 0 }, 'INVALID_PARAMS'],
    [{ query: 'x'.repeat(20_001) }, 'INVALID_PARAMS'],
    [{ query: 'x', path_prefix: 'src' }, 'INVALID_PARAMS'],
  ])('%j answers %s', async (args, code) => {
    const { call } = await openApp(repository(SHOP));
    expect((await call('repo.search', args)).value).toMatchObject({ ok: false, error: { code } });
  });

  test.each(['"', "'", '*', 'NEAR(', '\0', '-x', 'a OR b', '((((', '🦆', '認証', '%', '\\'])(
    'the query %j is only text',
    async (query) => {
      const { call } = await openApp(repository(SHOP));
      expect((await call('repo.search', { query })).value.ok).toBe(true);
    },
  );
});

describe('the index', () => {
  verifies(
    ['repo:index:python', 'repo:index:docs-and-config', 'repo:index:web'],
    'text files of every kind are found',
    async () => {
      const endings = [
        'py',
        'md',
        'rst',
        'toml',
        'yaml',
        'yml',
        'json',
        'ini',
        'cfg',
        'js',
        'ts',
        'html',
        'css',
        'go',
        'rs',
        'txt',
      ];
      const { call } = await openApp(
        repository(Object.fromEntries(endings.map((ending) => [`f.${ending}`, `zebra_${ending} = 1\n`]))),
      );
      for (const ending of endings)
        expect(paths((await call('repo.search', { query: `zebra_${ending}` })).value)[0], ending).toBe(
          `f.${ending}`,
        );
    },
  );

  verifies('repo:index:no-binaries', 'binary, denied, ignored and oversized files never enter', async () => {
    const root = gitRepository({ '.gitignore': 'ignored.txt\n', 'a.txt': 'zebra\n' });
    write(root, {
      'image.png': 'zebra\0\u0001',
      'secrets.yaml': 'zebra: 1\n',
      '.env': 'zebra=1\n',
      'ignored.txt': 'zebra\n',
      'big.txt': 'zebra\n'.repeat(300_000),
    });
    const { call } = await openApp(root);
    await call('repo.refresh_index', {});
    for (const mode of ['bm25', 'semantic', 'hybrid'])
      expect(paths((await call('repo.search', { query: 'zebra', mode })).value)).toEqual(['a.txt']);
  });

  verifies(
    ['repo:config:included-extensions', 'repo:config:file-extensions'],
    'include_extensions narrows the index',
    async () => {
      const files = { 'a.py': 'zebra = 1\n', 'a.md': 'zebra\n' };
      const flagged = await openApp(repository(files), { 'include-extensions': '.md' });
      expect(paths((await flagged.call('repo.search', { query: 'zebra' })).value)).toEqual(['a.md']);
      const filed = await openApp(
        repository({ ...files, 'repo_mcp.toml': '[index]\ninclude_extensions = [".py"]\n' }),
      );
      expect(paths((await filed.call('repo.search', { query: 'zebra' })).value)).toEqual(['a.py']);
    },
  );

  verifies(
    ['repo:config:excluded-globs', 'repo:config:file-ignore-globs'],
    'exclude_globs keeps files out',
    async () => {
      const files = { 'a.py': 'zebra = 1\n', 'old/b.py': 'zebra = 2\n' };
      const flagged = await openApp(repository(files), { 'exclude-globs': 'old/**' });
      expect(paths((await flagged.call('repo.search', { query: 'zebra' })).value)).toEqual(['a.py']);
      const filed = await openApp(
        repository({ ...files, 'repo_mcp.toml': '[index]\nexclude_globs = ["old/**"]\n' }),
      );
      expect(paths((await filed.call('repo.search', { query: 'zebra' })).value)).toEqual(['a.py']);
    },
  );

  verifies(
    [
      'repo:refresh:counts',
      'repo:refresh:duration',
      'repo:refresh:timestamp',
      'repo:refresh:only-changed',
      'repo:refresh:removes-deleted',
      'repo:refresh:hash-and-mtime',
      'repo:refresh:force',
    ],
    'refresh counts what changed, by content and not by time',
    async () => {
      const root = repository({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'c.py': 'c = 1\n' });
      const { call } = await openApp(root);
      const refresh = async (args = {}) => (await call('repo.refresh_index', args)).value.result;
      expect(await refresh()).toEqual({
        added: 3,
        updated: 0,
        removed: 0,
        duration_ms: expect.any(Number),
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      expect(await refresh()).toMatchObject({ added: 0, updated: 0, removed: 0 });
      utimesSync(join(root, 'a.py'), new Date(), new Date(Date.now() + 5000));
      expect(await refresh()).toMatchObject({ added: 0, updated: 0, removed: 0 });
      write(root, { 'b.py': 'b = 22\n', 'd.py': 'd = 1\n' });
      rmSync(join(root, 'c.py'));
      expect(await refresh()).toMatchObject({ added: 1, updated: 1, removed: 1 });
      expect(await refresh({ force: true })).toMatchObject({ added: 0, updated: 3, removed: 0 });
      const status = (await call('repo.status')).value.result;
      expect(status).toMatchObject({ index_status: 'ready', indexed_file_count: 3 });
      expect(status.last_refresh_timestamp).toMatch(/Z$/);
    },
  );

  test('an edit, a new file and a deletion are seen by the very next search', async () => {
    const root = repository({ 'a.py': 'def zebra():\n    pass\n', 'b.py': 'x = 1\n' });
    const { call } = await openApp(root);
    await call('repo.refresh_index', {});
    expect(paths((await call('repo.search', { query: 'zebra' })).value)).toEqual(['a.py']);
    write(root, { 'a.py': '\n\n\ndef zebra():\n    return 7\n' });
    const moved = (await call('repo.search', { query: 'zebra' })).value.result.hits[0];
    expect(moved.snippet).toContain('return 7');
    write(root, { 'a.py': 'nothing = 1\n', 'new.py': 'def zebra():\n    pass\n' });
    expect(paths((await call('repo.search', { query: 'zebra' })).value)).toEqual(['new.py']);
    rmSync(join(root, 'new.py'));
    expect(paths((await call('repo.search', { query: 'zebra' })).value)).toEqual([]);
  });

  test('no search ever shows text that is not in the file at those lines', async () => {
    const root = repository({ 'a.py': 'one\n' });
    const { call } = await openApp(root);
    for (let round = 0; round < 20; round++) {
      const text = `${'# pad\n'.repeat((round * 7) % 11)}def zebra_${round}():\n    return ${round}\n${'x = 1\n'.repeat(round % 5)}`;
      writeFileSync(join(root, 'a.py'), text);
      const [hit] = (await call('repo.search', { query: 'zebra' })).value.result.hits;
      const snippet = hit.snippet.split('\n');
      expect(
        text.split('\n').slice(hit.snippet_start_line - 1, hit.snippet_start_line - 1 + snippet.length),
      ).toEqual(snippet);
      expect(hit.snippet).toContain(`zebra_${round}`);
    }
  });

  verifies(
    [
      'repo:chunk:path',
      'repo:chunk:line-range',
      'repo:chunk:deterministic',
      'repo:chunk:stable-id',
      'repo:chunk:adapter-boundaries',
      'repo:adapter:smart-chunks',
    ],
    'a long file is found in the part that matches, aligned to declarations, the same each time',
    async () => {
      const parts = Array.from(
        { length: 60 },
        (_, at) =>
          `def part_${at}(value):\n    """Part number ${at}."""\n${'    value = value + 1  # some more work to do here\n'.repeat(12)}    return value\n`,
      );
      const { call } = await openApp(repository({ 'long.py': parts.join('\n') }));
      const hit = async () => (await call('repo.search', { query: 'part_40' })).value.result.hits[0];
      const first = await hit();
      const start = parts.slice(0, 40).join('\n').split('\n').length + 1;
      expect(first.path).toBe('long.py');
      expect(Math.abs(first.start_line - start)).toBeLessThanOrEqual(40);
      expect(first.end_line - first.start_line).toBeLessThan(60);
      expect(await hit()).toEqual(first);
    },
  );

  verifies(
    [
      'repo:config:embeddings-off',
      'repo:non-goals:no-llm-calls',
      'repo:bundle:no-llm',
      'repo:non-goals:no-http',
    ],
    'nothing is asked of any service unless it is switched on',
    async () => {
      let asked = 0;
      const server = createServer((_, response) => {
        asked++;
        response.end('{}');
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close());
      const address = server.address();
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      const { call } = await openApp(repository(SHOP), { 'embeddings-url': url });
      await call('repo.search', { query: 'refund', mode: 'hybrid' });
      await call('repo.build_context_bundle', { prompt: 'approve refunds' });
      expect(asked).toBe(0);
    },
  );
});

describe('repo.build_context_bundle', () => {
  const PROMPT = 'How does the shop approve a refund?';
  const bundle = async (args: object, files: Record<string, string> = SHOP) => {
    const app = await openApp(repository(files));
    return { ...app, ...(await app.call('repo.build_context_bundle', args)) };
  };

  verifies(
    [
      'repo:bundle:task-and-citations',
      'repo:bundle:prompt',
      'repo:bundle:id',
      'repo:bundle:fingerprint',
      'repo:bundle:selections',
      'repo:bundle:excerpts',
      'repo:bundle:citations',
      'repo:bundle:audit',
      'repo:bundle:rationale',
      'repo:bundle:keywords',
      'repo:bundle:several-searches',
      'repo:bundle:strategy',
    ],
    'excerpts, reasons, citations and how it was made',
    async () => {
      const { value } = await bundle({ prompt: 'How does the shop approve a refund?' });
      const { result } = value;
      expect(result.bundle_id).toMatch(/^bd_[0-9a-f]{16}$/);
      expect(result.prompt_fingerprint).toMatch(/^[0-9a-f]{16}$/);
      expect(result.strategy).toBe('hybrid');
      expect(result.audit.search_queries).toEqual(['prompt', 'shop approve refund']);
      expect(result.selections.length).toBeGreaterThan(0);
      for (const [index, each] of result.selections.entries()) {
        const lines = SHOP[each.path as keyof typeof SHOP].split('\n');
        expect(each.excerpt).toBe(lines.slice(each.start_line - 1, each.end_line).join('\n'));
        expect(each.rationale).toBeTruthy();
        expect(result.citations[index]).toMatchObject({
          path: each.path,
          start_line: each.start_line,
          end_line: each.end_line,
          selection_index: index,
        });
      }
      expect(result.audit.candidates).toBeUndefined();
      // Excerpts that touch are one selection.
      const [, kept] = /^kept (\d+)$/.exec(result.audit.budget_enforcement[0]) ?? [];
      expect(Number(kept)).toBeGreaterThanOrEqual(result.selections.length);
      expect(result.audit.dedupe_counts.before).toBeGreaterThanOrEqual(result.audit.dedupe_counts.after);
    },
  );

  verifies(
    ['repo:bundle:audit'],
    'what was considered is listed on request, and adds up to the counts that are always there',
    async () => {
      const short = (await bundle({ prompt: PROMPT, budget: { max_files: 1 } })).value.result;
      const { result } = (await bundle({ prompt: PROMPT, budget: { max_files: 1 }, include_audit: true }))
        .value;
      expect(result.bundle_id).toBe(short.bundle_id);
      const verdicts = result.audit.candidates.map((line: string) => line.split(' ')[0]);
      const counted = ['kept', 'merged', 'dropped']
        .filter((verdict) => verdicts.includes(verdict))
        .map((verdict) => `${verdict} ${verdicts.filter((each: string) => each === verdict).length}`);
      expect(short.audit.budget_enforcement).toEqual(counted);
      expect(counted.some((line) => line.startsWith('dropped'))).toBe(true);
      expect(result.audit.budget_enforcement).toContainEqual(
        expect.stringMatching(/^dropped \S+:\d+-\d+: file budget of 1 is used up$/),
      );
      const { isError } = await bundle({ prompt: PROMPT, include_audit: 'yes' });
      expect(isError).toBe(true);
    },
  );

  verifies(
    ['repo:bundle:symbol-aligned', 'repo:bundle:minimal-ranges'],
    'an excerpt is the whole declaration that contains the match, and nothing else of the file',
    async () => {
      const { value } = await bundle({ prompt: 'escalate' }, { 'shop/refund.py': SHOP['shop/refund.py'] });
      expect(value.result.selections).toMatchObject([
        { path: 'shop/refund.py', start_line: 6, end_line: 14, symbol: 'Refund.approve' },
      ]);
    },
  );

  verifies(
    [
      'repo:bundle:max-files',
      'repo:bundle:max-total-lines',
      'repo:bundle:strict-budget',
      'repo:limits:bundle-files',
      'repo:bundle:dedupe',
    ],
    'no budget is ever passed, and no line shown twice',
    async () => {
      const many = Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [
          `src/refund_${at}.py`,
          `def refund_${at}(order):\n${`    order.refund(${at})\n`.repeat(20)}`,
        ]),
      );
      for (const budget of [
        { max_files: 1, max_total_lines: 5 },
        { max_files: 3, max_total_lines: 40 },
        { max_files: 20, max_total_lines: 100, max_tokens: 300 },
      ]) {
        const { result } = (await bundle({ prompt: 'refund order', budget }, many)).value;
        const shown = result.selections.flatMap(({ path, start_line, end_line }: Json) =>
          Array.from({ length: end_line - start_line + 1 }, (_, at) => `${path}:${start_line + at}`),
        );
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown.length).toBeLessThanOrEqual(budget.max_total_lines);
        expect(new Set(result.selections.map(({ path }: Json) => path)).size).toBeLessThanOrEqual(
          budget.max_files,
        );
        if (budget.max_tokens) expect(result.totals.selected_tokens).toBeLessThanOrEqual(budget.max_tokens);
        expect(result.totals.truncated).toBe(true);
      }
      expect((await bundle({ prompt: 'x', budget: { max_files: 21 } })).value.blocked).toBe(true);
    },
  );

  verifies('repo:bundle:include-tests', 'tests take part unless they are not wanted', async () => {
    const chosen = async (include_tests: boolean) =>
      (await bundle({ prompt: 'test approve refund', include_tests })).value.result.selections.map(
        ({ path }: Json) => path,
      );
    expect(await chosen(true)).toContain('tests/test_refund.py');
    expect(await chosen(false)).not.toContain('tests/test_refund.py');
  });

  verifies(
    ['repo:bundle:export-json', 'repo:bundle:export-markdown'],
    'the last bundle is kept for people, without the prompt',
    async () => {
      const root = repository(SHOP);
      const { call } = await openApp(root);
      const { bundle_id } = (
        await call('repo.build_context_bundle', { prompt: 'my confidential refund plan' })
      ).value.result;
      const json = readFileSync(join(root, '.repo_mcp/last_bundle.json'), 'utf8');
      const markdown = readFileSync(join(root, '.repo_mcp/last_bundle.md'), 'utf8');
      expect(JSON.parse(json).bundleId).toBe(bundle_id);
      expect(markdown).toContain(bundle_id);
      for (const text of [json, markdown]) expect(text).not.toContain('confidential');
    },
  );

  verifies(
    'repo:bundle:replaceable',
    'the same state gives the same bytes, after a rebuild and in another clone',
    async () => {
      const first = await bundle({ prompt: 'approve refund limit' });
      expect((await first.call('repo.build_context_bundle', { prompt: 'approve refund limit' })).text).toBe(
        first.text,
      );
      await first.call('repo.refresh_index', { force: true });
      expect((await first.call('repo.build_context_bundle', { prompt: 'approve refund limit' })).text).toBe(
        first.text,
      );
      const other = await bundle(
        { prompt: 'approve refund limit' },
        Object.fromEntries(Object.entries(SHOP).reverse()),
      );
      expect(other.value.result).toEqual(first.value.result);
    },
  );

  test('verify says what changed since', async () => {
    const root = repository(SHOP);
    const { app, call } = await openApp(root);
    const { bundle_id, selections } = (await call('repo.build_context_bundle', { prompt: 'approve refund' }))
      .value.result;
    expect((await app.verifyBundle(bundle_id)).map(({ state }) => state)).toEqual(
      selections.map(() => 'fresh'),
    );
    write(root, { 'shop/refund.py': `# a new first line\n${SHOP['shop/refund.py']}` });
    const moved = (await app.verifyBundle(bundle_id)).filter(({ path }) => path === 'shop/refund.py');
    expect(new Set(moved.map(({ state }) => state))).toEqual(new Set(['moved']));
    rmSync(join(root, 'shop/refund.py'));
    expect(
      (await app.verifyBundle(join(root, '.repo_mcp/last_bundle.json'))).some(
        ({ state }) => state === 'lost',
      ),
    ).toBe(true);
    await expect(app.verifyBundle('bd_ffffffffffffffff')).rejects.toMatchObject({ kind: 'not_found' });
  });

  test.each([
    [{}],
    [{ prompt: '' }],
    [{ prompt: ' ' }],
    [{ prompt: 'x', budget: { max_files: 0 } }],
    [{ prompt: 'x', budget: { files: 3 } }],
    [{ prompt: 'x', strategy: 'llm' }],
    [{ prompt: 'x', budget: 5 }],
  ])('%j is refused in the envelope', async (args) => {
    expect((await bundle(args)).value).toMatchObject({ ok: false, error: { code: 'INVALID_PARAMS' } });
  });

  test('a prompt that matches nothing gives an empty bundle, not an error', async () => {
    const { value } = await bundle({ prompt: 'xyzzyplugh' }, { 'a.txt': 'one\n' });
    expect(value.ok).toBe(true);
  });
});
