/** What names mean in Java: members without `this`, methods beside fields, packages over several source directories. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

test('a field and a method of one name are two things; overloads are one', async () => {
  const files = {
    'src/main/java/a/Box.java': `package a;
class Box {
  private int «other size»;
  int «definition size»() { return «other size»; }
  Box «definition size»(int «other size») { this.«other size» = «other size»; return this; }
  int twice() { return «certain call size»() + this.«certain call size»(); }
}
`,
    'src/test/java/a/BoxTest.java': `package a;
class BoxTest {
  void run(Box box) {
    box.«likely size»(3).«likely size»();
    Runnable later = box::«likely read size»;
    String text = "«string size»";
  }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('inherited members need no receiver, also from inside of anonymous classes', async () => {
  const files = {
    'a/Base.java': 'package a;\nclass Base { void «definition run»() {} }\n',
    'a/Sub.java': `package a;
class Sub extends Base {
  void go() {
    «certain run»();
    super.«certain run»();
    new Runnable() { public void «other run»() { «other run»(); Sub.this.«certain run»(); } };
    new Base() { void go() { «certain run»(); } };
  }
}
class Outer {
  void «other run»() {}
  class Inner extends Base { void go() { «certain run»(); } }
  class Other { void go() { «other run»(); } }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('types are found by import, star import, package and qualified name', async () => {
  const files = {
    'src/main/java/a/b/Item.java': `package a.b;
public class «definition Item» { public «other Item»() {} public static class Part {} }
`,
    'src/main/java/a/b/Near.java': 'package a.b;\nclass Near extends «certain extends Item» {}\n',
    'src/test/java/a/b/Far.java': 'package a.b;\nclass Far { «certain type Item» item; }\n',
    'src/main/java/c/One.java':
      'package c;\nimport a.b.«certain import Item»;\nclass One { Object o = new «certain call Item»(); }\n',
    'src/main/java/c/Star.java': 'package c;\nimport a.b.*;\nclass Star { «certain Item»[] all; }\n',
    'src/main/java/c/Nested.java':
      'package c;\nimport a.b.«certain Item».Part;\nclass Nested { a.b.«certain Item» item; Part part; }\n',
    'src/main/java/c/Alone.java': 'package c;\nclass Alone<«other Item»> { «other Item» item; }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('static imports bring methods and constants, inherited ones too', async () => {
  const files = {
    'a/Matchers.java':
      'package a;\npublic class Matchers { public static int «definition any»() { return 1; } }\n',
    'a/Mocks.java': 'package a;\npublic class Mocks extends Matchers {}\n',
    'b/Use.java':
      'package b;\nimport static a.Mocks.«certain any»;\nclass Use { int any; void go() { any = «certain any»(); } }\n',
    'b/Star.java':
      'package b;\nimport static a.Matchers.*;\nclass Star { int go() { return «certain any»(); } }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('receivers have their declared types: var, generics, loops, lambdas, chains by return types', async () => {
  const files = {
    'a/Row.java':
      'package a;\npublic class Row { void «definition save»() {} Row next() { return this; } }\n',
    'a/Rows.java': 'package a;\nclass Rows extends java.util.ArrayList<Row> {}\n',
    'a/Use.java': `package a;
import java.util.*;
class Use {
  void go(List<Row> list, Map<String, Row> byName, Rows rows, Object other, Unknown unknown) {
    var made = new Row();
    made.next().next().«likely save»();
    for (var row : list) row.«likely save»();
    for (Row row : rows) row.«likely save»();
    list.get(0).«likely save»();
    byName.get("a").«likely save»();
    list.stream().filter(row -> row != null).forEach(row -> row.«likely save»());
    rows.forEach(row -> row.«likely save»());
    ((Row) other).«certain save»();
    if (other instanceof Row row && row.next() != null) row.«likely save»();
    unknown.thing().«possible save»();
  }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a constant of an enum is meant by a case of a switch; annotations are decorators', async () => {
  const files = {
    'a/Color.java':
      'package a;\nenum Color { «definition RED», BLUE { int code() { return 2; } }; int code() { return 1; } }\n',
    'a/Use.java': `package a;
class Use {
  static final int «other RED» = 3;
  int go(Color color, int number) {
    switch (color) { case «likely RED»: return Color.«certain read RED».code(); }
    switch (number) { case «other RED»: return 1; }
    return 0;
  }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const marked = {
    'a/Mark.java': 'package a;\n@interface «definition Mark» { int value(); }\n',
    'a/On.java': 'package a;\n@«certain decorator Mark»(value = 1) class On {}\n',
  };
  expect(await markMentions(marked)).toEqual(marked);
});

test('the caller is the method around, a constructor or a method of an anonymous class', async () => {
  const text = `class A {
  A() { hit(); }
  void m() { Runnable r = () -> hit(); new B() { void inner() { hit(); } }; }
  record P(int x) { P { hit(); } }
  static { hit(); }
}
`;
  const facts = await readFacts('A.java', text);
  const around = [...(facts?.tokenStarts ?? [])].flatMap((at, token) => {
    const declaration = facts?.declarations[facts.tokenEnclosing[token] ?? -1];
    return text.startsWith('hit', at) ? [`${declaration?.kind} ${declaration?.name}`] : [];
  });
  expect(around).toEqual(['constructor A', 'method m', 'method inner', 'constructor P', 'class A']);
});

test('broken and deeply nested texts give facts', async () => {
  const deep = `class A { Object f = ${'('.repeat(3000)}a${')'.repeat(3000)}; Object g = ${'a.b().'.repeat(2000)}c(); }`;
  expect((await readFacts('A.java', deep))?.declarations.map(({ name }) => name)).toContain('A');
  const broken = await readFacts('B.java', 'class B { void m( { x. ; } enum { ; record (');
  expect(broken?.language).toBe('java');
});
