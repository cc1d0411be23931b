import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editorCommand } from './editor.ts';

const FILE = 'C:\\Users\\R&D (x)\\Temp\\entry.md';
const windows = (...files: string[]) => ({
  platform: 'win32',
  env: {
    Path: 'C:\\Windows;"C:\\Program Files\\VS Code\\bin";;.',
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    ComSpec: 'C:\\Windows\\System32\\cmd.exe',
  },
  isFile: (path: string) => files.includes(path),
});
const CODE = 'C:\\Program Files\\VS Code\\bin\\code.cmd';

/** The line after the first reading by `cmd.exe`; a quote or a special character that has its meaning is a failure. */
function readOnce(line: string): string {
  expect(line.replace(/\^[\s\S]/g, '')).not.toMatch(/[()%!^"<>&|]/);
  return line.replace(/\^([\s\S])/g, '$1');
}

describe('on Windows', () => {
  test('a command file is found, and started through cmd with every word quoted', () => {
    const command = editorCommand('code --wait', FILE, windows(CODE));
    expect(command).toMatchObject({
      name: 'code',
      program: 'C:\\Windows\\System32\\cmd.exe',
      verbatim: true,
    });
    const [d, s, c, line = ''] = command?.args ?? [];
    expect([d, s, c]).toEqual(['/d', '/s', '/c']);
    expect(readOnce(line.slice(1, -1))).toBe(`"${CODE}" "--wait" "${FILE}"`);
  });

  test.each([
    ['notepad', ['C:\\Windows\\notepad.exe'], 'C:\\Windows\\notepad.exe', []],
    ['notepad.exe /A', ['C:\\Windows\\notepad.exe'], 'C:\\Windows\\notepad.exe', ['/A']],
    [
      '"C:\\Apps\\My Editor\\ed.exe" -w',
      ['C:\\Apps\\My Editor\\ed.exe'],
      'C:\\Apps\\My Editor\\ed.exe',
      ['-w'],
    ],
    ['C:\\Apps\\My Editor\\ed.exe', ['C:\\Apps\\My Editor\\ed.exe'], 'C:\\Apps\\My Editor\\ed.exe', []],
    ['C:\\O\'Neil\\ed.exe --x="a b"', ["C:\\O'Neil\\ed.exe"], "C:\\O'Neil\\ed.exe", ['--x=a b']],
    ['nowhere -w', [], 'nowhere', ['-w']],
  ])('%s starts without a shell', (editor, files, program, options) => {
    expect(editorCommand(editor, FILE, windows(...files))).toMatchObject({
      program,
      args: [...options, FILE],
      verbatim: false,
    });
  });

  test('a program comes before a command file, and the repository is not looked into', () => {
    const both = windows('C:\\Windows\\code.exe', CODE);
    expect(editorCommand('code', FILE, both)?.program).toBe('C:\\Windows\\code.exe');
    expect(editorCommand('code', FILE, windows('code.cmd', '.\\code.cmd'))?.program).toBe('code');
  });

  test('no argument and no name of a directory gets out of its quotes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.stringMatching(/^[^"\0\r\n]+$/).filter((word) => word.trim() !== ''),
          { maxLength: 4 },
        ),
        (words) => {
          const editor = ['code', ...words.map((word) => `"${word}"`)].join(' ');
          const line = editorCommand(editor, FILE, windows(CODE))?.args[3] ?? '';
          const expected = [CODE, ...words, FILE].map((word) => `"${word.replace(/\\+$/, '$&$&')}"`);
          expect(readOnce(line.slice(1, -1))).toBe(expected.join(' '));
        },
      ),
    );
  });
});

describe('elsewhere', () => {
  const host = { platform: 'linux', env: {}, isFile: (path: string) => path === '/opt/my editor/ed' };
  test.each([
    ['code --wait', 'code', ['--wait']],
    ["emacsclient -a '' -c", 'emacsclient', ['-a', '', '-c']],
    ['"/opt/an editor/ed" -n', '/opt/an editor/ed', ['-n']],
    ['/opt/my editor/ed', '/opt/my editor/ed', []],
    ['vim -c "set tw=72"', 'vim', ['-c', 'set tw=72']],
    ['  nano  ', 'nano', []],
  ])('%s', (editor, program, options) => {
    expect(editorCommand(editor, '/tmp/x', host)).toEqual({
      name: program,
      program,
      args: [...options, '/tmp/x'],
      verbatim: false,
    });
  });

  test.each(['', '  ', '""'])('%j names none', (editor) => {
    expect(editorCommand(editor, '/tmp/x', host)).toBeUndefined();
  });
});
