/** A function under the name of a variable that holds it, and tests that have a title instead of a name. */
import { describe, expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { repository } from '../helpers/repository.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

const FILES = {
  'src/send.ts': lines(
    'export function sendNow(x: number): number {',
    '  return x + 1;',
    '}',
    'export function sendLater(x: number): number {',
    '  return x - 1;',
    '}',
    'export const send = sendNow;',
    'export const chosen = process.env.LATER ? sendLater : sendNow;',
    'export const fallback = globalThis.custom ?? sendNow;',
    'export const result = sendNow(1);',
    'export function order() {',
    '  return chosen(2) + fallback(3);',
    '}',
  ),
  'src/use.ts': lines("import { send, result } from './send';", 'export const run = () => send(result);'),
  'src/other.ts': lines('const chosen = (x: number) => x;', 'export const other = () => chosen(1);'),
  'jobs/run.py': lines(
    'def fetch(url):',
    '    return url',
    '',
    '',
    'def cached(url):',
    '    return url',
    '',
    '',
    'def load(url, fresh):',
    '    get = fetch if fresh else cached',
    '    return get(url)',
  ),
  'test/send.test.ts': lines(
    "import { describe, it, test } from 'vitest';",
    "import { sendNow } from '../src/send';",
    '',
    "describe('sending', () => {",
    "  it('adds one', () => {",
    '    const got = sendNow(1);',
    '  });',
    '  it(',
    "    'has a title on a line of its own',",
    '    () => {',
    '      sendNow(1);',
    '    },',
    '  );',
    '  it.each([',
    '    [1, 2],',
    "  ])('adds %i', (a, b) => {",
    '    sendNow(a);',
    '  });',
    '});',
    'test("on one line", () => sendNow(2));',
    'sendNow(9);',
  ),
};

describe('a variable that may hold a function', () => {
  test('its uses are likely uses of the function; a call and a namesake are none', async () => {
    const { call } = await openApp(repository(FILES));
    const { value } = await call('repo.references', { symbol: 'sendNow', role: 'call', scope: 'src/**' });
    const found = value.result.references.filter(({ alias }: { alias?: string }) => alias !== undefined);
    expect(found).toMatchObject([
      { path: 'src/send.ts', line: 12, enclosing: 'order', class: 'likely', alias: 'chosen' },
      { path: 'src/send.ts', line: 12, enclosing: 'order', class: 'likely', alias: 'fallback' },
      { path: 'src/use.ts', line: 2, enclosing: 'run', class: 'likely', alias: 'send' },
    ]);
    expect(found).toHaveLength(3);
    expect(value.warnings).toEqual([
      '3 uses are under another name: chosen, fallback, send. The counts are without them.',
    ]);
  });

  test('in another language, inside of a function', async () => {
    const { call } = await openApp(repository(FILES));
    const { value } = await call('repo.symbol', { symbol: 'cached', with: ['callers'] });
    expect(value.result.matches[0].callers).toMatchObject([
      { path: 'jobs/run.py', line: 11, enclosing: 'load', class: 'likely', alias: 'get' },
    ]);
  });
});

test('a test that has a title is named by it, in lists and in a tree of callers', async () => {
  const client = await connectClient(repository(FILES), undefined, undefined, [
    '--answers',
    'text',
    '--repeat',
    'always',
  ]);
  const ask = async (name: string, args: object) => {
    const { content } = await client.callTool({ name, arguments: { ...args } });
    return content[0]?.type === 'text' ? content[0].text : '';
  };
  const titled = [
    '6  it "adds one": const got = sendNow(1);',
    '11  it "has a title on a line of its own": sendNow(1);',
    '17  test "adds %i": sendNow(a);',
    '20  test "on one line": test("on one line", () => sendNow(2));',
    '21  sendNow(9);',
  ];
  const shown = await ask('repo.symbol', { symbol: 'sendNow', with: ['tests'] });
  expect(shown.split('\n').slice(-7)).toEqual([
    'tests:',
    '  test/send.test.ts',
    ...titled.map((row) => `    ${row}`),
  ]);
  const tree = await ask('repo.references', { symbol: 'sendNow', depth: 2, scope: 'test/**' });
  expect(tree.split('\n').slice(1, 6)).toEqual(titled.map((row) => `  test/send.test.ts:${row}`));
});
