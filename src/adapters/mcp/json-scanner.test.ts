import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner } from './json-scanner.ts';

function scanned(text: string): { scanner: JsonScanner; end: number; bytes: Uint8Array } {
  const bytes = Buffer.from(text);
  const scanner = new JsonScanner();
  return { scanner, end: scanner.scan(bytes, 0, bytes.length), bytes };
}

describe('JsonScanner', () => {
  it('finds the closing bracket of any JSON object, whatever its strings hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.string(),
        (value, rest) => {
          const json = JSON.stringify(value);
          const { end } = scanned(json + rest);
          expect(end).toBe(Buffer.byteLength(json));
        },
      ),
    );
  });

  it('finds the id of the outermost object and no other', () => {
    const id = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme', maxLength: 20 }));
    const params = fc.oneof(fc.jsonValue(), fc.record({ id: fc.integer() }));
    fc.assert(
      fc.property(id, params, fc.boolean(), (wanted, value, first) => {
        const message = first ? { id: wanted, params: value } : { params: value, id: wanted };
        expect(scanned(JSON.stringify(message)).scanner.id).toBe(wanted);
      }),
    );
  });

  it.each([
    ['{"params":{"id":1}}', undefined],
    ['{"id":null}', undefined],
    ['{"id":1.5}', undefined],
    ['{"id":{"a":1}}', undefined],
    ['{"\\u0069d":7}', 7],
    ['{"id":1,"id":2}', 2],
    ['{"id" : "a\\"b" }', 'a"b'],
    [`{"id":"${'x'.repeat(2000)}"}`, undefined],
    ['["id",{"id":3}]', undefined],
  ])('reads the id of %s as %j', (text, id) => {
    expect(scanned(text).scanner.id).toBe(id);
  });

  it('counts the depth of nesting', () => {
    expect(scanned('[[[{}]],[]]').scanner.deepest).toBe(4);
    expect(scanned('{"a":"[[[["}').scanner.deepest).toBe(1);
  });
});
