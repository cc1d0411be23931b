import { appendFileSync, renameSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { sharedWatch, type Watch } from './watch.ts';

let root: string;
let watch: Watch;

beforeEach(async () => {
  root = temporaryDirectory();
  await mkdir(join(root, 'a/b'), { recursive: true });
  watch = sharedWatch(root)();
  watch.follow(['', 'a', 'a/b']);
});

afterEach(async () => {
  watch.close();
});

async function told(path: string): Promise<void> {
  const seen = new Set<string>();
  await eventually(() => {
    for (const one of watch.take() ?? []) seen.add(one);
    expect([...seen]).toContain(path);
  });
}

describe('a watch', () => {
  it('tells which file was made, changed or removed, in any directory it follows', async () => {
    await writeFile(join(root, 'a/b/new.ts'), 'one');
    await told('a/b/new.ts');
    await writeFile(join(root, 'a/b/new.ts'), 'two');
    await told('a/b/new.ts');
    await rm(join(root, 'a/b/new.ts'));
    await told('a/b/new.ts');
    await writeFile(join(root, 'top.ts'), 'one');
    await told('top.ts');
  });

  it('tells a thing once', async () => {
    await writeFile(join(root, 'a/x.ts'), 'one');
    await told('a/x.ts');
    expect(watch.take()).toEqual(new Set());
  });

  it('can follow a directory that was removed and made again', async () => {
    await rm(join(root, 'a/b'), { recursive: true });
    await told('a/b');
    await mkdir(join(root, 'a/b'));
    watch.follow(['a/b']);
    await writeFile(join(root, 'a/b/again.ts'), 'one');
    await told('a/b/again.ts');
  });

  it('looks below a directory that took the place of another', async () => {
    await mkdir(join(root, 'other/b'), { recursive: true });
    // In one turn: between the two the watch would see that there is no such directory and forget it.
    renameSync(join(root, 'a'), join(root, 'old'));
    renameSync(join(root, 'other'), join(root, 'a'));
    await told('a');
    await writeFile(join(root, 'a/b/deep.ts'), 'one');
    await told('a/b/deep.ts');
  });

  it('says that it may not know all after more events than the system may have kept', async () => {
    // Two in turn, as equal ones that follow each other are told once.
    for (let times = 0; times < 6_000; times++)
      for (const name of ['x', 'y']) appendFileSync(join(root, name), '.');
    await eventually(() => expect(watch.take()).toBeUndefined());
  });

  it('is no failure if a directory is not there', () => {
    watch.follow(['gone/for/good']);
    expect(watch.isComplete).toBe(true);
  });
});
