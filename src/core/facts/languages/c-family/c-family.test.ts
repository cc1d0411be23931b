/** C and C++: what names refer to, by the marks in the texts. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

test('a prototype and its definition are one symbol; static functions are of their file', async () => {
  const files = {
    'src/shop.h': 'int «definition open_shop»(int a);\n',
    'src/shop.c': '#include "shop.h"\nint «definition open_shop»(int a) { return a; }\n',
    'src/use.c': '#include "shop.h"\nint go(void) { return «certain call open_shop»(1); }\n',
    'src/own.c':
      'static int «other open_shop»(void) { return 1; }\nint k(void) { return «other open_shop»(); }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('fields are found by declared types: pointers, typedefs, arrays, casts and designated initialisers', async () => {
  const files = {
    'point.h': `typedef struct point { int «definition left»; struct point *next; } point_t;
struct other { int «other left»; };
`,
    'use.c': `#include "point.h"
static point_t table[] = { { .«certain write left» = 1 } };
int f(struct point *p, point_t q, struct other *o, void *any) {
  p->next->«likely left» = q.«likely read left»;
  o->«other left» = table[2].«likely left»;
  ((point_t *)any)->«certain write left» = 3;
  int «other left» = unknown()->«possible left»;
  return «other left»;
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a macro is a declaration, and what is inside of its text is possible', async () => {
  const files = {
    'max.h': '#define «definition LIMIT_OF»(a) ((a) + 1)\n#define TWICE(a) «possible LIMIT_OF»(a)\n',
    'use.c': '#include "max.h"\nint f(void) { return «certain call LIMIT_OF»(2); }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('methods of a class: in its body, outside of it, by receivers, bases, namespaces and nested classes', async () => {
  const files = {
    'db.h': `namespace store {
class Base { public: void «definition Close»(); };
class DB : public Base { public: DB* Next(); int size_; void Run(); class Inner; };
class Far { public: void «other Close»(); };
}
`,
    'db.cc': `#include "db.h"
namespace store {
void Base::«definition Close»() {}
void Far::«other Close»() {}
void DB::Run() { «certain call Close»(); this->«certain Close»(); size_ = 1; }
void f(DB* db, Far& far, std::unique_ptr<DB> held) {
  db->Next()->«likely Close»();
  far.«other Close»();
  held->«likely Close»();
  auto made = new DB();
  made->«likely Close»();
  static_cast<DB*>(any)->«certain Close»();
  db->Base::«certain Close»();
}
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('hostile texts end', async () => {
  const deep = `int f(void) { ${'{'.repeat(3000)} ${'('.repeat(3000)} struct { struct { .a = { .b = {`;
  for (const path of ['a.c', 'a.cc', 'a.h'])
    expect(await readFacts(path, deep).catch((error: unknown) => error)).toBeDefined();
});
