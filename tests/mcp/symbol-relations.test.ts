/** Symbols under another name, members of bases, and attributes that several classes of one family set. */
import { describe, expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const FILES = {
  'web/text.py': 'def slugify(value):\n    return value.lower()\n',
  'web/filters.py': [
    'from web.text import slugify as to_slug',
    '',
    '',
    'def slug_filter(value):',
    '    return to_slug(value)',
    '',
  ].join('\n'),
  'web/client.py': [
    'class BaseClient:',
    '    def __init__(self):',
    '        self._state = "new"',
    '',
    '    def redirect_headers(self):',
    '        return self._state',
    '',
    '',
    'class Client(BaseClient):',
    '    def send(self):',
    '        self._state = "open"',
    '        return self._state',
    '',
  ].join('\n'),
};

describe('an import under another name', () => {
  test('is followed by callers and impact, and the counts are without it', async () => {
    const root = repository(FILES);
    const { call } = await openApp(root);
    const { value } = await call('repo.symbol', { symbol: 'slugify', with: ['callers'] });
    expect(value.result.matches[0].callers).toMatchObject([
      { path: 'web/filters.py', line: 5, enclosing: 'slug_filter', class: 'certain' },
    ]);
    const references = await call('repo.references', { symbol: 'slugify', role: 'call' });
    expect(references.value.result.references).toMatchObject([{ path: 'web/filters.py', line: 5 }]);
    expect(references.value.result.counts).toMatchObject({ definition: 1, certain: 1, total: 2 });
    expect(references.value.warnings).toEqual([
      '1 use is under another name: to_slug. The counts are without it.',
    ]);
    expect((await runProgram(root, ['impact', 'slugify'])).stdout).toContain('slug_filter');
  });
});

describe('a member that a base declares', () => {
  test('is found by the name of the class that inherits it', async () => {
    const { call } = await openApp(repository(FILES));
    const { value } = await call('repo.symbol', { symbol: 'Client.redirect_headers' });
    expect(value.result).toMatchObject({
      exact: true,
      matches: [{ qualified_name: 'BaseClient.redirect_headers', start_line: 5 }],
    });
  });

  test('is not found where the class has none of that name', async () => {
    const { call } = await openApp(repository(FILES));
    const { value } = await call('repo.symbol', { symbol: 'BaseClient.send' });
    expect(value.result).toMatchObject({ exact: false, matches: [{ qualified_name: 'Client.send' }] });
  });
});

test('an attribute that a class below sets too is said to be', async () => {
  const { call } = await openApp(repository(FILES));
  const { value } = await call('repo.references', { symbol: 'BaseClient._state' });
  expect(value.result.counts).toMatchObject({ definition: 1, certain: 1, other: 2, total: 4 });
  expect(value.warnings).toEqual([
    'Classes above or below declare it too, and their mentions are other: Client._state (2).',
  ]);
});
