/** Kinds of files, sizes and encodings. */

import { execFileSync } from 'node:child_process';
import fs, { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LINKS, NAMED_PIPES, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { openWorkspace, openWorkspaceSync } from '../workspace/workspace.ts';
import { decodeText } from './read-file.ts';
import type { RepoPath } from './repo-path.ts';

const LIMIT = 1 << 20;
const open = (root: string) => openWorkspaceSync({ root, maxFileBytes: LIMIT });
// What the tests ask for is well formed; whether it may be read is what they test.
const path = (text: string) => text as RepoPath;

describe('what is not a regular file', () => {
  testWith(NAMED_PIPES)('a FIFO is refused at once, with no one at the other end', () => {
    const root = repository({});
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(open(root).readTextSync(path('pipe'))).toMatchObject({ refused: 'not_a_file' });
  });

  test('a socket is refused', async () => {
    const root = repository({});
    const server = createServer();
    await new Promise<void>((ready) => server.listen(join(root, 'socket'), ready));
    expect(open(root).readTextSync(path('socket'))).toMatchObject({ refused: 'not_a_file' });
    await new Promise((closed) => server.close(closed));
  });

  test('a directory is refused, the root too', () => {
    const root = repository({ 'src/a.ts': '' });
    expect(open(root).readTextSync(path('src'))).toMatchObject({ refused: 'not_a_file' });
    expect(open(root).readTextSync(path('.'))).toMatchObject({ refused: 'not_a_file' });
  });

  testWith(LINKS)('a device, and a file of /proc, cannot be reached by a link', () => {
    const root = repository({});
    symlinkSync('/dev/zero', join(root, 'zero'));
    symlinkSync('/proc/self/environ', join(root, 'environ'));
    expect(open(root).readTextSync(path('zero'))).toMatchObject({ refused: 'outside' });
    expect(open(root).readTextSync(path('environ'))).toMatchObject({ refused: 'outside' });
  });

  test('a missing file, and a file below a file, are missing', () => {
    const root = repository({ a: '' });
    expect(open(root).readTextSync(path('b'))).toMatchObject({ refused: 'missing' });
    expect(open(root).readTextSync(path('a/b'))).toMatchObject({ refused: 'missing' });
  });

  test('a name longer than the file system takes is too long', () => {
    const workspace = open(repository({}));
    expect(workspace.resolve('x'.repeat(300))).toMatchObject({ refused: 'too_long' });
    expect(workspace.readTextSync(path('x'.repeat(300)))).toMatchObject({ refused: 'too_long' });
  });
});

/** How often anything was read from a file so far. */
function countReads(): () => number {
  const { readSync } = fs;
  let count = 0;
  fs.readSync = ((...args: Parameters<typeof readSync>) => {
    count++;
    return readSync(...args);
  }) as typeof readSync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  });
  return () => count;
}

describe('size', () => {
  verifies(
    ['repo:denylist:oversized-file', 'repo:limits:file-bytes'],
    'one byte over the limit is too much',
    async () => {
      const root = repository({ fits: 'x'.repeat(LIMIT), over: 'x'.repeat(LIMIT + 1) });
      const workspace = await openWorkspace({ root, maxFileBytes: LIMIT });
      expect(await workspace.readText(path('fits'))).toMatchObject({ size: LIMIT });
      expect(await workspace.readText(path('over'))).toMatchObject({ refused: 'too_large' });
      expect(await workspace.readText(path('over'), { maxBytes: LIMIT + 1 })).toMatchObject({
        size: LIMIT + 1,
      });
      expect(await workspace.readText(path('fits'), { maxBytes: 10 })).toMatchObject({
        refused: 'too_large',
      });
      expect(await workspace.readLines(path('over'), 1, 2)).toMatchObject({ refused: 'too_large' });
    },
  );

  test('a sparse file of a terabyte is refused without being read', () => {
    const root = repository({ sparse: '', small: 'x' });
    truncateSync(join(root, 'sparse'), 2 ** 40);
    const reads = countReads();
    const workspace = open(root);
    expect(workspace.readTextSync(path('small'))).toMatchObject({ text: 'x' });
    const before = reads();
    expect(before).toBeGreaterThan(0);
    expect(workspace.readTextSync(path('sparse'))).toMatchObject({ refused: 'too_large' });
    expect(reads()).toBe(before);
  });

  test('facts tell the size of a file that is too large to read', async () => {
    const root = repository({ over: 'x'.repeat(LIMIT + 1) });
    expect(await open(root).facts(path('over'))).toMatchObject({ path: 'over', size: LIMIT + 1 });
  });

  test('a file that grows or vanishes after it was listed is read as it is then', async () => {
    const root = repository({ grows: 'one\n', vanishes: 'x' });
    const workspace = open(root);
    expect(await workspace.files()).toHaveLength(2);
    appendFileSync(join(root, 'grows'), 'two\n');
    rmSync(join(root, 'vanishes'));
    expect(workspace.readTextSync(path('grows'))).toMatchObject({ text: 'one\ntwo\n', size: 8 });
    expect(workspace.readTextSync(path('vanishes'))).toMatchObject({ refused: 'missing' });
  });

  test('an empty file is an empty text', async () => {
    const workspace = open(repository({ empty: '' }));
    expect(workspace.readTextSync(path('empty'))).toMatchObject({ text: '', size: 0 });
    expect(await workspace.readLines(path('empty'), 1, 10)).toMatchObject({
      totalLines: 0,
      lines: [],
    });
  });
});

describe('text or not', () => {
  const LATIN_1 = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
  const filler = Buffer.from('x'.repeat(9000));

  test.each([
    ['a NUL in the head', Buffer.from('a\0b')],
    ['UTF-16 with a mark', Buffer.from('\ufeffabc', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('abc', 'utf16le')],
    ['Latin-1 in the head', LATIN_1],
    ['an overlong form', Buffer.from([0xc0, 0xaf])],
    ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['a cut character at the end of a short file', Buffer.from([0x61, 0xe2, 0x82])],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
  ])('%s is binary', (_, bytes) => {
    const root = repository({});
    writeFileSync(join(root, 'file'), bytes);
    expect(open(root).readTextSync(path('file'))).toMatchObject({ refused: 'binary' });
  });

  test('a byte order mark is not part of the text', () => {
    expect(decodeText(Buffer.from('\ufeffabc'))).toBe('abc');
    expect(decodeText(Buffer.from('a\ufeffbc'))).toBe('a\ufeffbc');
  });

  test('a wrong byte far down does not hide the file', () => {
    expect(decodeText(Buffer.concat([filler, LATIN_1]))).toBe(`${'x'.repeat(9000)}caf\ufffd`);
  });

  test.each([[7997], [7998], [7999], [8000]])(
    'a character across the end of the head (at %d) is no error',
    (at) => {
      const bytes = Buffer.concat([Buffer.from(`${'x'.repeat(at)}\u{1f600}${'x'.repeat(99)}`), LATIN_1]);
      expect(decodeText(bytes)).toContain('\u{1f600}');
    },
  );

  test('bytes are given as they are, binary or not', async () => {
    const root = repository({});
    writeFileSync(join(root, 'file'), Buffer.from([0, 255, 1]));
    expect(await open(root).readBytes(path('file'))).toMatchObject({
      size: 3,
      bytes: Buffer.from([0, 255, 1]),
    });
  });
});

describe('lines', () => {
  test.each([
    [1, 2, ['one', 'two']],
    [2, 99, ['two', 'three']],
    [3, 3, ['three']],
    [0, 1, ['one']],
    [4, 9, []],
    [3, 2, []],
  ])('%d to %d', async (start, end, lines) => {
    const workspace = open(repository({ a: 'one\r\ntwo\nthree\n' }));
    expect(await workspace.readLines(path('a'), start, end)).toEqual({ totalLines: 3, lines });
  });

  test('form feeds and U+2028 do not end a line', async () => {
    const workspace = open(repository({ a: 'one\f\u2028\u0085still one\rthis too\ntwo' }));
    expect(await workspace.readLines(path('a'), 1, 9)).toMatchObject({ totalLines: 2 });
  });
});

test('a directory that cannot be entered holds nothing', async () => {
  const root = repository({ 'a/b': 'x' });
  mkdirSync(join(root, 'gone'));
  const workspace = open(root);
  rmSync(join(root, 'gone'), { recursive: true });
  expect((await workspace.files()).map((file) => file.path)).toEqual(['a/b']);
});
