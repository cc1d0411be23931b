/** What names mean in JavaScript and TypeScript: literals by their place, components, callbacks, modules of both kinds, prototypes. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { type FileFacts, readFacts } from '../../index.ts';

test('a key of an object literal is the member that the place of the literal expects', async () => {
  const files = {
    'options.ts': `export interface Options { «definition retries»: number; inner?: { «other retries»: string } }
export interface Unlike { «other retries»: number }
export function run(name: string, options?: Partial<Options>) {}
export class Runner { constructor(private readonly options: Options) {} }
`,
    'use.ts': `import { type Options, run, Runner, type Unlike } from './options.ts';
const typed: Options = { «certain write retries»: 1, inner: { «other retries»: '' } };
const unlike: Unlike = { «other retries»: 1 };
run('a', { «likely retries»: 2 });
new Runner({ «likely retries»: 3 });
const made = (): Options => ({ «certain retries»: 4 });
async function later(): Promise<Options[]> { return [{ «likely retries»: 5 }]; }
const checked = { «certain retries»: 6 } satisfies Options;
const own = { «other retries»: 7 };
own.«other retries»;
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a shorthand property reads the variable and names the member', async () => {
  const asked = (definitions: [variable: string, member: string], mention: string) => ({
    'a.ts': `interface Options { ${definitions[1]}: string }
declare const ${definitions[0]}: string;
const options: Options = { ${mention} };
`,
  });
  const variable = asked(['«definition file»', '«other file»'], '«certain file»');
  expect(await markMentions(variable)).toEqual(variable);
  const member = asked(['«other file»', '«definition file»'], '«certain file»');
  expect(await markMentions(member)).toEqual(member);
});

test('attributes of an element are members of what its component takes', async () => {
  const files = {
    'Button.tsx': `import React from 'react';
interface Props { «definition title»: string }
export const Button = ({ «certain title» }: Props) => <b>{«other title»}</b>;
const Plain = (props: Props) => <i>{props.«likely title»}</i>;
export default React.memo(Plain);
`,
    'Page.tsx': `import Plain, { Button } from './Button';
const page = <Button «likely title»="a"><Plain «likely title»={'c'} /></Button>;
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a parameter of a callback is what the function that takes the callback says', async () => {
  const files = {
    'server.ts': `export class Request { «definition query»(): string { return ''; } }
type Handler = (request: Request, next: () => void) => void;
type Route = (path: string, handler: Handler) => void;
export class Server { get!: Route; on(handlers: { open: Handler }) {} }
`,
    'use.ts': `import { Server } from './server';
const server = new Server();
server.get('/', (request) => request.«likely query»());
server.on({ open: ({ «likely query» }) => {}, open2: (r) => r.«possible query»() });
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('elements of arrays, maps and promises keep their type; any and unknown say nothing', async () => {
  const files = {
    'a.ts': `class Item { «definition name» = '' }
function all(list: Item[], map: Map<string, Item>, later: Promise<Item>, no: any, none: unknown) {
  for (const each of list) each.«likely name»;
  list.map((each) => each.«likely name»);
  list.filter(Boolean)[0].«likely name»;
  list.find(Boolean)?.«likely name»;
  map.get('a')!.«likely name»;
  later.then(() => 1);
  no.«possible name»;
  none.«possible name»;
}
async function wait(later: Promise<Item>) { (await later).«certain name»; }
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a declared type is not widened by what is assigned to it', async () => {
  const files = {
    'a.ts': `interface Raw { «definition type»: string }
class Column { «other type» = '' }
class Table {
  columns: Column[] = [];
  constructor(raw: Raw[]) { this.columns = raw.filter(Boolean) as never; }
  all() { return this.columns.map((column) => column.«other type»); }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('CommonJS: what a module exports, in all its forms', async () => {
  const files = {
    'lib.js': `function «definition save»() {}
exports.«certain re-export save» = «certain save»;
`,
    'whole.js': "module.exports = { «certain save»: require('./lib').«certain save» };\n",
    'use.js': `const lib = require('./lib');
const { «certain import save» } = require('./lib');
lib.«certain call save»();
«certain call save»();
`,
  };
  const found = await markMentions(files);
  expect({ ...found, 'whole.js': '' }).toEqual({ ...files, 'whole.js': '' });
});

test('members by prototypes, and `this` in what is assigned to them', async () => {
  const files = {
    'runner.js': `function Runner() { this.«other state» = 1; }
Runner.prototype.«definition run» = function () { return this.«certain run»(); };
Runner.prototype.again = function () { this.«certain run»(); };
module.exports = Runner;
`,
    'use.js': "const Runner = require('./runner');\nnew Runner().«certain run»();\n",
  };
  const { 'runner.js': runner, 'use.js': use } = files;
  const expected = { 'runner.js': runner.replace('«other state»', 'state'), 'use.js': use };
  expect(await markMentions(expected)).toEqual(expected);
});

test('a call through an abstract member is of that member; what overrides it is another', async () => {
  const files = {
    'a.ts': `export abstract class Shape {
  abstract «definition area»(): number;
  twice() { return this.«certain area»() * 2; }
}
export class Square extends Shape { «other override area»() { return 1; } }
`,
    'b.ts': `import type { Shape } from './a';
export function total(shapes: readonly Shape[]) { return shapes.map((shape) => shape.«likely area»()); }
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deeply nested texts give facts', async () => {
  const deep = 3000;
  const texts = [
    `const a = ${'{ a: '.repeat(deep)}1${' }'.repeat(deep)};`,
    `f(${'[(x) => '.repeat(deep)}1${']'.repeat(deep)});`,
    `type A = ${'{ a: '.repeat(deep)}B${' }'.repeat(deep)};`,
    `const a = ${'('.repeat(deep)}`,
    'class { constructor( private { a: } = < <A b={{{ />',
    'export default export = module.exports = exports.',
  ];
  for (const text of texts) expect(await readFacts('a.tsx', text)).toBeDefined();
});

test('a string inside of the code in another string is a string, and so is what follows it', async () => {
  const files = {
    'a.ts':
      "export function «definition save»() {}\nconst text = `a ${f('«string save»')} «string save» ${«certain call save»()} b`;\n",
  };
  expect(await markMentions(files)).toEqual(files);
});

test('what an interface with a call signature gives and takes, and the properties of a typed component', async () => {
  const files = {
    'row.ts': `export interface Row { «definition save»(): void }
export interface Make { (row: Row): Row }
`,
    'use.tsx': `import type { FC } from 'react';
import type { Make, Row } from './row';
export function all(make: Make, row: Row) { make(row).«likely save»(); }
export const keep: Make = (row) => { row.«likely save»(); return row; };
export const Line: FC<Row> = (props) => { props.«likely save»(); return null; };
export const Table: FC = () => <Line «likely save»={() => {}} />;
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('private members are found by their names without the mark', async () => {
  const files = {
    'a.ts': `class Row {
  #«definition state» = 1;
  read() { return this.#«certain state» + other.«other state»; }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a member of a required module is imported, and a chain of exports exports one thing', async () => {
  const files = {
    'lib.js': `function «definition save»() {}
exports.«certain re-export save» = exports.store = «certain save»;
`,
    'use.js': `var «certain import save» = require('./lib').«certain import save»;
var keep = require('./lib').store;
«certain call save»();
require('./lib').«certain save»();
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a variable has what is assigned to it later', async () => {
  const files = {
    'a.js': `class Row { «definition save»() {} }
let row;
beforeEach(function () { row = new Row(); });
it('saves', function () { row.«likely save»(); });
let none;
none.«possible save»();
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a function gives what its type or its own signature says; further arguments are of the last parameter', async () => {
  const files = {
    'row.ts': `export class Row { «definition save»() {} }
type Made = () => Row;
type Handler = (row: Row) => void;
export const typed: Made = () => null as never;
export const signed = (): Row => null as never;
export class Server {
  make: Made = () => null as never;
  on(name: string, ...handlers: Handler[]) {}
  all(...handlers: [Handler, Handler?]) {}
}
export function each(...rows: Row[]) { for (const row of rows) row.«likely save»(); }
`,
    'use.ts': `import { Server, signed, typed } from './row';
typed().«likely save»();
signed().«likely save»();
const server = new Server();
server.make().«likely save»();
server.on('a', (row) => row.«likely save»(), (row) => row.«likely save»());
server.all((row) => row.«likely save»());
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('what a type alias mentions is inside of it', async () => {
  const facts = await readFacts('a.ts', 'interface Row {}\ntype Rows = Row[] | Map<string, Row>;\n');
  expect(aroundNames(facts, 'Row')).toEqual(new Set(['', 'Rows']));
});

test('generic signatures without a mark between them are read, and what they mention is inside of the interface', async () => {
  const files = {
    'a.ts': `class Row { «definition save»() {} }
interface Take {
  <T extends Row>(row: T): Promise<Row>
  <T extends Row>(name: string, ...each: ((row: Row) => T)[]): Row
}
function all(take: Take) { take('a', (row) => row.«likely save»()); }
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const facts = await readFacts('a.ts', files['a.ts'].replace('«definition save»', 'save'));
  expect(aroundNames(facts, 'Row')).toEqual(new Set(['', 'Take']));
});

test('what a class extends is inside of it', async () => {
  const facts = await readFacts('a.ts', 'class Base {}\nexport class Row\n  extends Base {}\n');
  expect(aroundNames(facts, 'Base')).toEqual(new Set(['', 'Row']));
});

/** The names of the declarations around each mention; empty for those at the top. */
function aroundNames(facts: FileFacts | undefined, name: string): Set<string> {
  return new Set(
    [...(facts?.tokenNames ?? [])].flatMap((id, at) =>
      facts?.names[id] === name ? [facts.declarations[facts.tokenEnclosing[at] ?? -1]?.name ?? ''] : [],
    ),
  );
}
