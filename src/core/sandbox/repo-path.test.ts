import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from './refusal.ts';
import { lexicalPath, listedPath, nativePath, printedName } from './repo-path.ts';

const POSIX_ROOT = '/home/someone/repo';
const WINDOWS_ROOT = 'C:\\Users\\someone\\repo';
const posix = (path: string) => lexicalPath(path, [POSIX_ROOT], false);
const windows = (path: string) => lexicalPath(path, [WINDOWS_ROOT], true);

describe('what a path from outside may look like', () => {
  test.each([
    ['src/index.ts', 'src/index.ts'],
    ['./src/index.ts', 'src/index.ts'],
    ['src//index.ts', 'src/index.ts'],
    ['src/./a/././index.ts', 'src/a/index.ts'],
    ['src\\a\\index.ts', 'src/a/index.ts'],
    ['src\\/a/\\index.ts', 'src/a/index.ts'],
    ['src/', 'src'],
    ['.', '.'],
    ['./', '.'],
    ['...', '...'],
    ['..a/b..', '..a/b..'],
    [' a b ', ' a b '],
    ['%2e%2e/%2e%2e/etc/passwd', '%2e%2e/%2e%2e/etc/passwd'],
    ['..%2fetc', '..%2fetc'],
    ['a/~/b', 'a/~/b'],
    ['~backup', '~backup'],
    ['$HOME/x', '$HOME/x'],
    ['-rf', '-rf'],
    ['--help', '--help'],
    ['e\u0301.md', 'e\u0301.md'],
    ['\u00e9.md', '\u00e9.md'],
    ['a.txt:stream', 'a.txt:stream'],
    ['CON', 'CON'],
    ['trailing. ', 'trailing. '],
    ['/home/someone/repo', '.'],
    ['/home/someone/repo/', '.'],
    ['/home/someone/repo/src/a.ts', 'src/a.ts'],
    ['/home//someone/./repo/src/a.ts', 'src/a.ts'],
  ])('%j is %j', (input, expected) => {
    expect(posix(input)).toBe(expected);
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['\t\n', 'empty'],
    ['..', 'traversal'],
    ['../etc/passwd', 'traversal'],
    ['a/../b', 'traversal'],
    ['a/..', 'traversal'],
    ['..\\..\\etc\\passwd', 'traversal'],
    ['a\\../b', 'traversal'],
    ['/home/someone/repo/../other', 'traversal'],
    ['/etc/passwd', 'absolute'],
    ['/', 'absolute'],
    ['/home/someone/repo-evil/a', 'absolute'],
    ['/home/someone/rep', 'absolute'],
    ['/home/someone', 'absolute'],
    ['/HOME/someone/repo/a', 'absolute'],
    ['//home/someone/repo/a', 'absolute'],
    ['~', 'absolute'],
    ['~/.ssh/config', 'absolute'],
    ['~\\x', 'absolute'],
    ['C:x', 'absolute'],
    ['c:\\Windows\\win.ini', 'absolute'],
    ['C:/Windows', 'absolute'],
    ['\\\\host\\share\\a', 'absolute'],
    ['\\\\?\\C:\\a', 'absolute'],
    ['\\\\.\\pipe\\a', 'absolute'],
    ['\\etc\\passwd', 'absolute'],
    ['file:///etc/passwd', 'malformed'],
    ['file://etc/passwd', 'malformed'],
    ['https://example.invalid/a', 'malformed'],
    ['a\0.txt', 'malformed'],
    ['a\n.txt', 'malformed'],
    ['a\r\nb', 'malformed'],
    ['a\u001b[31m', 'malformed'],
    ['a\u0085b', 'malformed'],
    ['\ud800', 'malformed'],
    ['./C:x', 'malformed'],
    ['./~/x', 'malformed'],
    ['./ ', 'malformed'],
    ['/home/someone/repo/~/x', 'malformed'],
    ['x'.repeat(4097), 'too_long'],
    ['a/'.repeat(4000), 'too_long'],
  ])('%j is refused as %s', (input, code) => {
    expect(posix(input)).toMatchObject({ refused: code });
  });
});

describe('what a path may look like on Windows', () => {
  test.each([
    ['src\\a.ts', 'src/a.ts'],
    ['C:\\Users\\someone\\repo\\a.ts', 'a.ts'],
    ['c:/users/SOMEONE/repo/a.ts', 'a.ts'],
    ['C:\\Users\\someone\\repo', '.'],
    ['SECRET~1.YML', 'SECRET~1.YML'],
  ])('%j is %j', (input, expected) => {
    expect(windows(input)).toBe(expected);
  });

  test.each([
    ['C:x', 'absolute'],
    ['D:\\a', 'absolute'],
    ['\\Users\\someone\\repo\\a', 'absolute'],
    ['\\\\host\\share', 'absolute'],
    ['\\\\?\\C:\\Users\\someone\\repo\\a', 'absolute'],
    ['a.txt:stream', 'malformed'],
    ['a.txt::$DATA', 'malformed'],
    ['.git::$INDEX_ALLOCATION/config', 'malformed'],
    ['.env.', 'malformed'],
    ['.env ', 'malformed'],
    ['src /a', 'malformed'],
    ['CON', 'malformed'],
    ['nul.txt', 'malformed'],
    ['nul .txt', 'malformed'],
    ['LPT\u00b9', 'malformed'],
    ['a/COM1', 'malformed'],
    ['lpt9.log', 'malformed'],
    ['a?b', 'malformed'],
    ['a|b', 'malformed'],
    ['..\\a', 'traversal'],
  ])('%j is refused as %s', (input, code) => {
    expect(windows(input)).toMatchObject({ refused: code });
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('..', '.', '', '/', '\\', 'a', '~', 'C:', '\0', '%2e', POSIX_ROOT, ' ', 'file:'), {
      maxLength: 12,
    })
    .chain((parts) => fc.constantFrom('/', '\\', '').map((glue) => parts.join(glue))),
);

test('whatever goes in, what comes out has only plain segments and stays as it is', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (input, onWindows) => {
      const path = lexicalPath(input, [POSIX_ROOT, WINDOWS_ROOT], onWindows);
      if (isRefusal(path)) return;
      expect(path).not.toMatch(/^\/|\\|\0|\n/);
      if (path !== '.') expect(path.split('/').filter((name) => ['', '.', '..'].includes(name))).toEqual([]);
      expect(lexicalPath(path, [POSIX_ROOT, WINDOWS_ROOT], onWindows)).toBe(path);
    }),
    { numRuns: 3000 },
  );
});

test('a listed name is kept only if it could be asked for again', () => {
  for (const name of ['a/b.ts', 'a b', 'é', '-x']) expect(listedPath(name)).toBe(name);
  for (const name of ['a\\b', 'a\nb', '../a', '/a', '~/a', 'C:a', 'a//b', './a', 'a/', ''])
    expect(listedPath(name)).toBeUndefined();
});

test('the glance at a listed name and the full check agree', () => {
  const char = fc.constantFrom('a', 'Z', '_', '.', '..', '-', ' ', '/', '~', ':', '\\', '@', 'é', '\n', '1');
  fc.assert(
    fc.property(fc.array(char, { maxLength: 10 }), (chars) => {
      const name = chars.join('');
      expect(listedPath(name)).toBe(
        !name.includes('\\') && lexicalPath(name, []) === name ? name : undefined,
      );
    }),
    { numRuns: 5000 },
  );
});

describe('paths that programs print', () => {
  test.each([
    ['./src/a.ts', '/', 'src/a.ts'],
    ['src/a.ts', '/', 'src/a.ts'],
    // There a backslash is a letter of the name, and such a file cannot be asked for.
    ['./src\\a.ts', '/', 'src\\a.ts'],
    ['.\\src\\deep\\a.ts', '\\', 'src/deep/a.ts'],
    ['./src\\deep\\a.ts', '\\', 'src/deep/a.ts'],
    ['./src/deep/a.ts', '\\', 'src/deep/a.ts'],
    ['./.hidden', '/', '.hidden'],
  ])('%j, where %j divides, is %j', (printed, separator, name) => {
    expect(printedName(printed, separator)).toBe(name);
  });

  test('what the system is asked for comes back as the same path, with either separator', () => {
    const segment = fc.stringMatching(/^[\w ä.-]{1,8}$/).filter((name) => !/^\.+$/.test(name));
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('/', '\\'),
        fc.boolean(),
        (segments, separator, isBelowDot) => {
          const path = segments.join('/');
          const native = nativePath(path, separator);
          expect(native.split(separator)).toEqual(segments);
          expect(printedName((isBelowDot ? `.${separator}` : '') + native, separator)).toBe(path);
        },
      ),
    );
  });
});
