/** Zig: what each rule of the language makes of the mentions of a name. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../index.ts';

async function holds(files: Readonly<Record<string, string>>): Promise<void> {
  expect(await markMentions(files)).toEqual(files);
}

test('functions of an imported file', async () => {
  await holds({
    'cart.zig': 'pub fn «definition add»() void {}\nfn f() void { «certain call add»(); }\n',
    'use.zig':
      'const cart = @import("cart.zig");\nconst std = @import("std");\nfn g() void { cart.«certain call add»(); std.«other add»(); }\n',
  });
});

test('methods and fields of declared types', async () => {
  await holds({
    'a.zig': `pub const Point = struct {
    «definition x»: i32,
    const Self = @This();
    pub fn get(self: *Self) i32 { return self.«likely read x»; }
};
const Other = struct { «other x»: i32 };
fn f(p: *const Point, o: Other, any: anytype) void {
    _ = p.«likely x» + o.«other x» + any.«possible x»;
}
`,
  });
});

test('broken texts end', async () => {
  for (const text of ['const x = struct {', 'fn', `const a = b${'.c'.repeat(3000)};`])
    expect((await readFacts('a.zig', text))?.language).toBe('zig');
});
