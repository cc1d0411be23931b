import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherStem, stem } from './stem.ts';

describe('a stem', () => {
  it.each([
    ['route', 'routes', 'routing', 'routed'],
    ['query', 'queries'],
    ['class', 'classes'],
    ['index', 'indexes', 'indexing', 'indexed'],
    ['stop', 'stops', 'stopping', 'stopped'],
    ['cache', 'caches', 'caching', 'cached'],
    ['process', 'processes', 'processing', 'processed'],
    ['match', 'matches', 'matching'],
  ])('is one for %s and its forms', (word, ...forms) => {
    for (const form of forms) expect(stem(form)).toBe(stem(word));
  });

  it.each([
    ['router', 'route'],
    ['string', 'str'],
    ['status', 'statu'],
    ['bus', 'bu'],
    ['parser', 'parse'],
  ])('keeps %s apart from %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it('leaves short words, numbers and other scripts alone', () => {
    for (const word of ['as', 'bed', 'sha256', 'größen', '検索']) expect(stem(word)).toBe(word);
  });

  it('is never empty and never longer than the word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        expect(stem(word).length).toBeGreaterThan(0);
        expect(stem(word).length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});

describe('another form of a word', () => {
  it.each([
    ['canvas', 'canvases'],
    ['bias', 'biases'],
    ['lens', 'lenses'],
    ['axis', 'axes'],
    ['index', 'indices'],
    ['matrix', 'matrices'],
  ])('is found from %s to %s and back', (one, many) => {
    expect(stem(one)).not.toBe(stem(many));
    expect(otherStem(one)).toBe(stem(many));
    expect(otherStem(many)).toBe(stem(one));
  });

  it('is there for no other word', () => {
    for (const word of ['route', 'status', 'constructor', '__proto__'])
      expect(otherStem(word)).toBeUndefined();
  });
});
