/** repo.symbol and repo.references, as a client sees them: what is declared, and what every mention of a name is. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { repository, write } from '../helpers/repository.ts';
import { verifies } from '../helpers/requirements.ts';

const SHOP = {
  'shop/refund.py': [
    'from shop.money import round_cents',
    '',
    '',
    'class Base:',
    '    def approve_order(self, order):',
    '        raise NotImplementedError',
    '',
    '',
    '# Gives money back.',
    '@audited',
    'class Refund(Base):',
    '    """Gives money back, once."""',
    '',
    '    limit = 50',
    '',
    '    def approve_order(self, order):',
    '        """Approve a small refund."""',
    '        return round_cents(order.total) <= self.limit',
    '',
    '',
    'def settle_refund(order):',
    '    # approve_order is asked first',
    '    refund = Refund()',
    '    if refund.approve_order(order):',
    '        return retry_later(order)',
    '    return "approve_order said no"',
    '',
    '',
    'def retry_later(order):',
    '    return settle_refund(order)',
    '',
    '',
    'def nightly_run(orders):',
    '    return [settle_refund(order) for order in orders]',
    '',
  ].join('\n'),
  'shop/money.py': 'def round_cents(amount):\n    return round(amount, 2)\n',
  'shop/unknown.py': 'def guess(thing, order):\n    return thing.approve_order(order)\n',
  'tests/test_refund.py': [
    'from shop.refund import Refund, settle_refund',
    '',
    '',
    'def test_small_refund_is_approved():',
    '    assert Refund().approve_order(None)',
    '',
    '',
    'def test_settle():',
    '    settle_refund(None)',
    '',
  ].join('\n'),
  'web/format.ts': [
    '/** Cents as text. */',
    'export function formatPrice(cents: number): string {',
    '  return (cents / 100).toFixed(2);',
    '}',
    '',
    'export interface Shown { price: string }',
    '',
  ].join('\n'),
  'web/index.ts': "export { formatPrice } from './format.ts';\n",
  'web/page.tsx': [
    "import { formatPrice } from './index.ts';",
    '',
    'export function Page() {',
    '  const show = formatPrice;',
    '  return <b title={formatPrice(1)}>{show(2)}</b>;',
    '}',
    '',
  ].join('\n'),
  'web/format.test.ts':
    "import { formatPrice } from './format.ts';\n\ntest('cents', () => {\n  formatPrice(5);\n});\n",
  'web/generated/client.js':
    "const { formatPrice } = require('../format.ts');\nmodule.exports = () => formatPrice(0);\n",
};

interface Asking {
  ask(tool: 'repo.symbol' | 'repo.references', args: Record<string, unknown>): Promise<Json>;
}

async function serve(root: string, flags: readonly string[] = []): Promise<Asking> {
  const client = await connectClient(root, undefined, undefined, flags);
  return {
    async ask(name, args) {
      for (;;) {
        const { content } = (await client.callTool({ name, arguments: args })) as Json;
        // On a slow machine not all is parsed when the answer is due; it says so, and the next one has more.
        if (!content[0].text.includes('for lack of time')) return JSON.parse(content[0].text);
      }
    },
  };
}

const place = ({ path, line }: Json) => `${path}:${line}`;
const places = (list: Json[]) => list.map(place);

describe('repo.symbol', () => {
  verifies(
    ['symbols:symbol:fields', 'symbols:symbol:body', 'symbols:symbol:lists', 'symbols:symbol:tests-apart'],
    'a method whole: every field of the answer',
    async () => {
      const { ask } = await serve(repository(SHOP));
      const { request_id, ...answer } = await ask('repo.symbol', {
        symbol: 'Refund.approve_order',
        with: ['callers', 'callees', 'tests', 'usages'],
      });
      expect(typeof request_id).toBe('string');
      const caller = {
        class: 'likely',
        role: 'call',
        path: 'shop/refund.py',
        line: 24,
        column: 15,
        enclosing: 'settle_refund',
        text: 'if refund.approve_order(order):',
      };
      expect(answer).toEqual({
        ok: true,
        blocked: false,
        warnings: [
          '1 more mention of approve_order may be this one: repo.references with class possible lists it.',
        ],
        result: {
          exact: true,
          total: 1,
          matches: [
            {
              name: 'approve_order',
              qualified_name: 'Refund.approve_order',
              kind: 'method',
              path: 'shop/refund.py',
              start_line: 16,
              end_line: 18,
              signature: 'approve_order(self, order)',
              doc: 'Approve a small refund.',
              body: [
                '  16:     def approve_order(self, order):',
                '  17:         """Approve a small refund."""',
                '  18:         return round_cents(order.total) <= self.limit',
              ].join('\n'),
              callers: [caller],
              usages: [caller],
              callees: [{ name: 'round_cents', line: 18, count: 1, declared: 'shop/money.py:1' }],
              tests: [
                {
                  class: 'certain',
                  role: 'call',
                  path: 'tests/test_refund.py',
                  line: 5,
                  column: 21,
                  enclosing: 'test_small_refund_is_approved',
                  text: 'assert Refund().approve_order(None)',
                },
              ],
            },
          ],
        },
      });
    },
  );

  verifies(
    ['symbols:symbol:hierarchy', 'symbols:symbol:decorators', 'symbols:symbol:outline'],
    'a class: bases, subclasses, decorators and comment with the body, members as an outline',
    async () => {
      const { ask } = await serve(repository(SHOP));
      const whole = (await ask('repo.symbol', { symbol: 'Refund', with: ['bases'] })).result.matches[0];
      expect(whole).toMatchObject({ kind: 'class', start_line: 10, bases: ['shop/refund.py:4 Base'] });
      expect(whole.body.split('\n').slice(0, 3)).toEqual([
        '   9: # Gives money back.',
        '  10: @audited',
        '  11: class Refund(Base):',
      ]);
      const base = (await ask('repo.symbol', { symbol: 'Base', show: 'signature', with: ['subclasses'] }))
        .result.matches[0];
      expect(base).toMatchObject({ subclasses: ['shop/refund.py:11 Refund'] });
      expect(base).not.toHaveProperty('body');
      const outlined = await ask('repo.symbol', { symbol: 'Refund', show: 'outline' });
      expect(outlined.result.matches[0].body.split('\n').at(-1)).toBe(
        '16-18 method Refund.approve_order(self, order)',
      );
    },
  );

  verifies(
    'symbols:symbol:long-body',
    'a long body is shown by its beginning and its end, with what was left out',
    async () => {
      const lines = Array.from({ length: 300 }, (_, at) => `    print(${at})`);
      const { ask } = await serve(
        repository({ 'long.py': `def long_one():\n${lines.join('\n')}\n`, 'other.py': 'x = 1\n' }),
      );
      const { body } = (await ask('repo.symbol', { symbol: 'long_one' })).result.matches[0];
      const shown: string[] = body.split('\n');
      expect(shown).toHaveLength(121);
      expect(shown[95]).toBe('      … 181 lines left out: long.py:96-276');
      expect([shown[0], shown[94], shown[96], shown[120]]).toEqual([
        '   1: def long_one():',
        '  95:     print(93)',
        ' 277:     print(275)',
        ' 301:     print(299)',
      ]);
    },
  );

  verifies(
    'symbols:symbol:ways-to-name',
    'by name, Class.method, path::name and path:line, in a file or below a directory',
    async () => {
      const { ask } = await serve(repository(SHOP));
      const found = async (symbol: string, path?: string) =>
        (
          await ask('repo.symbol', { symbol, show: 'signature', ...(path ? { path } : {}) })
        ).result.matches.map((match: Json) => `${match.path}:${match.start_line} ${match.qualified_name}`);
      const both = ['shop/refund.py:5 Base.approve_order', 'shop/refund.py:16 Refund.approve_order'];
      expect(await found('approve_order')).toEqual(both);
      expect(await found('Refund.approve_order')).toEqual(both.slice(1));
      expect(await found('Refund::approve_order()')).toEqual(both.slice(1));
      expect(await found('shop/refund.py::Base.approve_order')).toEqual(both.slice(0, 1));
      expect(await found('shop/refund.py:18')).toEqual(both.slice(1));
      expect(await found('approve_order', 'shop')).toEqual(both);
      expect(await found('settle_refund', './shop/refund.py')).toEqual(['shop/refund.py:21 settle_refund']);
      expect((await ask('repo.symbol', { symbol: 'settle_refund', path: 'web' })).error.message).toBe(
        'Nothing named settle_refund is declared in web.',
      );
    },
  );

  verifies(
    ['symbols:symbol:several', 'symbols:symbol:source-first'],
    'several matches: each with signature and place, source before tests and generated files, no bodies',
    async () => {
      const one = 'export function openStore(path) {\n  return path;\n}\n';
      const { ask } = await serve(
        repository({
          'a/generated/store.js': one,
          'b/store.test.js': one,
          'c/store.js': `export function build() {\n  function openStore(nested) {}\n  return openStore;\n}\n`,
          'd/store.js': one,
        }),
      );
      const { result, warnings } = await ask('repo.symbol', { symbol: 'openStore', limit: 3 });
      expect(result).toMatchObject({ exact: true, total: 4 });
      expect(result.matches.map((each: Json) => `${each.path}:${each.start_line} ${each.signature}`)).toEqual(
        [
          'd/store.js:1 openStore(path)',
          'c/store.js:2 openStore(nested)',
          'b/store.test.js:1 openStore(path)',
        ],
      );
      expect(result.matches[0]).not.toHaveProperty('body');
      expect(warnings).toEqual([
        '3 of 4 symbols, without bodies: give path::name or Class.method for the whole of one.',
      ]);
    },
  );

  verifies(
    'symbols:symbol:inexact',
    'a name in another case, or a part of one, is found and said to be inexact',
    async () => {
      const { ask } = await serve(repository(SHOP));
      const cased = await ask('repo.symbol', { symbol: 'FORMATPRICE' });
      expect(cased.result).toMatchObject({ exact: false, total: 1 });
      expect(cased.result.matches[0]).toMatchObject({ name: 'formatPrice', kind: 'function' });
      expect(cased.result.matches[0].body).toContain('   1: /** Cents as text. */\n   2: export function');
      expect(cased.warnings).toEqual(['Nothing is named exactly FORMATPRICE; this is like it.']);
      const part = await ask('repo.symbol', { symbol: 'settle' });
      expect(part.result.exact).toBe(false);
      expect(part.result.matches.map(({ name }: Json) => name)).toEqual(['test_settle', 'settle_refund']);
      expect(part.result.matches[0]).not.toHaveProperty('body');
      const { result, warnings } = await ask('repo.references', { symbol: 'formatprice' });
      expect(result.symbol.name).toBe('formatPrice');
      expect(warnings).toContain('Nothing is named exactly formatprice; formatPrice is most like it.');
    },
  );
});

describe('repo.references', () => {
  verifies(
    ['symbols:references:fields', 'symbols:references:counts', 'symbols:references:source-first'],
    'every mention has one class, the counts add up, and all fields are there',
    async () => {
      const { ask } = await serve(repository(SHOP));
      const { result, warnings } = await ask('repo.references', { symbol: 'formatPrice' });
      expect(warnings).toEqual(['1 use is under another name: show. The counts are without it.']);
      expect(result).toEqual({
        symbol: {
          name: 'formatPrice',
          qualified_name: 'formatPrice',
          kind: 'function',
          path: 'web/format.ts',
          start_line: 2,
          end_line: 4,
          signature: 'formatPrice(cents: number)',
          doc: 'Cents as text.',
        },
        counts: {
          definition: 1,
          certain: 8,
          likely: 0,
          possible: 0,
          other: 0,
          comment: 0,
          string: 0,
          total: 9,
        },
        files_unparsed: 0,
        references: expect.any(Array),
      });
      expect(result.references[0]).toEqual({
        path: 'web/format.ts',
        line: 2,
        column: 17,
        class: 'definition',
        role: 'definition',
        text: 'export function formatPrice(cents: number): string {',
      });
      expect(result.references.map((each: Json) => `${place(each)} ${each.role} ${each.enclosing}`)).toEqual([
        'web/format.ts:2 definition undefined',
        'web/index.ts:1 re-export undefined',
        'web/page.tsx:1 import undefined',
        'web/page.tsx:4 read Page',
        'web/page.tsx:5 call Page',
        'web/page.tsx:5 call Page',
        'web/format.test.ts:1 import undefined',
        'web/format.test.ts:4 call test "cents"',
        'web/generated/client.js:1 import undefined',
        'web/generated/client.js:2 call module.exports',
      ]);
    },
  );

  verifies(
    ['symbols:references:class', 'symbols:references:role', 'symbols:references:scope'],
    'each class and role can be asked for; `other` names what is meant instead',
    async () => {
      const { ask } = await serve(repository(SHOP));
      const { counts, references } = (await ask('repo.references', { symbol: 'Refund.approve_order' }))
        .result;
      expect(counts).toEqual({
        definition: 1,
        certain: 1,
        likely: 1,
        possible: 1,
        other: 1,
        comment: 1,
        string: 1,
        total: 7,
      });
      expect(places(references)).toEqual([
        'shop/refund.py:16',
        'shop/refund.py:24',
        'tests/test_refund.py:5',
      ]);
      const of = async (args: Record<string, unknown>) =>
        (await ask('repo.references', { symbol: 'Refund.approve_order', ...args })).result.references;
      expect(places(await of({ class: 'possible' }))).toEqual(['shop/unknown.py:2']);
      expect(places(await of({ class: 'comment' }))).toEqual(['shop/refund.py:22']);
      expect(places(await of({ class: 'string' }))).toEqual(['shop/refund.py:26']);
      expect(await of({ class: 'other' })).toMatchObject([
        { line: 5, bound_to: 'shop/refund.py::Base.approve_order' },
      ]);
      expect(places(await of({ role: 'call', scope: 'shop/**' }))).toEqual(['shop/refund.py:24']);
      const overriding = await ask('repo.references', { symbol: 'Base.approve_order', class: 'other' });
      expect(overriding.result.references[0]).toMatchObject({ line: 16, role: 'override' });
      const extended = await ask('repo.references', { symbol: 'Base', role: 'extends' });
      expect(places(extended.result.references)).toEqual(['shop/refund.py:11']);
      const scoped = (await ask('repo.references', { symbol: 'formatPrice', scope: 'web/*.tsx' })).result;
      expect(scoped.counts).toMatchObject({ certain: 3, total: 3 });
    },
  );

  verifies(
    'symbols:references:depth',
    "callers' callers as a tree, a circle as a leaf, and what was cut is said",
    async () => {
      const { ask } = await serve(repository(SHOP));
      const tree = async (args: Record<string, unknown>) => {
        const { result, warnings } = await ask('repo.references', {
          symbol: 'Refund.approve_order',
          ...args,
        });
        return {
          warnings,
          lines: result.references.map(
            ({ depth, enclosing, cycle, repeated }: Json) =>
              `${'  '.repeat(depth - 1)}${enclosing}${cycle ? ' (cycle)' : ''}${repeated ? ' (repeated)' : ''}`,
          ),
        };
      };
      expect((await tree({ depth: 2 })).lines).toEqual([
        'settle_refund',
        '  retry_later',
        '  nightly_run',
        '  test_settle',
        'test_small_refund_is_approved',
      ]);
      expect((await tree({ depth: 3 })).lines).toEqual([
        'settle_refund',
        '  retry_later',
        '    settle_refund (cycle)',
        '  nightly_run',
        '  test_settle',
        'test_small_refund_is_approved',
      ]);
      expect((await tree({ depth: 3, scope: 'shop/**' })).lines).not.toContain('  test_settle');
      const cut = await tree({ depth: 3, limit: 2 });
      expect(cut.lines).toEqual(['settle_refund', '  retry_later']);
      expect(cut.warnings.join()).toContain('more callers were not listed or not followed');
    },
  );

  verifies(
    ['symbols:references:cursor', 'symbols:references:group'],
    'pages follow each other without gap or repetition; grouped by caller',
    async () => {
      const { ask } = await serve(
        repository({
          'a.py': [
            'def outer_one():',
            '    pay_bill()',
            '    def inner_one():',
            '        pay_bill()',
            '    pay_bill()',
            'def pay_bill():',
            '    pass',
            '',
          ].join('\n'),
        }),
      );
      const all = (await ask('repo.references', { symbol: 'pay_bill' })).result;
      expect(places(all.references)).toEqual(['a.py:2', 'a.py:4', 'a.py:5', 'a.py:6']);
      expect(all).not.toHaveProperty('next_cursor');
      const paged: Json[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const { result } = await ask('repo.references', {
          symbol: 'pay_bill',
          limit: 3,
          ...(cursor === undefined ? {} : { cursor }),
        });
        paged.push(...result.references);
        cursor = result.next_cursor;
        more = cursor !== undefined;
      }
      expect(paged).toEqual(all.references);
      const grouped = (await ask('repo.references', { symbol: 'pay_bill', group: 'caller', role: 'call' }))
        .result;
      expect(grouped.references.map(({ line }: Json) => line)).toEqual([2, 5, 4]);
      expect((await ask('repo.references', { symbol: 'pay_bill', cursor: 'x' })).error).toMatchObject({
        code: 'INVALID_PARAMS',
        message: 'cursor: it is not one of ours.',
      });
    },
  );

  verifies('symbols:references:edit-seen', 'an edit is seen by the next call', async () => {
    const root = repository(SHOP);
    const { ask } = await serve(root);
    const uses = async () => (await ask('repo.references', { symbol: 'round_cents', role: 'call' })).result;
    expect(places((await uses()).references)).toEqual(['shop/refund.py:18']);
    write(root, { 'shop/late.py': 'from shop.money import round_cents\n\nround_cents(3)\n' });
    expect(places((await uses()).references)).toEqual(['shop/late.py:3', 'shop/refund.py:18']);
    writeFileSync(join(root, 'shop/money.py'), '# moved\n\ndef round_cents(amount):\n    return amount\n');
    expect((await uses()).symbol).toMatchObject({ start_line: 3, end_line: 4 });
  });
});

describe('bad input', () => {
  verifies('symbols:bad-input:nearest', 'an unknown symbol: the hint names the nearest names', async () => {
    const { ask } = await serve(repository(SHOP));
    for (const tool of ['repo.symbol', 'repo.references'] as const) {
      expect(await ask(tool, { symbol: 'formatPrize' })).toMatchObject({
        ok: false,
        error: {
          code: 'NOT_FOUND',
          message: 'Nothing named formatPrize is declared.',
          hint: 'Did you mean formatPrice?',
        },
      });
      const method = await ask(tool, { symbol: 'Refund.aprove_order' });
      expect(method.error.hint).toBe('Did you mean Base.approve_order?');
      const nothing = await ask(tool, { symbol: 'zzzzqqqq' });
      expect(nothing.error.hint).toMatch(/^Look for it with repo\.search\. A symbol is written as name,/);
      expect((await ask(tool, { symbol: '::' })).error.code).toBe('INVALID_PARAMS');
      expect((await ask(tool, { symbol: 'shop/money.py:999' })).error.message).toBe(
        'No declaration holds line 999 of shop/money.py.',
      );
    }
  });

  verifies(
    'symbols:bad-input:refusals',
    'a path outside, a directory, a denied, missing or too large file: the usual refusals',
    async () => {
      const big = `${'# filler\n'.repeat(400)}def late_one():\n    pass\n`;
      const { ask } = await serve(repository({ ...SHOP, '.env': 'TOKEN=1\n', 'big.py': big }), [
        '--max-file-bytes',
        '2000',
      ]);
      const refused = async (args: Record<string, unknown>) => {
        const { ok, blocked, result, error } = await ask('repo.symbol', args);
        expect(ok).toBe(false);
        return blocked ? `blocked ${error.code} ${result.reason}` : `${error.code} ${error.message}`;
      };
      const outside = await refused({ symbol: '../secrets.py::token' });
      expect(outside).toBe('blocked PATH_BLOCKED The path holds a ".." segment.');
      expect(await refused({ symbol: 'token', path: '/etc' })).toBe(
        'blocked PATH_BLOCKED The path is absolute and not inside the repository.',
      );
      expect(await refused({ symbol: '../secrets.py:3' })).toBe(outside);
      expect(await refused({ symbol: 'shop:3' })).toBe(
        'blocked PATH_BLOCKED The path is not a regular file.',
      );
      expect(await refused({ symbol: '.env:1' })).toMatch(/^blocked PATH_BLOCKED /);
      expect(await refused({ symbol: 'TOKEN', path: '.env' })).toBe(await refused({ symbol: '.env::TOKEN' }));
      expect(await refused({ symbol: 'shop/none.py::x' })).toBe('NOT_FOUND There is no such file.');
      expect(await refused({ symbol: 'big.py::late_one' })).toMatch(/^blocked PATH_BLOCKED .*large/);
      expect(await refused({ symbol: 'big.py:401' })).toMatch(/^blocked PATH_BLOCKED .*large/);
    },
  );

  verifies(
    ['symbols:bad-input:unparsed', 'symbols:bad-input:minified'],
    'a file that does not parse or is minified: its mentions are possible, and the answer says so',
    async () => {
      const { ask } = await serve(
        repository({
          'pay.js': 'export function payBill() {}\n',
          'broken.js': "import { payBill } from './pay.js';\n)) }} payBill( (( {{ class ]] ;; ``` payBill\n",
          'app.min.js': `import{payBill}from"./pay.js";payBill();${'a();'.repeat(2000)}\n`,
        }),
      );
      const { result, warnings } = await ask('repo.references', { symbol: 'payBill', class: 'possible' });
      expect(result.counts).toMatchObject({ definition: 1, certain: 0, likely: 0, possible: 5, total: 6 });
      expect(result.files_unparsed).toBe(2);
      expect(places(result.references).sort()).toEqual([
        'app.min.js:1',
        'app.min.js:1',
        'broken.js:1',
        'broken.js:2',
        'broken.js:2',
      ]);
      expect(warnings).toEqual([
        '2 files were not parsed, so all mentions there are possible: app.min.js (minified), ….',
      ]);
      expect(result.references.every(({ text }: Json) => text.length <= 200)).toBe(true);
    },
  );
});
