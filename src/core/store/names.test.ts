import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkName } from './names.ts';

test.each(['00001.md', '.create.lock', 'ünïcode.md', 'a b', 'x'.repeat(255)])(
  '%j is a plain name',
  (name) => {
    expect(checkName(name)).toBe(name);
  },
);

test.each(['', '.', '..', 'a/b', '/etc', 'a\\b', 'a\0b', '.tmp-1-2', 'x'.repeat(256), 'é'.repeat(128)])(
  '%j is refused',
  (name) => {
    expect(() => checkName(name)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'invalid_name' }));
  },
);

test('an accepted name never leaves its folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      try {
        checkName(name);
      } catch {
        return;
      }
      expect(dirname(join('/folder', name))).toBe('/folder');
      expect(join('/folder', name)).not.toBe('/folder');
    }),
  );
});
