/** Files and directories swapped for links between the check and the reading. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, REPLACING, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { createBoundary } from './boundary.ts';
import { type DescriptorPath, type NamedIdentity, openFile, procDescriptorPath } from './open-file.ts';
import { isRefusal } from './refusal.ts';
import type { RepoPath } from './repo-path.ts';

const OUTSIDE = 'CONTENT FROM OUTSIDE';
const path = (text: string) => text as RepoPath;

const WAYS: [string, DescriptorPath][] = [
  ['asking the system what was opened', procDescriptorPath],
  ['looking the name up again', () => undefined],
];

describe.each(WAYS)('%s', (_, descriptorPath) => {
  const place = () => {
    const base = repository({ 'repo/dir/a.txt': 'inside', 'repo/.env': 'SECRET', 'out/a.txt': OUTSIDE });
    return { base, root: join(base, 'repo'), boundary: createBoundary({ root: join(base, 'repo') }) };
  };

  testWith(LINKS)('a file swapped for a link after it was resolved is refused', () => {
    const { base, root, boundary } = place();
    const file = boundary.resolve('dir/a.txt');
    expect(file).toBe('dir/a.txt');
    rmSync(join(root, 'dir/a.txt'));
    symlinkSync(join(base, 'out/a.txt'), join(root, 'dir/a.txt'));
    expect(openFile(boundary, path('dir/a.txt'), descriptorPath)).toMatchObject({ refused: 'outside' });
  });

  testWith(LINKS)('a directory swapped for a link after it was resolved is refused', () => {
    const { base, root, boundary } = place();
    expect(boundary.resolve('dir/a.txt')).toBe('dir/a.txt');
    renameSync(join(root, 'dir'), join(root, 'old'));
    symlinkSync(join(base, 'out'), join(root, 'dir'));
    expect(openFile(boundary, path('dir/a.txt'), descriptorPath)).toMatchObject({ refused: 'outside' });
  });

  testWith(LINKS)('a file swapped for a link to a closed file is refused', () => {
    const { root, boundary } = place();
    rmSync(join(root, 'dir/a.txt'));
    symlinkSync('../.env', join(root, 'dir/a.txt'));
    expect(openFile(boundary, path('dir/a.txt'), descriptorPath)).toMatchObject({ refused: 'denied' });
  });

  testWith(LINKS)('a plain file, and one behind links inside, are opened', () => {
    const { root, boundary } = place();
    symlinkSync('dir', join(root, 'link'));
    symlinkSync('link/a.txt', join(root, 'link.txt'));
    for (const name of ['dir/a.txt', 'link/a.txt', 'link.txt']) {
      const opened = openFile(boundary, path(name), descriptorPath);
      if (isRefusal(opened)) throw new Error(`${name}: ${opened.refused}`);
      expect(readFileSync(opened.fd, 'utf8')).toBe('inside');
      closeSync(opened.fd);
    }
  });
});

describe('where a name tells another device than a descriptor, as on Windows with Node 22.12', () => {
  const otherDevice: NamedIdentity = (place) => ({ dev: 0n, ino: lstatSync(place, { bigint: true }).ino });
  const opening = (root: string, name: string, descriptorPath: DescriptorPath = () => undefined) =>
    openFile(createBoundary({ root }), path(name), descriptorPath, otherDevice);

  test('a plain file is opened', () => {
    const opened = opening(repository({ 'dir/a.txt': 'inside' }), 'dir/a.txt');
    if (isRefusal(opened)) throw new Error(opened.refused);
    expect(readFileSync(opened.fd, 'utf8')).toBe('inside');
    closeSync(opened.fd);
  });

  testWith(REPLACING)('a name that leads to another file by now is refused', () => {
    const root = repository({ 'a.txt': 'inside', 'b.txt': 'other' });
    const swap: DescriptorPath = () => {
      renameSync(join(root, 'b.txt'), join(root, 'a.txt'));
      return undefined;
    };
    expect(opening(root, 'a.txt', swap)).toMatchObject({ refused: 'outside' });
  });

  testWith(REPLACING)('the same number on another device is refused', () => {
    const root = repository({ 'a.txt': 'inside', 'b.txt': 'other' });
    const { ino } = lstatSync(join(root, 'a.txt'), { bigint: true });
    const swap: DescriptorPath = () => {
      renameSync(join(root, 'b.txt'), join(root, 'a.txt'));
      return undefined;
    };
    const sameNumber: NamedIdentity = () => ({ dev: 0n, ino });
    expect(openFile(createBoundary({ root }), path('a.txt'), swap, sameNumber)).toMatchObject({
      refused: 'outside',
    });
  });
});

testWith(REPLACING)('a descriptor whose name leads elsewhere by now is refused', () => {
  const base = repository({ 'repo/a.txt': 'inside', 'repo/b.txt': 'other' });
  const boundary = createBoundary({ root: join(base, 'repo') });
  const swap: DescriptorPath = () => {
    renameSync(join(base, 'repo/b.txt'), join(base, 'repo/a.txt'));
    return undefined;
  };
  expect(openFile(boundary, path('a.txt'), swap)).toMatchObject({ refused: 'outside' });
});

/** Swaps a file and a directory for links to the outside and back, as fast as it can. */
const SWAPPER = `
const { renameSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const [root, out] = process.argv.slice(1);
process.stdout.write('ready');
for (;;) {
  symlinkSync(out + '/a.txt', root + '/link'); renameSync(root + '/link', root + '/file.txt');
  renameSync(root + '/dir', root + '/dir-kept'); symlinkSync(out, root + '/dir');
  writeFileSync(root + '/plain', 'inside'); renameSync(root + '/plain', root + '/file.txt');
  rmSync(root + '/dir'); renameSync(root + '/dir-kept', root + '/dir');
}`;

async function swapping(root: string, out: string, work: () => void): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, ['-e', SWAPPER, root, out], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  try {
    if (child.stdout !== null) await once(child.stdout, 'data');
    work();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

testWith(LINKS)(
  'while another process swaps links in and out, nothing from outside is ever read',
  async () => {
    const base = repository({ 'repo/dir/a.txt': 'inside', 'repo/file.txt': 'inside', 'out/a.txt': OUTSIDE });
    const root = join(base, 'repo');
    const boundary = createBoundary({ root });
    const seen = { careless: 0, refused: 0, inside: 0 };
    await swapping(root, join(base, 'out'), () => {
      for (
        let round = 0;
        round < 200_000 && (round < 3000 || seen.careless < 3 || seen.inside < 20);
        round++
      ) {
        const name = round % 2 === 0 ? 'file.txt' : 'dir/a.txt';
        // The control: the same race, run by a reader that checks first and reads by name afterwards.
        if (!isRefusal(boundary.resolve(name)) && carelessRead(join(root, name)) === OUTSIDE) seen.careless++;
        const opened = openFile(boundary, path(name));
        if (isRefusal(opened)) {
          seen.refused++;
          continue;
        }
        const text = readFileSync(opened.fd, 'utf8');
        closeSync(opened.fd);
        expect(text).not.toBe(OUTSIDE);
        if (text === 'inside') seen.inside++;
      }
    });
    expect(seen.careless).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
    expect(seen.inside).toBeGreaterThan(0);
  },
);

function carelessRead(place: string): string | undefined {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    return undefined;
  }
}

testWith(LINKS)('no descriptor stays open after a refusal', () => {
  const root = repository({ 'a.txt': 'x' });
  symlinkSync('/etc', join(root, 'etc'));
  const boundary = createBoundary({ root });
  const lowest = () => {
    writeFileSync(join(root, 'probe'), '');
    const opened = openFile(boundary, path('probe'));
    if (isRefusal(opened)) throw new Error(opened.refused);
    closeSync(opened.fd);
    return opened.fd;
  };
  const before = lowest();
  for (let round = 0; round < 50; round++) {
    openFile(boundary, path('etc/passwd'));
    openFile(boundary, path('.'));
  }
  expect(lowest()).toBe(before);
});
