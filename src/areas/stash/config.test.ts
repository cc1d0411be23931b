import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, parseConfig } from './config.ts';

describe('parseConfig', () => {
  it('takes what is given and the defaults for the rest', () => {
    expect(parseConfig('{}')).toEqual(DEFAULT_CONFIG);
    expect(parseConfig('\ufeff{"maxLines": 9, "note": "ours"}')).toEqual({ ...DEFAULT_CONFIG, maxLines: 9 });
    const whole = {
      maxLines: 1,
      startIndex: 0,
      leadingZeros: 0,
      filePrefix: 'ctx-',
      fileSuffix: '.markdown',
    };
    expect(parseConfig(JSON.stringify(whole))).toEqual(whole);
  });

  it.each([
    ['no JSON', '{maxLines: 5'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['maxLines 0', '{"maxLines": 0}'],
    ['maxLines as text', '{"maxLines": "50"}'],
    ['maxLines null', '{"maxLines": null}'],
    ['half a line', '{"maxLines": 1.5}'],
    ['a negative start', '{"startIndex": -1}'],
    ['an unsafe start', '{"startIndex": 1e300}'],
    ['too many zeros', '{"leadingZeros": 1000}'],
    ['a prefix that is no text', '{"filePrefix": 7}'],
    ['a prefix that leads out', '{"filePrefix": "../"}'],
    ['a prefix with a backslash', '{"filePrefix": "a\\\\b"}'],
    ['two dots', '{"fileSuffix": "..md"}'],
    ['a drive', '{"filePrefix": "C:"}'],
    ['NUL', '{"fileSuffix": "\\u0000"}'],
    ['a line end', '{"filePrefix": "a\\n"}'],
    ['half a character', '{"filePrefix": "\\ud800"}'],
    ['a prefix that ends with a digit', '{"filePrefix": "v2"}'],
    ['a suffix that begins with one', '{"fileSuffix": "0.md"}'],
    ['a suffix that ends with a dot', '{"fileSuffix": ".md."}'],
    ['the prefix of unfinished files', '{"filePrefix": ".tmp-"}'],
    ['a prefix without end', `{"filePrefix": "${'x'.repeat(65)}"}`],
  ])('refuses %s', (_, text) => {
    expect(() => parseConfig(text)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});
