/** What a bundle is made of: whole declarations, one step along calls, each text once, and hardly anything but code. */
import { describe, expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

interface Selected {
  path: string;
  start_line: number;
  end_line: number;
  symbol?: string;
  excerpt: string;
  rationale: string;
}

const SESSIONS = [
  'from policy import may_keep_credentials',
  '',
  'class Session:',
  '    def rebuild_auth(self, request, response):',
  '        """On redirects, strip the auth headers that another host must not see."""',
  '        if not may_keep_credentials(response.url, request.url):',
  '            del request.headers["Authorization"]',
  '        if self.should_strip_auth(response.url, request.url):',
  '            request.auth = None',
  '',
  '    def send(self, request):',
  '        return self.adapter.send(request)',
  '',
  '    def should_strip_auth(self, old, new):',
  '        return old.host != new.host',
  '',
].join('\n');

const POLICY = [
  'def may_keep_credentials(old, new):',
  '    return old.scheme == new.scheme',
  '',
  'def strip_auth_of(old):',
  '    return old',
  '',
].join('\n');

const REDIRECTS = 'change how redirects strip auth headers';

async function bundle(files: Record<string, string>, args: object, flags: Record<string, string> = {}) {
  const app = await openApp(repository(files), flags);
  const { value, isError } = await app.call('repo.build_context_bundle', args);
  return { ...app, isError, result: value.result, selections: value.result?.selections as Selected[] };
}

test('what the best declaration calls is taken where the words of the prompt point there', async () => {
  const { selections } = await bundle(
    { 'sessions.py': SESSIONS, 'policy.py': POLICY, 'other.py': 'def unrelated():\n    return 1\n' },
    { prompt: REDIRECTS },
  );
  const shown = selections.map(({ excerpt }) => excerpt).join('\n');
  expect(shown).toContain('def rebuild_auth');
  expect(shown).toContain('def should_strip_auth');
  expect(shown).not.toContain('def unrelated');
  expect(shown).not.toContain('def send(');
});

test('a step leads into files that the search did not find', async () => {
  const { selections } = await bundle(
    {
      'a/sessions.py':
        'from lib.limits import retry_allowance\n\ndef send(request):\n    """Retry until the allowance of the connection is used up."""\n    return retry_allowance(request)\n',
      'lib/limits.py': 'def retry_allowance(value):\n    return value.left\n',
    },
    { prompt: 'retry until the allowance of the connection is used up' },
  );
  expect(selections.map(({ path }) => path)).toContain('lib/limits.py');
});

test('the reason has words of the prompt, not their stems, and names the declaration', async () => {
  const { selections } = await bundle(
    { 'a.py': 'def send(request):\n    """Retries a request that failed."""\n    return request\n' },
    { prompt: 'retries of requests' },
  );
  expect(selections[0]?.rationale).toBe('function send: matches retries, requests');
  expect(selections[0]?.excerpt).toContain('return request');
});

test('of a copy only one is shown, and the audit names the other', async () => {
  const body = Array.from({ length: 12 }, (_, at) => `    total = total + tax_rate_${at}(order)`).join('\n');
  const copy = `def tax_total(order):\n    total = 0\n${body}\n    return total\n`;
  const { selections, result } = await bundle(
    { 'shop/tax.py': copy, 'vendor/shop/tax.py': copy },
    { prompt: 'tax total of an order', include_audit: true },
  );
  expect(selections.filter(({ excerpt }) => excerpt.includes('def tax_total'))).toHaveLength(1);
  expect(result.audit.candidates.join('\n')).toMatch(/dropped \S+ \S+ nearly the same lines as \S+tax\.py:1/);
});

test('a long declaration is shown by its beginning and where the words are', async () => {
  const filler = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `    step_${from + at}()`);
  const long = [
    'def run_everything(queue):',
    ...filler(0, 150),
    '    flush_journal(queue)',
    ...filler(150, 150),
  ].join('\n');
  const { selections } = await bundle(
    { 'run.py': `${long}\n` },
    { prompt: 'flush the journal of the queue' },
  );
  const shown = selections.map(({ excerpt }) => excerpt).join('\n');
  expect(shown).toContain('def run_everything');
  expect(shown).toContain('flush_journal');
  expect(shown.split('\n').length).toBeLessThan(160);
});

describe('as text', () => {
  test('nearly all of it is code, one head for each file', async () => {
    const root = repository({ 'sessions.py': SESSIONS, 'policy.py': POLICY });
    const { app } = await openApp(root);
    const outcome = await app.call(
      'repo.build_context_bundle',
      { prompt: REDIRECTS },
      { requestId: 1, form: 'text' },
    );
    const lines = outcome?.text.split('\n') ?? [];
    expect(lines.filter((line) => line.startsWith('sessions.py:'))).toHaveLength(1);
    expect(lines[0]).toMatch(/^sessions\.py:\d+-\d+ {2}Session\.\w+$/);
    const code = lines.filter((line) => /^ *\d+: /.test(line));
    expect(lines.length - code.length).toBeLessThanOrEqual(4);
  });
});

test('a long bundle shows the best of each file before the rest of one', async () => {
  const many = (name: string, count: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        `def ${name}_${at}(invoice):\n    """Rounds an invoice total."""\n${`    round_total(invoice, ${at}, '${name}')\n`.repeat(9)}`,
    ).join('\n');
  const root = repository({ 'total.py': many('invoice_total', 40), 'print.py': many('print_invoice', 4) });
  const { app } = await openApp(root);
  const outcome = await app.call(
    'repo.build_context_bundle',
    { prompt: 'round the invoice total when an invoice is printed' },
    { requestId: 1, form: 'text' },
  );
  const heads = (outcome?.text ?? '').split('\n').flatMap((line) => /^(\w+\.py):/.exec(line)?.[1] ?? []);
  expect(heads.indexOf('print.py')).toBeGreaterThan(-1);
  expect(heads.lastIndexOf('total.py')).toBeGreaterThan(heads.indexOf('print.py'));
});

describe('hostile files', () => {
  test.each([
    ['a text without line ends', 'retry '.repeat(20_000)],
    ['only brackets', `retry ${'('.repeat(5_000)}`],
    ['lines that look like heads', 'evil.py:1-9  Owner\nretry\n'],
    ['a carriage return at each line', 'def retry():\r\n    return 1\r\n'],
  ])('%s', async (_, text) => {
    const { isError, result } = await bundle(
      { 'a.py': text },
      { prompt: 'retry', budget: { max_tokens: 500 } },
    );
    expect(isError).toBe(false);
    expect(result.totals.selected_tokens).toBeLessThanOrEqual(500);
  });
});

describe('tests of what was taken', () => {
  const TANK = [
    'def gauge(tank):',
    '    """The water level of a tank, in litres."""',
    '    return tank.area * tank.height',
    '',
  ].join('\n');
  const CHECKS = ['from tank import gauge', '', 'def check_one(it):', '    assert gauge(it) == 7', ''];
  const FILES = {
    'tank.py': TANK,
    'tests/test_tank.py': [...CHECKS, 'def check_two():', '    assert 1 == 1', ''].join('\n'),
  };
  const ASKED = { prompt: 'water level in litres' };
  // Of so few files, each is near in meaning to anything.
  const byWords = { embeddings: 'none' };

  test('a test that uses a declaration taken is shown, though it has no word of the prompt', async () => {
    const { selections, result } = await bundle(FILES, { ...ASKED, include_tests: true }, byWords);
    expect(selections.map(({ path }) => path)).toEqual(['tank.py', 'tests/test_tank.py']);
    expect(selections[1]).toMatchObject({
      symbol: 'check_one',
      rationale: 'function check_one: test of gauge',
      excerpt: 'def check_one(it):\n    assert gauge(it) == 7\n',
    });
    expect(result.citations).toHaveLength(2);
  });

  test('it is not shown if tests are not asked for', async () => {
    const { selections } = await bundle(FILES, { ...ASKED, include_tests: false }, byWords);
    expect(selections.map(({ path }) => path)).toEqual(['tank.py']);
  });

  test('tests take at most a fifth of the budget, and the budget is kept', async () => {
    const steps = Array.from({ length: 60 }, (_, at) => `    assert gauge(it) > ${at}`);
    const { selections, result } = await bundle(
      { ...FILES, 'tests/test_tank.py': [...CHECKS.slice(0, -1), ...steps, ''].join('\n') },
      { ...ASKED, budget: { max_files: 2, max_total_lines: 50 } },
      byWords,
    );
    const [test] = selections.filter(({ path }) => path === 'tests/test_tank.py');
    expect(test?.rationale).toBe('function check_one: test of gauge; shortened to fit the budget');
    expect((test?.end_line ?? 99) - (test?.start_line ?? 0)).toBeLessThan(10);
    expect(result.totals.selected_lines).toBeLessThanOrEqual(50);
    expect(result.totals.truncated).toBe(true);
  });

  test('the only file of a budget is not that of a test', async () => {
    const { selections } = await bundle(
      FILES,
      { ...ASKED, budget: { max_files: 1, max_total_lines: 50 } },
      byWords,
    );
    expect(selections.map(({ path }) => path)).toEqual(['tank.py']);
  });
});
