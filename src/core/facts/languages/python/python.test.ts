/** Python: what each rule of the language makes of the mentions of a name. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

async function holds(files: Readonly<Record<string, string>>): Promise<void> {
  expect(await markMentions(files)).toEqual(files);
}

test('a function and its overloads are one symbol', async () => {
  await holds({
    'a.py': `from typing import overload

@overload
def «definition load»(x: int) -> int: ...
@overload
def «definition load»(x: str) -> str: ...
def «definition load»(x):
    return x

«certain call load»(1)
`,
    'b.py': 'from a import «certain load»\n',
  });
});

test('relative, star and aliased imports, and what a package passes on', async () => {
  await holds({
    'pkg/__init__.py': 'from .core import *\nfrom .core import «certain save» as keep\n',
    'pkg/core.py': 'def «definition save»(): ...\n',
    'pkg/sub/deep.py':
      'from ..core import «certain save»\nfrom .. import core\n\ncore.«certain call save»()\n',
    'use.py': 'import pkg\nfrom pkg import «certain save»\n\npkg.«certain save»()\n',
  });
});

test('values of tuples, generators and context managers', async () => {
  await holds({
    'a.py': `from contextlib import contextmanager
from typing import Iterator

class A:
    «definition name» = ''
    def __enter__(self) -> 'A':
        return self

class B:
    «other name» = ''

def pair() -> tuple[A, B]: ...
def both():
    return A(), B()
def made():
    yield A()
@contextmanager
def opened() -> Iterator[A]: ...

a, b = pair()
a.«likely name», b.«other name»
c, d = both()
c.«likely name», d.«other name»
for each in made():
    each.«likely name»
for e, f in [(A(), B())]:
    e.«likely name», f.«other name»
with opened() as g, A() as h:
    g.«likely name», h.«likely name»
`,
  });
});

test('Any and object tell nothing, Self is the class', async () => {
  await holds({
    'a.py': `from typing import Any, Self

class A:
    def «definition run»(self) -> Self:
        self.__class__.«certain run»(self)
        return self.«certain run»()

class B:
    def «other run»(self): ...

def f(any: Any, thing: object, a: A):
    any.«possible run»()
    thing.«possible run»()
    a.«likely run»().«likely run»()
`,
  });
});

test('attributes by self, class attributes, fields of dataclasses by keyword', async () => {
  await holds({
    'a.py': `from dataclasses import dataclass

@dataclass
class Point:
    «definition left»: int
    right: int = 0

    def move(self):
        self.«certain write left» = self.«certain read left» + 1

def f(p: Point):
    Point(«certain write left»=1)
    p.«likely left» = 2
    if (q := Point(1)).«certain left»:
        q.«likely left»
`,
  });
});

test('offsets are those of the text as written, where lines in brackets are indented less', async () => {
  const text =
    'class A:\n    def f(self):\n        x = g(\n  first,\nsecond)\n        return target(x)\n\ntarget = 1\n';
  const facts = await readFacts('a.py', text);
  const places = [...(facts?.tokenStarts ?? [])].map((at, token) => {
    const name = facts?.names[facts.tokenNames[token] ?? 0] ?? '';
    return text.slice(at, at + name.length) === name;
  });
  expect(places).toHaveLength(10);
  expect(places).not.toContain(false);
  expect(facts?.errors).toHaveLength(0);
  expect(facts?.declarations.map(({ name, at }) => text.slice(at, at + name.length))).toEqual(
    facts?.declarations.map(({ name }) => name),
  );
});

test('broken and deeply nested texts end', async () => {
  for (const text of [
    'def f(',
    'class A(\n  def',
    `x = ${'('.repeat(3000)}1${')'.repeat(3000)}\n`,
    `x = a${'.b()'.repeat(5000)}\n`,
    `a, b = ${'(1, '.repeat(1000)}2${')'.repeat(1000)}\n`,
  ])
    expect((await readFacts('a.py', text))?.language).toBe('python');
});

test('what a class is made of is inside of it', async () => {
  const text = 'class Base: ...\nclass Row(\n    Base, metaclass=Base\n):\n    pass\n';
  const facts = await readFacts('a.py', text);
  const around = [...(facts?.tokenNames ?? [])].flatMap((id, at) =>
    facts?.names[id] === 'Base' ? [facts.declarations[facts.tokenEnclosing[at] ?? -1]?.name] : [],
  );
  expect(around).toEqual([undefined, 'Row', 'Row']);
});
