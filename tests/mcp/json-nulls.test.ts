/** JSON has no null where the specs name none: absent says the same for less. */
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { gitRepository } from '../helpers/repository.ts';

/** `tool: path of the field`, with why. */
const NAMED: Readonly<Record<string, string>> = {
  'repo.outline: symbols.doc': 'specs/repo 10.3: one of the fields of every symbol',
  'repo.outline: symbols.parent_symbol': 'specs/repo 10.3: nullable',
  'repo.outline: symbols.scope_kind': 'specs/repo 10.3: nullable',
  'repo.outline: symbols.is_conditional': 'specs/repo 10.3: nullable',
  'repo.outline: symbols.decl_context': 'specs/repo 10.3: nullable',
};

const FILES = {
  '.context/config.json': '{}\n',
  '.context/00001.md': '# Retries stop\n\nThe gateway bans us.\n',
  'shop/.context.yaml':
    'version: 1\nlast_updated: "2026-01-01T00:00:00Z"\nfingerprint: "00000000"\nscope: shop\nsummary: Sells things.\nmaintenance: By hand.\n',
  'shop/retry.py':
    '# refer to context 00001\nimport os\n\nLIMIT = 3\n\n\nclass Retry:\n    def next_delay(self, count):\n        return 2 ** count\n\n\ndef call_gateway(retry):\n    return retry.next_delay(LIMIT)\n\n\nprint(call_gateway(Retry()))\n',
};

const PACK = { name: 'retries', section_key: 'core' };
const CALLS: readonly [string, Record<string, unknown>][] = [
  ['repo.refresh_index', {}],
  ['repo.status', {}],
  ['repo.list_files', { max_results: 1 }],
  ['repo.open_file', { path: 'shop/retry.py' }],
  ['repo.open_file', { path: 'shop/none.py' }],
  ['repo.outline', { path: 'shop/retry.py' }],
  [
    'repo.symbol',
    { symbol: 'call_gateway', with: ['callers', 'callees', 'tests', 'bases', 'subclasses', 'usages'] },
  ],
  ['repo.symbol', { symbol: 'Retry', show: 'outline' }],
  ['repo.references', { symbol: 'call_gateway' }],
  ['repo.references', { symbol: 'next_delay', depth: 2 }],
  ['repo.search', { query: 'next delay of a retry' }],
  ['repo.search', { query: 'zzzz' }],
  ['repo.build_context_bundle', { prompt: 'next delay of a retry', include_audit: true }],
  ['repo.audit_log', {}],
  ['context.create', { markdown: 'Retries are few.', anchors: ['shop/retry.py::Retry'] }],
  ['context.get', { ref: '1' }],
  ['context.get', { ref: '2' }],
  ['context.list', {}],
  ['context.search', { query: 'gateway' }],
  ['input', { action: 'create', name: 'retries', title: 'Retries', ttl_minutes: 60 }],
  ['input', { action: 'upsert_section', ...PACK, section_title: 'Core', expected_revision: 1 }],
  [
    'input',
    {
      action: 'upsert_ref',
      ...PACK,
      ref_key: 'main',
      path: 'shop/retry.py',
      line_start: 7,
      line_end: 9,
      expected_revision: 2,
    },
  ],
  ['input', { action: 'get', name: 'retries' }],
  ['input', {}],
  ['output', { name: 'retries' }],
  ['list_contexts', {}],
  ['check_freshness', { scope: 'shop' }],
  ['query_context', { scope: 'shop' }],
  ['context_search', { query: 'why do retries stop' }],
  ['context_search', { query: 'why do retries stop', maxCharacters: 2000 }],
  ['read_file', { path: 'shop/retry.py', includeDeps: true }],
  ['read_file', { path: 'shop/none.py' }],
  ['grep_codebase', { pattern: 'next_delay' }],
  ['grep_codebase', { pattern: 'next_delay', countOnly: true }],
  ['grep_codebase', { pattern: 'zzzz' }],
];

function nullsIn(value: unknown, path: readonly string[] = []): string[] {
  if (value === null) return [path.join('.')];
  if (Array.isArray(value)) return value.flatMap((each) => nullsIn(each, path));
  if (typeof value !== 'object') return [];
  return Object.entries(value as object).flatMap(([key, each]) => nullsIn(each, [...path, key]));
}

test('no answer of any tool has a null that is not named', async () => {
  const { call, app } = await openApp(gitRepository(FILES));
  const found = new Map<string, string[]>();
  for (const [tool, args] of CALLS) {
    const { value: body } = await call(tool, args);
    const nulls = nullsIn(body).map((path) => `${tool}: ${path.replace(/^result\./, '')}`);
    for (const each of nulls) found.set(each, [...(found.get(each) ?? []), JSON.stringify(args)]);
  }
  expect(Object.fromEntries([...found].filter(([each]) => NAMED[each] === undefined))).toEqual({});
  const asked = new Set(CALLS.map(([tool]) => tool));
  expect(app.tools.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
});
