import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from './config.ts';
import { byNumber, nameFinder, nameOf, parseName, parseRef } from './naming.ts';

const PREFIXED = { ...DEFAULT_CONFIG, filePrefix: 'ctx-', fileSuffix: '.markdown' };

describe('names', () => {
  it('pad the number, and grow past the padding', () => {
    expect(nameOf(12n, DEFAULT_CONFIG)).toMatchObject({ ref: '00012', file: '00012.md' });
    expect(nameOf(123n, PREFIXED).file).toBe('ctx-00123.markdown');
    expect(nameOf(1_234_567n, DEFAULT_CONFIG).file).toBe('1234567.md');
  });

  it.each([
    'README.md',
    '12a.md',
    '00012.txt',
    '.md',
    '00012.md.bak',
    '-1.md',
    '１２.md',
    'ctx-12.md',
    ' 12.md',
    '1e3.md',
  ])('%s is no entry', (file) => {
    expect(parseName(file, DEFAULT_CONFIG)).toBeUndefined();
  });

  it('are read back from whatever number they were made of', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.constantFrom(DEFAULT_CONFIG, PREFIXED),
        (number, config) => {
          const name = nameOf(number, config);
          expect(parseName(name.file, config)).toEqual(name);
          for (const ref of [name.ref, name.file, String(number), ` ${name.ref} `])
            expect(parseRef(ref, config)?.number).toBe(number);
        },
      ),
    );
  });
});

describe('refs', () => {
  it.each([
    '',
    ' ',
    '..',
    '../secret',
    '../../x/00001',
    '/etc/passwd',
    '.context/00001',
    '00001/',
    '00001.md/..',
    '00001\0',
    '00001.txt',
    '1 2',
    '-1',
    '+1',
    '0x1',
    '1n',
    'ctx-00001',
    '%30',
    '~',
    'config.json',
    'config',
    '１',
    '9'.repeat(5000),
    '__proto__',
  ])('%j is none', (ref) => {
    expect(parseRef(ref, DEFAULT_CONFIG)).toBeUndefined();
  });

  it('find the file that is written so before the one of the same number', () => {
    const names = ['1.md', '00001.md', '00002.md'].flatMap((file) => parseName(file, DEFAULT_CONFIG) ?? []);
    const find = (ref: string) => {
      const wanted = parseRef(ref, DEFAULT_CONFIG);
      return wanted && nameFinder(names)(wanted)?.file;
    };
    expect(find('1')).toBe('1.md');
    expect(find('00001')).toBe('00001.md');
    expect(find('2')).toBe('00002.md');
    expect(find('3')).toBeUndefined();
  });

  it('are ordered by number, not by spelling', () => {
    const names = ['10.md', '9.md', '00009.md', '100000000000000000001.md', '100000000000000000000.md'];
    const sorted = names.flatMap((file) => parseName(file, DEFAULT_CONFIG) ?? []).sort(byNumber);
    expect(sorted.map(({ file }) => file)).toEqual([
      '00009.md',
      '9.md',
      '10.md',
      '100000000000000000000.md',
      '100000000000000000001.md',
    ]);
  });
});
