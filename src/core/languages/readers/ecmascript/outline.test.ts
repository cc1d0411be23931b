import { describe, expect, it } from 'vitest';
import { outline } from '../../index.ts';

async function named(text: string) {
  const symbols = await outline('a.js', text);
  return symbols.map(({ kind, name, parentSymbol, startLine }) => [kind, name, parentSymbol, startLine]);
}

describe('JavaScript outlines', () => {
  it('list functions that are assigned to members', async () => {
    const text = `var app = {};
app.use = function use(fn) { function inner() {} };
exports.load = async function () {};
Shop.prototype.open = function () {};
`;
    expect(await named(text)).toEqual([
      ['function', 'app.use', 'app', 2],
      ['function', 'app.use.inner', 'app.use', 2],
      ['async_function', 'load', null, 3],
      ['method', 'Shop.open', 'Shop', 4],
    ]);
  });

  it('list every name of a chain of assignments, with the documentation above it', async () => {
    const text = `/** Sets a header. */
res.set =
res.header = function header(field) { function inner() {} };
exports.a = exports.b = () => {};
`;
    expect(await named(text)).toEqual([
      ['function', 'res.header', 'res', 2],
      ['function', 'res.set', 'res', 2],
      ['function', 'res.header.inner', 'res.header', 3],
      ['function', 'a', null, 4],
      ['function', 'b', null, 4],
    ]);
    const [header, set] = await outline('a.js', text);
    expect([header?.doc, set?.doc]).toEqual(['Sets a header.', 'Sets a header.']);
  });

  it('call a variable that is also the module by the name of the variable', async () => {
    expect(await named('var app = exports = module.exports = {};\n')).toEqual([
      ['exported_variable', 'app', null, 1],
    ]);
    expect(await named('const make = module.exports = function () { function inner() {} };\n')).toEqual([
      ['function', 'make', null, 1],
      ['function', 'make.inner', 'make', 1],
    ]);
    expect(await named('var users = exports.people = [];\n')).toEqual([
      ['exported_variable', 'people', null, 1],
      ['exported_variable', 'users', null, 1],
    ]);
  });

  it('list the methods of an object that becomes a prototype', async () => {
    expect(
      await named('function Shop() {}\nShop.prototype = {\n  open() {},\n  close: function () {},\n};\n'),
    ).toEqual([
      ['function', 'Shop', null, 1],
      ['method', 'Shop.open', 'Shop', 3],
      ['method', 'Shop.close', 'Shop', 4],
    ]);
  });
});
