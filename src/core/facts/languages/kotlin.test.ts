/** What names mean in Kotlin: extensions, companions, properties in constructors, top-level functions. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../index.ts';

test('top-level functions and types are seen in their package and by import', async () => {
  const files = {
    'a/Make.kt': 'package a\n\nfun «definition make»(): Row = Row()\n\nclass Row\n',
    'a/Near.kt': 'package a\n\nclass Near { fun go() = «certain call make»() }\n',
    'b/Use.kt':
      'package b\n\nimport a.«certain import make»\n\nfun go(make: Int) = make\n\nfun run() = «certain make»()\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('properties of a constructor and members of a companion are members of the class', async () => {
  const files = {
    'a/Row.kt': `package a

data class Row(val «definition size»: Int, other: String) {
  fun twice() = «certain size» + this.«certain size»
}
`,
    'a/Use.kt': `package a

fun go(row: Row, rows: List<Row>) {
  val made = Row(1, "")
  row.«likely size»
  made.«likely size»
  for (each in rows) each.«likely size»
  rows.forEach { each -> each.«likely size» }
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const companion = {
    'a/Box.kt': 'package a\n\nclass Box {\n  companion object {\n    fun «definition of»() = Box()\n  }\n}\n',
    'a/In.kt': 'package a\n\nfun go() = Box.«certain call of»()\n',
  };
  expect(await markMentions(companion)).toEqual(companion);
});

test('an extension is a member of the type it extends', async () => {
  const files = {
    'a/Row.kt': 'package a\n\nclass Row {\n  fun save() {}\n}\n',
    'a/Extensions.kt': 'package a\n\nfun Row.«definition twice»(): Row = this\n',
    'a/Use.kt': 'package a\n\nfun go(row: Row) {\n  row.«likely twice»()\n}\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deeply nested texts give facts', async () => {
  const deep = `class A { val f = ${'('.repeat(300)}a${')'.repeat(300)} }`;
  expect((await readFacts('A.kt', deep))?.declarations.map(({ name }) => name)).toContain('A');
  expect((await readFacts('B.kt', 'class B { fun m( { x?. } object : '))?.language).toBe('kotlin');
});
