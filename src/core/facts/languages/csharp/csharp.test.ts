/** What names mean in C#: namespaces, parts of a class, properties, extension methods. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

test('a type is seen in its namespace and where that is used; a namesake of another namespace is another one', async () => {
  const files = {
    'src/Item.cs': 'namespace Shop.Core;\npublic class «definition Item» { public «other Item»() {} }\n',
    'src/Other.cs': 'namespace Shop.Other\n{\n  public class «other Item» {}\n}\n',
    'src/Near.cs':
      'namespace Shop.Core;\nclass Near : «certain extends Item» { «certain type Item»[] all; }\n',
    'src/Use.cs':
      'using Shop.Core;\nnamespace App;\nclass Use { object o = new «certain call Item»(); List<«certain type Item»> all; }\n',
    'src/Not.cs': 'using Shop.Other;\nnamespace App;\nclass Not { «other Item» item; }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('members are shared by the parts of a partial class, and inherited', async () => {
  const files = {
    'a/Log.cs': 'namespace L;\npublic partial class Log { int «definition level»; }\n',
    'a/Log.Write.cs': `namespace L;
public partial class Log {
  void Write() { «certain level»++; this.«certain write level» = 2; int x = new Log { «certain level» = 1 }.«certain level»; }
}
class Sub : Log { int Get() => «certain level»; int Hide(int «other level») => «other level»; }
`,
  };
  const given = await markMentions(files);
  expect(given).toEqual(files);
});

test('receivers have their declared types: properties, var, generics, null-conditional calls, lambdas, patterns', async () => {
  const files = {
    'a/Row.cs':
      'namespace A;\npublic class Row { public void «definition Save»() {} public Row Next => this; }\n',
    'a/Use.cs': `namespace A;
class Use {
  Row First { get; set; }
  void Go(List<Row> list, object other, dynamic any) {
    var made = new Row();
    made.Next.«likely Save»();
    First?.«likely call Save»();
    First?.Next.«likely Save»();
    foreach (var row in list) row.«likely Save»();
    list.ForEach(row => row.«likely Save»());
    if (other is Row found) found.«likely Save»();
    (other as Row).«certain Save»();
    any.thing().«possible Save»();
  }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('an extension method is a member of the type it extends, and of its class', async () => {
  const files = {
    'a/Extensions.cs': `namespace A;
static class Extensions {
  public static int «definition Twice»(this Row row) => 2;
  static int Use(Row row) => Extensions.«certain Twice»(row);
}
`,
    'a/Row.cs': 'namespace A;\nclass Row { int Go(Row other) => other.«likely Twice»(); }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('the caller is the method, constructor, property or local function around', async () => {
  const text = `class A {
  A() { Hit(); }
  int P { get { return Hit(); } }
  void M() { var f = () => Hit(); int Local() => Hit(); }
}
`;
  const facts = await readFacts('A.cs', text);
  const around = [...(facts?.tokenStarts ?? [])].flatMap((at, token) =>
    text.startsWith('Hit', at) ? [facts?.declarations[facts.tokenEnclosing[token] ?? -1]?.name] : [],
  );
  expect(around).toEqual(['A', 'P', 'M', 'Local']);
});

test('broken and deeply nested texts give facts', async () => {
  const deep = `class A { object f = ${'('.repeat(1000)}a${')'.repeat(1000)}; object g = ${'a.b().'.repeat(1000)}c(); }`;
  expect((await readFacts('A.cs', deep))?.declarations.map(({ name }) => name)).toContain('A');
  expect((await readFacts('B.cs', 'class B { void M( { x?. ; } enum { namespace '))?.language).toBe('csharp');
});

test('of two types with one name in one file neither is certain, and a method outside of types is none', async () => {
  const types = {
    'Row.cs': 'namespace A;\n\npublic class «definition Row» { }\n\npublic class Row<T> { }\n',
    'Use.cs': 'namespace A;\n\nclass Use { «likely Row»<int> one; }\n',
  };
  expect(await markMentions(types)).toEqual(types);
  const broken = {
    'Log.cs': 'namespace A;\n\nvoid «definition Debug»(string text);\n',
    'Use.cs': 'namespace A;\n\nclass Use { object one = Debug; }\n',
  };
  expect(await markMentions(broken)).toEqual(broken);
});
