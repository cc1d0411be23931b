/** Lua: what each rule of the language makes of the mentions of a name. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../index.ts';

async function holds(files: Readonly<Record<string, string>>): Promise<void> {
  expect(await markMentions(files)).toEqual(files);
}

test('functions of a table that a file returns are reached through require', async () => {
  await holds({
    'shop/cart.lua': `local M = {}
local function «other add»() end
function M.«definition add»(x) return «other add»(x) end
M.twice = function(x) return M.«certain call add»(M.«certain add»(x)) end
return M
`,
    'use.lua': `local cart = require("shop.cart")
cart.«certain call add»(1)
local f = cart.«certain read add»
require "shop.cart".«certain add»(2)
local json = require "json"
json.«other add»()
unknown.thing.«other add»()
local function g(cart) cart.«possible add»() end
`,
  });
});

test('a returned table passes on what its fields name', async () => {
  await holds({
    'a.lua':
      'local function «definition add»() end\nreturn { «certain re-export add» = «certain read add», plus = «certain add» }\n',
    'b.lua': 'local a = require("a")\na.«certain add»()\na.plus()\n',
  });
  await holds({
    'a.lua': 'local function «other add»() end\nreturn { «definition add» = function() «other add»() end }\n',
    'b.lua': 'local a = require("a")\na.«certain add»()\nuse({ «possible write add» = 1 })\n',
  });
  await holds({
    'a.lua': 'local function «definition add»() end\nreturn wrap({ «possible add» = «certain add» })\n',
    'b.lua': 'local a = require("a")\na.«possible add»()\n',
  });
});

test('methods are reached through self and what setmetatable makes', async () => {
  await holds({
    'dog.lua': `local Animal = require("animal")
local Dog = setmetatable({}, { __index = Animal })
Dog.__index = Dog
function Dog.new(name)
  local self = setmetatable({ name = name }, Dog)
  self.age = 1
  return self
end
function Dog:«definition bark»() return self.name, self:«certain call bark»(), self:«certain bark»() end
function Dog.loud(self) self:«likely bark»() end
local Cat = {}
function Cat:«other bark»() self:«other bark»() end
return Dog
`,
    'use.lua': `local Dog = require("dog")
local rex = Dog.new("rex")
rex:«likely call bark»()
Dog.«certain bark»(rex)
local function f(any) any:«possible bark»() end
`,
  });
  await holds({
    'animal.lua': 'local Animal = {}\nfunction Animal:«definition eat»() end\nreturn Animal\n',
    'dog.lua': `local Animal = require("animal")
local Dog = setmetatable({}, { __index = Animal })
function Dog:run() self:«certain eat»() end
return Dog
`,
  });
});

test('fields are declared where they are set first', async () => {
  await holds({
    'a.lua': `local T = { sub = {} }
T.__index = T
function T.new()
  local self = setmetatable({ «definition count» = 0 }, T)
  self.«certain write count» = 1
  return self
end
function T:up() self.«certain write count» = self.«certain read count» + 1 end
T.sub.«other count» = 1
local other = { «other count» = 1 }
print(other.«other count», T.new().«likely count», T.sub.«other count»)
`,
  });
});

test('a local is seen from the end of its declaration, in its block; other names by all files', async () => {
  await holds({
    'a.lua': `function «definition node»() end
local x = «certain node»
do
  local «other node» = «certain node»
  use(«other node»)
end
for «other node» = 1, «certain node»() do use(«other node») end
for _, «other node» in pairs(«certain node») do use(«other node») end
repeat local «other node» = 1 until «other node»
local function f(«other node») «other node» = 2 end
«certain write node» = nil
goto «other node»
::«other node»::
`,
    'b.lua': 'use(«certain node»)\n',
    'c.lua': 'local «other node» = 1\nuse(«other node»)\n',
  });
});

test('members of a global table may be written in any file', async () => {
  await holds({
    'core/a.lua': 'Shop = Shop or {}\nfunction Shop.first() Shop.«certain open»() end\n',
    'ui/b.lua': 'function Shop.«definition open»() end\n',
    'c.lua': 'Shop.«certain call open»()\n',
  });
});

test('a mention is inside of the function around it', async () => {
  const text =
    'local M = {}\nM.f = function() local function g() hit() end end\nfunction M:h() hit() end\nhit()\n';
  const facts = await readFacts('a.lua', text);
  const names = [...(facts?.tokenStarts ?? [])].flatMap((start, token) =>
    text.startsWith('hit', start) ? [facts?.declarations[facts.tokenEnclosing[token] ?? -1]?.name] : [],
  );
  expect(names).toEqual(['g', 'h', undefined]);
});

test('broken and deeply nested texts end', async () => {
  for (const text of [
    'function M.',
    'local x <',
    'return',
    `x = ${'{a='.repeat(3000)}${'}'.repeat(3000)}`,
    `x = a${'.b'.repeat(5000)}`,
    `function a${'.b'.repeat(5000)}() self.x = 1 end`,
    `${'function f() '.repeat(500)}self.x = 1${' end'.repeat(500)}`,
  ])
    expect((await readFacts('a.lua', text))?.language).toBe('lua');
});
