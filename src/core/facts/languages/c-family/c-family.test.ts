/** C and C++: what names refer to, by the marks in the texts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';
import { withoutHalves } from './conditionals.ts';

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

test('a conditional in the middle of an expression or around half of a block does not hide the rest of the file', async () => {
  const files = {
    'save.c': `#include <stdio.h>
int «definition save»(int a);
#ifdef WIDE
int wide_main(int a) {
#else
int main(int a) {
#endif
  int all[] = {
#if defined(WIDE) /* «comment save» */
    «certain call save»(1),
#endif
    «certain call save»(2)
  };
  if (a)
#ifdef WIDE
    return «possible save»(3);
#else
    return «certain call save»(4);
#endif
  else
    return «certain call save»(5);
#ifdef LAST
  «certain call save»(6);
#else
  «certain call save»(7);
#endif
}
#ifdef __cplusplus
extern "C" {
#endif
int last(void) { return «certain call save»(8); }
#ifdef __cplusplus
}
#endif
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a text without halves is the same text; nothing moves in others', () => {
  const whole = '#if A\nint a;\n#else\nint b;\n#endif\n// #if\nchar *s = "#if";\n';
  expect(withoutHalves(whole)).toBe(whole);
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '#if A',
          '#ifdef A',
          '#elif B',
          '#else',
          '#endif',
          'if (a) {',
          '}',
          'f(',
          '/*',
          '*/',
          '"',
          'b;',
        ),
      ),
      (lines) => {
        const text = lines.join('\n');
        const simpler = withoutHalves(text);
        expect(simpler).toHaveLength(text.length);
        for (const [at, unit] of [...simpler].entries())
          expect(unit === text[at] || (unit === ' ' && text[at] !== '\n')).toBe(true);
      },
    ),
  );
});
