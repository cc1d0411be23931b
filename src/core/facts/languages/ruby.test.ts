/** What names of Ruby refer to, within a file and across files. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../read-facts.ts';

test('a method is found through self, bare, by its class and what includes it; attributes are methods', async () => {
  const files = {
    'lib/store.rb': `module Saves
  def «definition save»(a) = a
end
class Store
  include Saves
  attr_reader :«other name»
  def run(row)
    «certain call save»(row)
    self.«certain save» 1
    @save = 1
    row.«possible save»
  end
end
class Other
  def «other save»; «other save»; end
end
`,
    'lib/use.rb':
      'store = Store.new\nstore.«likely call save»(1) # «comment save»\nputs "«string save» #{store.«likely save»}"\n',
  };
  const { 'lib/store.rb': store = '', ...others } = files;
  const plain = { 'lib/store.rb': store.replace('«other name»', 'name'), ...others };
  expect(await markMentions(plain)).toEqual(plain);
});

test('a module opened in several files is one; constants are seen by nesting', async () => {
  const files = {
    'a.rb': 'module «definition Shop»\n  LIMIT = 3\nend\n',
    'b.rb': 'module «definition Shop»\n  class Cart < Array\n  end\nend\n«certain Shop»::Cart.new\n',
  };
  expect(await markMentions(files)).toEqual(files);
  const nested = {
    'a.rb':
      'class Cart\n  «definition LIMIT» = 3\n  def full?(n) = n > «certain read LIMIT»\nend\nCart::«certain LIMIT»\n',
    'b.rb': 'class Other\n  «other LIMIT» = 4\n  def a = «other LIMIT»\nend\n',
  };
  expect(await markMentions(nested)).toEqual(nested);
});

test('an instance variable belongs to its class, and is no local variable or method of its name', async () => {
  const files = {
    'a.rb': `class Cart
  def initialize(rows)
    «definition @rows» = rows
  end
  def size = «certain read @rows».size
end
class Other
  def a = «possible @rows»
end
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deep texts have facts all the same', async () => {
  const deep = `def f = ${'['.repeat(3000)}a${']'.repeat(3000)}\n`;
  for (const text of [deep, 'class < \ndef (', 'module A::\n  attr_reader :'])
    expect((await readFacts('a.rb', text))?.language).toBe('ruby');
});
