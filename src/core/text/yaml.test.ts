import { expect, test } from 'vitest';
import { parseYaml } from './yaml.ts';

test('plain data comes with the lines of its parts, and of what is around a part that is not there', async () => {
  const yaml = await parseYaml('a: 1\nb:\n  - x\n  - y: 2\n');
  if (!yaml.ok) throw new Error(yaml.problem);
  expect(yaml.value).toEqual({ a: 1, b: ['x', { y: 2 }] });
  expect([yaml.lineAt(['b', 1, 'y']), yaml.lineAt(['b', 7]), yaml.lineAt(['c'])]).toEqual([4, 3, 1]);
});

test.each([
  ['an open bracket', 'a: 1\nb: [1\n'],
  ['a key twice', 'a: 1\na: 2\n'],
  ['a tag', 'a: !!js/function "x"\n'],
  ['two documents', 'a: 1\n---\nb: 2\n'],
])('%s is broken', async (_, text) => {
  expect(await parseYaml(text)).toMatchObject({ ok: false, problem: 'broken' });
});

test('an alias is not plain data: a few of them can stand for gigabytes', async () => {
  expect(await parseYaml('a: &x [1]\nb: *x\n')).toEqual({ ok: false, line: 2, problem: 'not plain data' });
});

test('brackets nested without end are refused, not followed', async () => {
  const text = '['.repeat(20_000) + ']'.repeat(20_000);
  expect(await parseYaml(text)).toMatchObject({ ok: false });
});

test.each([
  ['keys', (count: number) => Array.from({ length: count }, (_, at) => `k${at}: v\n`).join('')],
  ['items', (count: number) => `a: [${'x, '.repeat(count)}]\n`],
  ['line ends', (count: number) => `a: 1\n${'\n'.repeat(5 * count)}`],
])('a document of very many %s is refused, whatever its size', async (_, make) => {
  expect(await parseYaml(make(1000))).toMatchObject({ ok: true });
  expect(await parseYaml(make(100_000))).toMatchObject({
    ok: false,
    problem: 'more than 100000 keys, values and marks',
  });
});

test('long texts in a document are no words', async () => {
  const text = `a: |\n${'  a line of text\n'.repeat(50_000)}`;
  expect(await parseYaml(text)).toMatchObject({ ok: true });
});
