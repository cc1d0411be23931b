import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachWord } from './vocabulary.ts';

function words(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const found: string[] = [];
  eachWord(text, most, (from, to) => found.push(text.slice(from, to)));
  return found;
}

describe('eachWord', () => {
  it.each([
    ['HTTPServer', ['HTTP', 'Server']],
    ['parseURLs', ['parse', 'UR', 'Ls']],
    ['snake_case_2x', ['snake', 'case', '2', 'x']],
    ['A', ['A']],
    ['ABc', ['A', 'Bc']],
    ['ÄbÖ', ['b']],
    ['', []],
  ])('cuts %s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('agrees with the expression it stands for, on any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'z', 'A', 'Z', '0', '9', '_', ' ', 'é', '@', '[', '`', '{'),
    });
    fc.assert(
      fc.property(text, (sample) => {
        expect(words(sample)).toEqual(sample.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []);
      }),
      { numRuns: 2_000 },
    );
  });

  it('stops after as many words as were asked for', () => {
    expect(words('one two three', 2)).toEqual(['one', 'two']);
  });
});
