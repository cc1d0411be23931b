/** What names mean in Swift: extensions, protocols, optional bindings, labels of arguments. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

test('a member of an extension belongs to the type it extends', async () => {
  const files = {
    'Row.swift': 'struct Row {\n  var size: Int = 0\n  func twice() -> Int { «certain call half»() }\n}\n',
    'More.swift':
      'extension Row {\n  func «definition half»() -> Int { size }\n  func other() { «certain half»(); self.«certain half»() }\n}\n',
    'Use.swift':
      'func go(row: Row, rows: [Row]) {\n  row.«likely half»()\n  for item in rows { item.«likely half»() }\n  rows.map { $0.«likely half»() }\n}\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('fields are seen without self, through bindings and by inheritance; labels are not variables', async () => {
  const files = {
    'Base.swift':
      'class Base {\n  let «definition size»: Int\n  init(size: Int) { self.«certain write size» = size }\n}\n',
    'Use.swift': `class Heir: Base {
  func go(other: Base?) {
    print(«certain size», super.«certain size»)
    guard let other else { return }
    if let base = other as? Base { base.«likely size» }
    resize(size: 1)
    let made = Heir(size: 2)
    made.«likely size»
  }
  func resize(size: Int) -> Int { return size }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('cases of an enum and protocols', async () => {
  const files = {
    'Kind.swift': 'enum Kind: String {\n  case «definition plain», rich(Int)\n}\n',
    'Use.swift':
      'func go(kind: Kind) {\n  switch kind {\n  case .«likely plain»: break\n  case .rich(let count): print(count)\n  }\n  print(Kind.«certain plain»)\n}\n',
  };
  expect(await markMentions(files)).toEqual(files);
  const protocols = {
    'Shape.swift': 'protocol «definition Shape» {\n  func draw()\n}\n',
    'Use.swift':
      'class Circle: «certain extends Shape» {}\nfunc go(_ shape: «certain type Shape») { shape.draw() }\n',
  };
  expect(await markMentions(protocols)).toEqual(protocols);
});

test('broken and deeply nested texts give facts', async () => {
  const deep = `class A { let f = ${'('.repeat(300)}a${')'.repeat(300)} }`;
  expect((await readFacts('A.swift', deep))?.declarations.map(({ name }) => name)).toContain('A');
  expect((await readFacts('B.swift', 'extension B { func m( { x?. } guard let'))?.language).toBe('swift');
});
