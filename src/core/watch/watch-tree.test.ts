import { appendFileSync, type FSWatcher, mkdirSync, renameSync, watch as watchPlace } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { sharedWatch, type Watch } from './watch.ts';

const ALL = ['', 'a', 'a/b'];

let root: string;

beforeEach(async () => {
  root = temporaryDirectory();
  await mkdir(join(root, 'a/b'), { recursive: true });
});

/** All that was told until the path was. */
async function told(watch: Watch, path: string): Promise<string[]> {
  const seen = new Set<string>();
  await eventually(() => {
    for (const one of watch.take() ?? []) seen.add(one);
    expect([...seen]).toContain(path);
  });
  return [...seen];
}

const touch = (path: string) => writeFile(join(root, path), 'one');

function opened(): Watch {
  const watch = sharedWatch(root)();
  onTestFinished(() => watch.close());
  watch.follow(ALL);
  return watch;
}

describe('a directory that is missing for a moment is followed again by itself', () => {
  it('when it was removed and made again', async () => {
    const watch = opened();
    await rm(join(root, 'a/b'), { recursive: true });
    await told(watch, 'a/b');
    await mkdir(join(root, 'a/b'));
    await told(watch, 'a/b');
    await touch('a/b/again.ts');
    await told(watch, 'a/b/again.ts');
  });

  it('when it was moved away and back', async () => {
    const watch = opened();
    await rename(join(root, 'a'), join(root, 'away'));
    await told(watch, 'a');
    await rename(join(root, 'away'), join(root, 'a'));
    await told(watch, 'a');
    await touch('a/b/deep.ts');
    await told(watch, 'a/b/deep.ts');
  });

  it('with all that was below it, whatever of it comes first', async () => {
    const watch = opened();
    await rm(join(root, 'a'), { recursive: true });
    await told(watch, 'a');
    await mkdir(join(root, 'a'));
    await told(watch, 'a');
    await mkdir(join(root, 'a/b'));
    await told(watch, 'a/b');
    await touch('a/b/deep.ts');
    await told(watch, 'a/b/deep.ts');
    await rm(join(root, 'a'), { recursive: true });
    await told(watch, 'a');
    mkdirSync(join(root, 'a/b'), { recursive: true });
    await told(watch, 'a');
    await touch('a/b/deeper.ts');
    await told(watch, 'a/b/deeper.ts');
  });

  it('and counts as new for the one who listed it before', async () => {
    const watch = sharedWatch(root, { perDirectory: true })();
    onTestFinished(() => watch.close());
    expect(watch.follow(ALL)).toBe(2);
    expect(watch.follow(ALL)).toBe(0);
    await rename(join(root, 'a'), join(root, 'away'));
    await told(watch, 'a');
    await rename(join(root, 'away'), join(root, 'a'));
    await told(watch, 'a');
    expect(watch.follow(ALL)).toBe(2);
    expect(watch.follow(ALL)).toBe(0);
  });

  testWith(LINKS)('but a link in its place is not', async () => {
    const outside = temporaryDirectory();
    const watch = opened();
    await rm(join(root, 'a'), { recursive: true });
    await told(watch, 'a');
    await symlink(outside, join(root, 'a'));
    await told(watch, 'a');
    await writeFile(join(outside, 'secret'), 'one');
    await touch('top.ts');
    expect(await told(watch, 'top.ts')).not.toContain('a/secret');
  });
});

it('after more events than the system may have kept, no watch is believed to be on the right directory', async () => {
  const watch = opened();
  await mkdir(join(root, 'other/b'), { recursive: true });
  // Two in turn, as equal ones that follow each other are told once.
  for (let times = 0; times < 6_000; times++)
    for (const name of ['x', 'y']) appendFileSync(join(root, name), '.');
  renameSync(join(root, 'a'), join(root, 'old'));
  renameSync(join(root, 'other'), join(root, 'a'));
  await eventually(() => expect(watch.take()).toBeUndefined());
  watch.follow(ALL);
  await touch('a/b/deep.ts');
  await told(watch, 'a/b/deep.ts');
});

describe('a root that is not the one that was opened', () => {
  const away = () => `${root}.old`;

  it('is watched no more, and the one who opens the next watch gets one on the root that is there now', async () => {
    const share = sharedWatch(root);
    const [one, two] = [share(), share()];
    onTestFinished(async () => {
      one.close();
      two.close();
      await rm(away(), { recursive: true });
    });
    one.follow(ALL);
    renameSync(root, away());
    mkdirSync(root);
    await eventually(() => expect(one.isComplete).toBe(false));
    expect(two.isComplete).toBe(false);
    expect(one.take()).toBeUndefined();
    const three = share();
    onTestFinished(() => three.close());
    three.follow(['']);
    await touch('new.ts');
    await told(three, 'new.ts');
    expect(three.isComplete).toBe(true);
  });

  it('is not waited for when it is gone', async () => {
    const watch = opened();
    renameSync(root, away());
    await eventually(() => expect(watch.isComplete).toBe(false));
    const late = sharedWatch(root)();
    onTestFinished(() => late.close());
    expect(late.isComplete).toBe(false);
    renameSync(away(), root);
  });

  it('is not taken for a file of its name', async () => {
    const watch = opened();
    await touch(basename(root));
    await told(watch, basename(root));
    expect(watch.isComplete).toBe(true);
  });
});

/** The system, with an account of what it was asked, and with so many watches to give. */
function system(most = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const watched = new Set<FSWatcher>();
  const place = (path: string, recursive: boolean): FSWatcher => {
    if (watched.size >= most) throw Object.assign(new Error('no more'), { code: 'ENOSPC' });
    const watcher = watchPlace(path, { persistent: false, recursive });
    asked.push(relative(root, path));
    watched.add(watcher);
    const { close } = watcher;
    watcher.close = () => {
      watched.delete(watcher);
      close.call(watcher);
    };
    return watcher;
  };
  const share = sharedWatch(root, { perDirectory: true, watchPlace: place });
  const open = () => {
    const watch = share();
    onTestFinished(() => watch.close());
    return watch;
  };
  return { open, asked, watched };
}

describe('one watch for several users', () => {
  it('asks the system once for each directory', () => {
    const { open, asked, watched } = system();
    expect(asked).toEqual([]);
    const [one, two] = [open(), open()];
    one.follow(ALL);
    two.follow(ALL);
    expect(asked).toEqual(ALL);
    expect(watched.size).toBe(ALL.length);
  });

  it('tells each of them all that happened since it last asked', async () => {
    const { open } = system();
    const [one, two] = [open(), open()];
    one.follow(ALL);
    two.follow(ALL);
    await touch('a/x.ts');
    await told(one, 'a/x.ts');
    await touch('a/b/y.ts');
    await told(one, 'a/b/y.ts');
    const all = await told(two, 'a/b/y.ts');
    expect(all).toContain('a/x.ts');
  });

  it('tells nobody of a directory that only another follows', async () => {
    const { open } = system();
    const [one, two] = [open(), open()];
    one.follow(ALL);
    two.follow(['']);
    await touch('a/b/x.ts');
    await touch('top.ts');
    await told(one, 'a/b/x.ts');
    expect(await told(two, 'top.ts')).not.toContain('a/b/x.ts');
  });

  it('says to each that a directory is new to it, though another had it watched before', () => {
    const { open } = system();
    const [one, two] = [open(), open()];
    expect(one.follow(ALL)).toBe(2);
    expect(two.follow(ALL)).toBe(2);
    expect(two.follow(ALL)).toBe(0);
  });

  it('ends with the last of them, and begins anew with the next', async () => {
    const { open, asked, watched } = system();
    const [one, two] = [open(), open()];
    one.follow(['', 'a']);
    two.follow(ALL);
    two.close();
    two.close();
    expect(watched.size).toBe(2);
    await touch('a/x.ts');
    await told(one, 'a/x.ts');
    one.close();
    expect(watched.size).toBe(0);
    const three = open();
    three.follow(['', 'a']);
    expect(asked).toEqual([...ALL, '', 'a']);
    await touch('a/y.ts');
    await told(three, 'a/y.ts');
  });

  it('does not wait for ever for a directory that nobody lists any more', async () => {
    const { open, asked } = system();
    const watch = open();
    watch.follow(ALL);
    await rm(join(root, 'a/b'), { recursive: true });
    await told(watch, 'a/b');
    watch.follow(['', 'a']);
    await mkdir(join(root, 'a/b'));
    await told(watch, 'a/b');
    expect(asked).toEqual(ALL);
  });
});

describe('when the system has no more watches', () => {
  it('the one who asked for too many is told and holds none of them; the other goes on', async () => {
    const { open, watched } = system(3);
    const [one, two] = [open(), open()];
    one.follow(['', 'a']);
    for (const name of ['c', 'd', 'e']) await mkdir(join(root, name));
    two.follow([...ALL, 'c', 'd', 'e']);
    expect(two.isComplete).toBe(false);
    expect(two.take()).toBeUndefined();
    expect(one.isComplete).toBe(true);
    expect(watched.size).toBe(2);
    await touch('a/x.ts');
    await told(one, 'a/x.ts');
    expect(two.follow(ALL)).toBe(0);
    expect(watched.size).toBe(2);
  });

  it('not even the root is needed to say so', () => {
    const { open, watched } = system(0);
    const watch = open();
    expect(watch.isComplete).toBe(false);
    expect(watch.follow(ALL)).toBe(0);
    expect(watched.size).toBe(0);
  });

  it('those who followed a directory that came back are told that it cannot be watched', async () => {
    const limits = { most: Number.POSITIVE_INFINITY };
    const share = sharedWatch(root, {
      perDirectory: true,
      watchPlace: (path, recursive) => {
        if (limits.most === 0) throw Object.assign(new Error('no more'), { code: 'EMFILE' });
        return watchPlace(path, { persistent: false, recursive });
      },
    });
    const [one, two] = [share(), share()];
    onTestFinished(() => {
      one.close();
      two.close();
    });
    one.follow(ALL);
    two.follow(['']);
    limits.most = 0;
    await rename(join(root, 'a'), join(root, 'away'));
    await rename(join(root, 'away'), join(root, 'a'));
    await eventually(() => expect(one.isComplete).toBe(false));
    expect(two.isComplete).toBe(true);
  });
});
