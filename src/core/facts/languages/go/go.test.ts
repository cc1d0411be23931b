/** Go: what each rule of the language makes of the mentions of a name. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

const MODULE = 'module example.com/shop\n\ngo 1.21\n';

async function holds(files: Readonly<Record<string, string>>): Promise<void> {
  const all = { 'go.mod': MODULE, ...files };
  expect(await markMentions(all)).toEqual(all);
}

test('files of a package see each other; a test package of the same directory imports it', async () => {
  await holds({
    'cart/cart.go': 'package cart\n\nfunc «definition Add»() {}\n',
    'cart/use.go': 'package cart\n\nvar total = «certain read Add»\n',
    'cart/in_test.go': 'package cart\n\nfunc init() { «certain call Add»() }\n',
    'cart/out_test.go':
      'package cart_test\n\nimport "example.com/shop/cart"\n\nfunc «other Add»() { cart.«certain call Add»(); «other Add»() }\n',
    'other/other.go': 'package other\n\nfunc «other Add»() {}\n',
  });
});

test('a package may be called otherwise than its path, by itself or by an import', async () => {
  await holds({
    'lib/v2/lib.go': 'package lib\n\nfunc «definition Load»() {}\n',
    'lib/go-odd/odd.go': 'package strange\n\nfunc «other Load»() {}\n',
    'use.go': `package main

import (
	l "example.com/shop/lib/v2"
	"example.com/shop/lib/go-odd"
	"os"
)

func main() {
	l.«certain Load»()
	strange.«other Load»()
	os.«other Load»()
}
`,
    'plain.go': 'package main\n\nimport "example.com/shop/lib/v2"\n\nvar _ = lib.«certain Load»\n',
    'dot.go': 'package dot\n\nimport . "example.com/shop/lib/v2"\n\nvar x = «certain Load»\n',
  });
});

test('methods belong to the type of their receiver, and embedded structs pass them on', async () => {
  await holds({
    'a.go': `package a

type Store struct{ rows []Row }
type Row struct{}

func (s *Store) «definition Save»() *Store { return s.«likely call Save»() }
func (r Row) «other Save»() {}
`,
    'b.go': `package a

type Fast struct {
	*Store
	last Row
}

func use(f Fast, s []Store, m map[string]*Store, c chan Store) {
	f.«likely Save»()
	f.last.«other Save»()
	f.Store.«likely Save»().«likely Save»()
	s[0].«likely Save»()
	m["x"].«likely Save»()
	f.rows[0].«other Save»()
	for _, each := range s {
		each.«likely Save»()
	}
	for each := range c {
		each.«likely Save»()
	}
	for i, row := range f.rows {
		i.«other Save»()
		row.«other Save»()
	}
	one := <-c
	one.«likely Save»()
}
`,
  });
});

test('a struct overrides the methods of an interface that it satisfies; a value of the interface means the interface', async () => {
  await holds({
    'a.go': `package a

type Saver interface {
	«definition Save»() error
	Close()
}
type Disk struct{}

func (d *Disk) «other override Save»() error { return nil }
func (d *Disk) Close()      {}

type Half struct{}

func (h Half) «other definition Save»() error { return nil }

type Both interface{ Saver }

func use(s Saver, b Both, any interface{}) {
	s.«likely call Save»()
	b.«likely Save»()
	any.(Saver).«certain Save»()
	new(Disk).«other Save»()
	if d, ok := any.(*Disk); ok {
		d.«other Save»()
	}
	switch v := any.(type) {
	case Saver:
		v.«likely Save»()
	case *Disk:
		v.«other Save»()
	}
}
`,
  });
});

test('the values of a call are told apart, and functions are values', async () => {
  await holds({
    'a.go': `package a

type T struct{ «definition Name» string }
type U struct{ «other Name» string }
type Make func(id int) (T, error)

func pair() (T, U, error)      { return T{}, U{}, nil }
func named() (a, b T, u U)     { return }
func both(m Make, f func() *T) {
	t, u, err := pair()
	t.«likely write Name» = u.«other Name»
	a, b, c := named()
	_, _, _ = a.«likely Name», b.«likely read Name», c.«other Name»
	made, _ := m(1)
	made.«likely Name» += err.Error()
	f().«likely Name»++
	func() T { return T{} }().«likely Name» = ""
	g := f
	g().«likely Name» = ""
}
`,
  });
});

test('keys of literals are fields of structs and values in maps and lists', async () => {
  await holds({
    'a.go': `package a

type Point struct{ «definition X», Y int }
type Line struct{ From, To Point; Names map[string]int }
type Names map[int]string

func f() {
	_ = &Point{«certain write X»: 1}
	_ = Line{From: Point{«certain X»: 1}}
	_ = []Point{{«likely X»: 1}, {«likely X»: 2}}
	_ = map[string]*Point{"a": {«likely X»: 1}}
	for _, each := range []struct{ p Point; «other X» int }{{«other X»: 1}} {
		_, _ = each.p.«likely X», each.«other X»
	}
	«other X» := 1
	_ = map[int]int{«other X»: 1}
	_ = Names{«other X»: ""}
}
`,
  });
});

test('a name is seen from the end of its declaration, in its block', async () => {
  await holds({
    'a.go': `package a

var «definition node» = 1

func f(«other node» *T) *T { return «other node» }

func g() {
	use(«certain node»)
	«other node» := «certain node» + 1
	if «other node» := «other node»; «other node» > 0 {
		use(«other node»)
	}
	use(«other node»)
}

func h() {
	for {
		«other node» := 1
		break
	}
	«certain write node» = 2
}
`,
  });
});

test('types: groups of constants, aliases, other names of types, generics', async () => {
  await holds({
    'a.go': `package a

type Kind int

func (k Kind) «definition Name»() string { return "" }

const (
	First Kind = iota
	Second
)

type Same = Kind
type Kinds []Kind
type List[T any] struct{ all []T }

func (l *List[T]) «other Name»() {}

func Map[T any](x T) (T, Kind) { return x, First }

func use(s Same, all Kinds, l List[int], k *Kind) {
	Second.«likely Name»()
	s.«likely Name»()
	all[0].«likely Name»()
	for _, each := range all {
		each.«likely Name»()
	}
	l.«other Name»()
	l.all[0].«possible Name»()
	_, kind := Map[int](1)
	kind.«likely Name»()
	Kind(3).«certain Name»()
	(*k).«likely Name»()
}
`,
  });
});

test('an embedded type is a field and a type at one place', async () => {
  await holds({
    'a.go': `package a

type «definition Base» struct{}
type Top struct{ *«certain extends Base» }

func f(t Top) {
	_ = t.«other Base»
	_ = Top{«other Base»: &«certain type Base»{}}
}
`,
  });
});

test('broken and deeply nested texts end', async () => {
  for (const text of [
    'package a\nfunc (',
    'package a\ntype T struct { x',
    `package a\nvar x = ${'[]T{'.repeat(3000)}${'}'.repeat(3000)}\n`,
    `package a\nvar x = T${'{{'.repeat(2000)}a: 1`,
    `package a\nfunc f() { x${'.y()'.repeat(5000)} }\n`,
    `package a\nvar f ${'func() '.repeat(3000)}\n`,
  ])
    expect((await readFacts('a.go', text))?.language).toBe('go');
});
