/** What scripts/unused-members.ts finds, and what it must not take for unused. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unusedMembers } from '../scripts/unused-members.ts';
import { newDirectory, removeTree } from './helpers/temporary-directory.ts';

const READ_AS = {
  'by another type that it is assigned to': 'interface B { x: number } const b: B = a; b.x;',
  'by a spread into another type': 'interface B { x: number } const b: B = { ...a }; b.x;',
  'by destructuring': 'const { x: other } = a; other;',
  'by a name in quotes': `a['x'];`,
  'by JSON': 'JSON.stringify({ list: [a] });',
  'by JSON, where it is only there sometimes':
    'declare const b: A | undefined; JSON.stringify({ ...(b === undefined ? {} : { b }) });',
  'behind a promise': 'const p: Promise<{ x: number }> = Promise.resolve(a); p.then(({ x }) => x);',
  'through Pick': `const f = ({ x }: Pick<A, 'x'>) => x; f(a);`,
};

const SOURCES = {
  'options.ts': `
    interface Options { used: number; unused?: number; nested: { inner: number } }
    type Alias = { read: string; written: string };
    class Thing { method() { return 1; } idle() { return 2; } get size() { return 3; } #own = 1; }
    export function run({ used, nested }: Options, alias: Alias): number {
      alias.written = alias.read;
      return used + nested.inner + new Thing().method();
    }
    run({ used: 1, unused: 2, nested: { inner: 1 } }, { read: '', written: '' });`,
  'port.ts': `
    export interface Port { ask(): number; never(): number }
    class Real implements Port { ask() { return 1; } never() { return 2; } }
    export const port: Port = new Real();
    port.ask();`,
  'guard.ts': `
    interface Refusal { refused: string; hint: string }
    const isRefusal = (value: unknown): value is Refusal =>
      typeof value === 'object' && value !== null && 'refused' in value;
    export const told = (refusal: Refusal | string) => isRefusal(refusal) && refusal.refused;`,
  ...Object.fromEntries(
    Object.values(READ_AS).map((code, at) => [
      `read${at}.ts`,
      `export interface A { x: number } declare const a: A; { ${code} }`,
    ]),
  ),
};

const root = newDirectory();
afterAll(() => removeTree(root));
const unused = new Map<string, string[]>();

beforeAll(() => {
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(root, name), text);
  const program = ts.createProgram(
    Object.keys(SOURCES).map((name) => join(root, name)),
    { strict: true, target: ts.ScriptTarget.ES2023, types: [], noEmit: true },
  );
  for (const found of unusedMembers(program, root)) {
    const [path = '', member = ''] = found.split('#');
    unused.set(basename(path), [...(unused.get(basename(path)) ?? []), member]);
  }
});

test('members that nobody reads are named: fields, methods, options, getters', () => {
  expect(unused.get('options.ts')).toEqual(['Options.unused', 'Alias.written', 'Thing.idle', 'Thing.size']);
});

test('a class is read as the interface that it implements', () => {
  expect(unused.get('port.ts')).toEqual(['Port.never', 'Real.never']);
});

test('a type guard reads nothing of what it looks at', () => {
  expect(unused.get('guard.ts')).toEqual(['Refusal.hint']);
});

test.each(Object.keys(READ_AS).map((how, at) => [how, at] as const))('a member is read %s', (_, at) => {
  expect(unused.get(`read${at}.ts`)?.filter((name) => name.startsWith('A.'))).toBeUndefined();
});
