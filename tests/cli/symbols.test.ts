/** `pilotbook show`, `refs`, `callers`, `callees`, `hierarchy` and `impact`, as a person types them. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, gitRepository, madeOnce, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const STORE = [
  'class Store:',
  '    """Keeps orders."""',
  '',
  '    def save_order(self, order):',
  '        return check_order(order)',
  '',
  '',
  'class FileStore(Store):',
  '    def path_of(self, order):',
  '        return order',
  '',
  '',
  '# refer to context 00001',
  'def check_order(order):',
  '    return order is not None',
  '',
  '',
  'def import_orders(orders):',
  '    store = Store()',
  '    for order in orders:',
  '        store.save_order(order)',
  '',
  '',
  'def nightly_job():',
  '    import_orders([])',
  '',
];

const made = madeOnce(() => ({
  root: gitRepository({
    '.context/config.json': '{}',
    '.context/00001.md': '# Orders are checked once\n\nTwice was slow.\n',
    'shop/store.py': STORE.join('\n'),
    'shop/unknown.py':
      'class Cache:\n    def save_order(self, order):\n        pass\n\n\ndef guess(thing):\n    thing.save_order(1)\n',
    'tests/test_store.py':
      'from shop.store import import_orders\n\n\ndef test_import():\n    import_orders([1])\n',
  }),
}));

async function run(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = await runProgram(cwd, args);
  return { status, out: stdout.split('\n').slice(0, -1), err: stderr.split('\n').slice(0, -1) };
}

describe('a symbol', () => {
  test('show prints the head, numbered code and lists, and says what else may be meant', async () => {
    const { root } = await made();
    const { status, out, err } = await run(
      root,
      'show',
      'Store.save_order',
      '--with',
      'callers,callees,tests',
    );
    expect(out).toEqual([
      'shop/store.py:4-5  Store.save_order (method)',
      ' 4:     def save_order(self, order):',
      ' 5:         return check_order(order)',
      'callees:',
      '  5  check_order: shop/store.py:14',
      'callers:',
      '  shop/store.py:21  import_orders: store.save_order(order)  (likely)',
      'tests: none',
    ]);
    expect(err).toEqual([
      '1 more mention of save_order may be this one: pilotbook refs with class possible lists it.',
    ]);
    expect(status).toBe(0);
  });

  test('refs prints a line each and counts all mentions; --class and --limit choose', async () => {
    const { root } = await made();
    const { out, err } = await run(root, 'refs', 'Store.save_order');
    expect(out).toEqual([
      'shop/store.py:4-5  Store.save_order (method)',
      '  shop/store.py:21  import_orders: store.save_order(order)  (likely)',
    ]);
    expect(err).toEqual(['1 shown of 4 mentions: 1 definition, 1 likely, 1 possible, 1 other.']);
    const possible = await run(root, 'refs', 'Store.save_order', '--class', 'possible');
    expect(possible.out.slice(1)).toEqual(['  shop/unknown.py:7  guess: thing.save_order(1)  (possible)']);
    const cut = await run(root, 'refs', 'Store.save_order', '--limit', '1');
    expect(cut.err[0]).toEqual(
      expect.stringMatching(
        /^0 shown of 4 mentions: 1 definition, 1 likely, 1 possible, 1 other; raise --limit to see more, or continue with --cursor \S+\.$/,
      ),
    );
    const cursor = /--cursor (\S+)\.$/.exec(cut.err[0] ?? '')?.[1] ?? '';
    const rest = await run(root, 'refs', 'Store.save_order', '--limit', '1', '--cursor', cursor);
    expect(rest.out.slice(1)).toEqual([
      '  shop/store.py:21  import_orders: store.save_order(order)  (likely)',
    ]);
  });

  test('callers as a tree, callees, hierarchy', async () => {
    const { root } = await made();
    expect((await run(root, 'callers', 'check_order', '--depth', '3')).out).toEqual([
      'shop/store.py:14-15  check_order (function)',
      '  shop/store.py:5  Store.save_order: return check_order(order)',
      '    shop/store.py:21  import_orders: store.save_order(order)  (likely)',
      '      shop/store.py:25  nightly_job: import_orders([])',
      '      tests/test_store.py:5  test_import: import_orders([1])',
    ]);
    expect((await run(root, 'callees', 'shop/store.py:19')).out).toEqual([
      'shop/store.py:18-21  import_orders(orders)',
      'callees:',
      '  19  Store: shop/store.py:1',
      '  21  Store.save_order: shop/store.py:4',
    ]);
    expect((await run(root, 'hierarchy', 'Store')).out.slice(1)).toEqual([
      'bases: none',
      'subclasses:',
      '  shop/store.py:8 FileStore',
    ]);
  });

  test('paths are those of the directory it is called in', async () => {
    const { root } = await made();
    const below = join(root, 'tests');
    const byPath = await run(below, 'show', '../shop/store.py::check_order', '--show', 'signature');
    expect(byPath.out[0]).toBe('../shop/store.py:14-15  check_order(order)');
    const byLine = await run(below, 'show', 'test_store.py:5', '--show', 'signature');
    expect(byLine.out[0]).toBe('test_store.py:4-5  test_import()');
    const scoped = await run(below, 'refs', 'import_orders', '--scope', '../shop/*.py', '--role', 'call');
    expect(scoped.out.slice(1)).toEqual(['  ../shop/store.py:25  nightly_job: import_orders([])']);
  });

  test('--json prints the answer of the tool; what is wrong ends with the usual codes', async () => {
    const { root } = await made();
    const { stdout } = await runProgram(root, ['refs', 'check_order', '--json']);
    expect(JSON.parse(stdout).result.counts).toMatchObject({ definition: 1, certain: 1, total: 2 });
    expect(await run(root, 'show', 'chek_order')).toEqual({
      status: 1,
      out: [],
      err: ['Nothing named chek_order is declared.', 'Did you mean check_order?'],
    });
    expect(await run(root, 'refs', 'check_order', '--role', 'calls')).toMatchObject({ status: 2 });
    expect(await run(root, 'callers', 'check_order', '--depth', '4')).toMatchObject({
      status: 2,
      err: ['--depth is "4"; allowed: a whole number from 1 to 3.', 'See pilotbook callers --help.'],
    });
    expect(await run(root, 'show', '../x.py:1')).toMatchObject({ status: 1, out: [] });
  });
});

describe('impact', () => {
  test('of a symbol: users by depth, tests to run, and the notes about it', async () => {
    const { root } = await made();
    const { status, out } = await run(root, 'impact', 'check_order', '--depth', '3');
    expect(out).toEqual([
      'check_order',
      'shop/store.py:14-15  check_order (function)',
      'users:',
      '  shop/store.py:5  Store.save_order uses check_order',
      '    shop/store.py:21  import_orders uses Store.save_order  (likely)',
      '      shop/store.py:25  nightly_job uses import_orders',
      'tests to run:',
      '      tests/test_store.py:5  test_import uses import_orders',
      '  note 00001  Orders are checked once',
    ]);
    expect(status).toBe(0);
  });

  test('of what changed: only declarations whose own lines differ, added and removed ones too', async () => {
    const { root } = await made();
    expect((await run(root, 'impact')).err).toEqual(['No declaration was changed.']);
    const text = STORE.join('\n')
      .replace('        return check_order(order)', '        return check_order(order) or None')
      .replace('    def path_of(self, order):\n        return order\n', '    pass\n');
    write(root, { 'shop/store.py': `\n${text}`, 'shop/new.py': 'def added_one():\n    pass\n' });
    const { stdout } = await runProgram(root, ['impact', '--json', '--depth', '1']);
    const impact = JSON.parse(stdout);
    expect(
      impact.changed.map(
        ({ change, qualified_name }: Record<string, string>) => `${change} ${qualified_name}`,
      ),
    ).toEqual([
      'changed Store.save_order',
      'changed FileStore',
      'removed FileStore.path_of',
      'added added_one',
    ]);
    expect(impact.users).toEqual([
      {
        path: 'shop/store.py',
        line: 21,
        symbol: 'import_orders',
        uses: 'Store.save_order',
        likely: true,
        depth: 1,
      },
    ]);
    expect(impact.warnings).toEqual([
      'What still uses removed symbols is not listed; look for their names: FileStore.path_of.',
    ]);
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'next');
    expect((await run(root, 'impact')).out[0]).toBe('0 files not committed');
    expect((await run(root, 'impact', '--since', 'HEAD~1')).out[1]).toBe(
      'shop/store.py:5-6  Store.save_order (method, changed)',
    );
  });

  test('lists are cut to --limit, and the last line says what is left', async () => {
    const { root } = await made();
    const { out, err } = await run(root, 'impact', 'check_order', '--depth', '3', '--limit', '1');
    expect(out.slice(2, 5)).toEqual([
      'users:',
      '  shop/store.py:5  Store.save_order uses check_order',
      'tests to run:',
    ]);
    expect(err).toEqual(['Left out: 2 users; raise --limit to see them.']);
  });

  test('refuses what it cannot do', async () => {
    const { root } = await made();
    expect(await run(root, 'impact', 'check_order', '--since', 'HEAD')).toMatchObject({
      status: 2,
      err: ['Give a symbol or a revision, not both.'],
    });
    expect(await run(root, 'impact', '--depth', '9')).toMatchObject({
      status: 2,
      err: ['The depth must be from 1 to 3.'],
    });
    expect((await run(root, 'impact', '--path', 'shop')).status).toBe(2);
    write(root, { 'shop/other.py': 'def check_order(order):\n    pass\n' });
    const several = await run(root, 'impact', 'check_order');
    expect(several).toMatchObject({
      status: 2,
      err: [
        '2 symbols are named check_order.',
        'Give one of them: shop/other.py::check_order, shop/store.py::check_order',
      ],
    });
  });

  test('a brief of a change has users and tests, short', async () => {
    const { root } = await made();
    write(root, { 'shop/store.py': STORE.join('\n').replace('store = Store()', 'store = Store()  # one') });
    const { out } = await run(root, 'brief');
    const at = out.indexOf('## Uses what changed');
    expect(out.slice(at, at + 7)).toEqual([
      '## Uses what changed',
      '',
      '- shop/store.py:25 nightly_job uses import_orders',
      '',
      '## Tests to run',
      '',
      '- tests/test_store.py:5 test_import uses import_orders',
    ]);
    expect((await run(root, 'brief', 'shop/store.py')).out).not.toContain('## Uses what changed');
  });
});
