/** What names mean in Scala: imports, companions, fields in constructors, inheritance, patterns. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

test('types are seen in their package, by import, by a new name and by wildcard', async () => {
  const files = {
    'a/Row.scala': 'package a\n\nclass «definition Row»(val size: Int)\n',
    'a/Near.scala': 'package a\n\ntrait Near extends «certain extends Row»\n',
    'b/One.scala':
      'package b\n\nimport a.«certain import Row»\n\nclass One { def go = new «certain call Row»(1) }\n',
    'b/Two.scala':
      'package b\n\nimport a.{«certain Row» => Other}\n\nclass Two { class Row; val a: Row = null }\n',
    'b/Three.scala': 'package b\n\nimport a._\n\nclass Three { val row: «certain type Row» = null }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('parameters of a class are its fields, and a companion has members of its name', async () => {
  const files = {
    'a/Row.scala':
      'package a\n\ncase class Row(«definition size»: Int) {\n  def twice = «certain size» + this.«certain size»\n}\n',
    'a/Use.scala': `package a

object Use extends Base {
  def go(row: Row, rows: List[Row]) = {
    val made = new Row(1)
    made.«likely size»
    row.«likely size»
    rows.foreach(each => each.«likely size»)
    for (each <- rows) each.«likely size»
    row match { case other: Row => other.«likely size» }
  }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const companion = {
    'a/Box.scala': 'package a\n\nclass Box\n\nobject Box {\n  def «definition make»(): Box = new Box\n}\n',
    'a/In.scala': 'package a\n\nclass In { val box = Box.«certain call make»() }\n',
  };
  expect(await markMentions(companion)).toEqual(companion);
});

test('members of traits are inherited', async () => {
  const files = {
    'a/Base.scala': 'package a\n\ntrait Base { def «definition run»(): Int = 1 }\n',
    'a/Heir.scala':
      'package a\n\nclass Heir extends Other with Base { val a = «certain run»(); super.«likely run»() }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deeply nested texts give facts', async () => {
  const deep = `class A { val f = ${'('.repeat(300)}a${')'.repeat(300)} }`;
  expect((await readFacts('A.scala', deep))?.declarations.map(({ name }) => name)).toContain('A');
  expect((await readFacts('B.scala', 'class B { def m( { x. } case object : '))?.language).toBe('scala');
});
