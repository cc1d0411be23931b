import { describe, expect, it } from 'vitest';
import { readAnchor } from './anchor.ts';
import { makeAnchor } from './make.ts';

const symbols = [{ name: 'f', startLine: 1, endLine: 3 }];
const anchor = makeAnchor('a.js', 'function f() {\n  work();\n}\n', 2, 2, symbols);

describe('readAnchor', () => {
  it('reads back what was written', () => {
    expect(readAnchor(JSON.parse(JSON.stringify(anchor)))).toEqual(anchor);
    const twin = makeAnchor('a.js', 'work(now);\nrest();\nwork(now);\n', 1, 1, [], ['b.js']);
    expect(twin).toMatchObject({ beside: expect.any(String), landmarks: expect.any(Object) });
    expect(readAnchor(JSON.parse(JSON.stringify(twin)))).toEqual(twin);
  });

  it('drops fields it does not know', () => {
    expect(readAnchor({ ...anchor, note: 'x' })).toEqual(anchor);
  });

  it.each([
    ['another version', { ...anchor, v: 2 }],
    ['nothing', undefined],
    ['a list', [anchor]],
    ['no path', { ...anchor, path: undefined }],
    ['lines that end before they start', { ...anchor, startLine: 3 }],
    ['a line that is no number', { ...anchor, startLine: '2' }],
    ['line 0', { ...anchor, startLine: 0, endLine: 0 }],
    ['marks that are none', { ...anchor, head: 'not marks!' }],
    ['a hash that is none', { ...anchor, hash: 7 }],
    ['a symbol that is none', { ...anchor, symbol: { name: 'f', relation: 'near', start: 0, end: 0 } }],
    ['files that are none', { ...anchor, beside: 7 }],
    ['landmarks that are none', { ...anchor, landmarks: { above: 'not marks!', below: '' } }],
    ['an endless path', { ...anchor, path: 'x'.repeat(5000) }],
  ])('refuses %s', (_, value) => {
    expect(readAnchor(value)).toBeUndefined();
  });
});
