/** Rust: what names refer to, by the marks in the texts. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

const CARGO = '[package]\nname = "shop"\n';

test('use trees follow the modules: nested, renamed, by star, re-exported, self, super and crate', async () => {
  const files = {
    'Cargo.toml': CARGO,
    'src/lib.rs': 'mod a;\nmod b;\npub use crate::a::{inner::«certain re-export Item», other as renamed};\n',
    'src/a/mod.rs':
      'pub mod inner;\npub fn other() -> inner::«certain type Item» { inner::«certain Item»::new() }\n',
    'src/a/inner.rs':
      'pub struct «definition Item»;\nimpl «certain Item» {\n    pub fn new() -> Self { «certain Item» }\n}\nmod tests {\n    use super::*;\n    fn f(_: &super::«certain Item», _: «certain Item») {}\n}\n',
    'src/b.rs':
      'use super::a::inner::*;\nuse crate::«certain import Item» as Thing;\nstruct Other;\nfn f(a: «certain Item», b: Thing) {}\n',
    'tests/t.rs': 'use shop::«certain import Item»;\nuse std::Item as Far;\n',
  };
  const marked = { ...files, 'tests/t.rs': files['tests/t.rs'].replace('std::Item', 'std::«other Item»') };
  expect(await markMentions(marked)).toEqual(marked);
});

test('a method belongs to the type of its impl, found by declared types, Self, constructors and chains', async () => {
  const files = {
    'src/lib.rs': `pub struct Shop { pub name: String }
pub struct Other;
impl Shop {
    pub fn new() -> Self { Self { name: String::new() } }
    pub fn open(self) -> Result<Shop, ()> { Ok(self) }
    pub fn «definition run»(&self) { self.«certain call run»(); Self::«certain run»(self) }
}
impl Other { fn «other run»(&self) {} }
fn all(shop: &mut Shop, other: Other, boxed: Box<Shop>) -> Option<()> {
    shop.«likely call run»();
    other.«other run»();
    boxed.«likely run»();
    let made = Shop::new();
    made.«likely run»();
    Shop::new().open().unwrap().«likely run»();
    let opened = Shop::new().open()?;
    opened.«likely run»();
    if let Ok(inner) = Shop::new().open() { inner.«likely run»(); }
    (|any| any.«possible run»())(1);
    let shop = other;
    shop.«other run»();
    None
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('methods of a trait are those of what is bound by it, and its name in an impl is extended', async () => {
  const files = {
    'src/lib.rs': `pub trait «definition Save»: Sized { fn save(&self) { } }
struct Row;
impl «certain extends Save» for Row {}
fn f<T: «certain type Save»>(value: T) { value.save() }
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const methods = {
    'src/lib.rs': `pub trait Save { fn «definition save»(&self) { self.«certain save»() } }
struct Row;
impl Save for Row {}
struct Own;
impl Save for Own { fn «other override save»(&self) {} }
fn f<T: Save>(value: T, row: Row, own: Own, all: &[Box<dyn Save>]) {
    value.«likely call save»();
    row.«likely save»();
    own.«other save»();
    for each in all.iter() { each.«likely save»(); }
}
`,
  };
  expect(await markMentions(methods)).toEqual(methods);
});

test('fields are named in literals and patterns, variants by their enum', async () => {
  const files = {
    'src/lib.rs': `struct Point { «definition x»: u32 }
struct Other { «other x»: u32 }
fn f(p: Point, o: Other, «other x»: u32) {
    let q = Point { «certain write x» };
    let Point { «certain x»: inner } = p;
    let r = Other { «other x»: q.«likely read x» };
    assert_eq!(q.«likely x», 1);
    q.«likely write x» = 2;
}
`,
  };
  expect(await markMentions(files)).toEqual(files);
  const variants = {
    'src/lib.rs': `enum E { «definition One», Two { one: u32 } }
enum F { «other One» }
fn f(e: E) -> F {
    match e { E::«certain One» => F::«other One», E::Two { one } => f(E::«certain One») }
}
`,
  };
  expect(await markMentions(variants)).toEqual(variants);
});

test('macros have names of their own, and items inside of a macro are declared', async () => {
  const files = {
    'src/lib.rs': `macro_rules! «definition join» { ($a:expr) => { $a }; }
fn «other join»() { «certain call join»!(1); «other join»(); log::«other join»!(2); }
cfg_net! { pub mod net; pub use net::{Socket}; }
`,
    'src/net.rs': 'pub struct Socket;\nfn g() { «certain call join»!(3); }\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('hostile texts end', async () => {
  const deep = `fn f() { ${'('.repeat(3000)}a${')'.repeat(3000)}; ${'if a { '.repeat(500)} ${'m!{'.repeat(500)} use a::{`;
  const facts = await readFacts('a.rs', deep).catch((error: unknown) => error);
  expect(facts).toBeDefined();
});
