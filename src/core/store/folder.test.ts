import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { handOver } from '../../../tests/helpers/ordinary-user.ts';
import { CASE, LINKS, MODES, NAMED_PIPES, testWith } from '../../../tests/helpers/probes.ts';
import { finished, modulePath, says, startScript } from '../../../tests/helpers/processes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { type Folder, openFolder } from './folder.ts';

let base: string;
let folder: Folder;

beforeEach(async () => {
  base = temporaryDirectory();
  folder = await openFolder(join(base, 'data'), { create: true });
});

test('a folder that is not there is no folder, unless it may be made', async () => {
  expect(await openFolder(join(base, 'none'))).toBeUndefined();
  expect(await openFolder(join(base, 'deep', 'er'), { create: true })).toBeDefined();
  expect(await readdir(join(base, 'deep'))).toEqual(['er']);
});

test('what was written is read back, byte for byte', async () => {
  const text = '\uFEFFa\r\nb\n\u{1F600}';
  await folder.writeAtomic('a.md', text);
  expect(await folder.read('a.md', 100)).toEqual({ found: true, text });
  await folder.writeAtomic('a.md', 'short');
  expect(await folder.read('a.md', 100)).toEqual({ found: true, text: 'short' });
});

testWith(MODES)('a file keeps its permissions when its text is replaced', async () => {
  await writeFile(join(folder.path, 'run.sh'), 'a', { mode: 0o644 });
  await chmod(join(folder.path, 'run.sh'), 0o751);
  await folder.writeAtomic('run.sh', 'b');
  expect((await stat(join(folder.path, 'run.sh'))).mode & 0o777).toBe(0o751);
  expect(await folder.read('run.sh', 10)).toEqual({ found: true, text: 'b' });
});

testWith(LINKS, NAMED_PIPES)('an absence says why', async () => {
  await writeFile(join(folder.path, 'bytes'), Buffer.from([0xff, 0xfe, 0x41]));
  await mkdir(join(folder.path, 'directory'));
  await symlink('/etc/hostname', join(folder.path, 'link'));
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  await folder.writeAtomic('long', 'x'.repeat(11));
  const why = async (name: string) => {
    const got = await folder.read(name, 10);
    return got.found ? 'found' : got.why;
  };
  expect(await why('none')).toBe('missing');
  expect(await why('bytes')).toBe('not_text');
  expect(await why('directory')).toBe('not_a_file');
  expect(await why('link')).toBe('not_a_file');
  expect(await why('pipe')).toBe('not_a_file');
  expect(await why('long')).toBe('too_large');
});

testWith(CASE, LINKS)('the list holds regular files only, in code-unit order', async () => {
  for (const name of ['b', 'a', 'B', 'é', '10', '9']) await folder.writeAtomic(name, '');
  await mkdir(join(folder.path, 'directory'));
  await symlink('/etc/hostname', join(folder.path, 'link'));
  await writeFile(join(folder.path, '.tmp-1-1'), 'half');
  expect(await folder.list()).toEqual(['10', '9', 'B', 'a', 'b', 'é']);
});

testWith(LINKS)(
  'exclusive creation never touches what is there, not even a link that leads nowhere',
  async () => {
    expect(await folder.createExclusive('a', 'first')).toBe('created');
    expect(await folder.createExclusive('a', 'second')).toBe('exists');
    expect(await folder.read('a', 10)).toEqual({ found: true, text: 'first' });
    await symlink(join(base, 'outside'), join(folder.path, 'dangling'));
    expect(await folder.createExclusive('dangling', 'x')).toBe('exists');
    expect(await readdir(base)).toEqual(['data']);
  },
);

test('exclusive creation among many leaves one winner and no litter', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => folder.createExclusive('one', String(at))),
  );
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
  expect(await readdir(folder.path)).toEqual(['one']);
});

testWith(MODES)('a mode is given whatever the umask says', async () => {
  await folder.createExclusive('a', 'x', { mode: 0o444 });
  expect((await stat(join(folder.path, 'a'))).mode & 0o777).toBe(0o444);
});

testWith(LINKS)('replacing a link replaces the link, not what it leads to', async () => {
  await writeFile(join(base, 'outside'), 'precious');
  await symlink(join(base, 'outside'), join(folder.path, 'a'));
  await folder.writeAtomic('a', 'mine');
  expect(await readFile(join(base, 'outside'), 'utf8')).toBe('precious');
  expect(await folder.read('a', 10)).toEqual({ found: true, text: 'mine' });
});

test('a stamp changes with the file', async () => {
  expect(await folder.stamp('a')).toBeUndefined();
  await folder.writeAtomic('a', 'x');
  const first = await folder.stamp('a');
  expect(await folder.stamp('a')).toBe(first);
  await folder.writeAtomic('a', 'y');
  expect(await folder.stamp('a')).not.toBe(first);
});

test('removing says whether there was something', async () => {
  await folder.writeAtomic('a', '');
  expect(await folder.remove('a')).toBe('removed');
  expect(await folder.remove('a')).toBe('missing');
});

test('names that are no plain names are refused everywhere', async () => {
  for (const work of [
    () => folder.read('../x', 1),
    () => folder.createExclusive('a/b', ''),
    () => folder.writeAtomic('..', ''),
    () => folder.remove('a\0'),
    () => folder.folder('..'),
  ])
    await expect(work()).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_name' });
});

testWith(LINKS)(
  'a link in the place of the folder, or of a step below the trusted directory, is refused',
  async () => {
    await mkdir(join(base, 'elsewhere', 'inner'), { recursive: true });
    await symlink(join(base, 'elsewhere'), join(base, 'link'));
    await expect(openFolder(join(base, 'link'), { create: true })).rejects.toMatchObject({
      code: 'not_a_folder',
    });
    await expect(openFolder(join(base, 'link', 'inner'), { within: base })).rejects.toMatchObject({
      code: 'not_a_folder',
      message: 'Not a plain directory: link',
    });
    await expect(openFolder(join(base, '..', 'x'), { within: base })).rejects.toMatchObject({
      code: 'outside_folder',
    });
    await expect(folder.folder('.')).rejects.toMatchObject({ code: 'invalid_name' });
  },
);

testWith(LINKS)('a folder that was swapped for a link is not written through', async () => {
  await mkdir(join(base, 'elsewhere'));
  await rm(folder.path, { recursive: true });
  await symlink(join(base, 'elsewhere'), folder.path);
  await expect(folder.writeAtomic('a', 'x')).rejects.toMatchObject({ code: 'not_a_folder' });
  await expect(folder.read('a', 1)).rejects.toMatchObject({ code: 'not_a_folder' });
  await expect(folder.list()).rejects.toMatchObject({ code: 'not_a_folder' });
  expect(await readdir(join(base, 'elsewhere'))).toEqual([]);
});

test('a folder that is gone is empty, and is made again by the next write', async () => {
  await rm(folder.path, { recursive: true });
  expect(await folder.list()).toEqual([]);
  expect(await folder.read('a', 1)).toEqual({ found: false, why: 'missing' });
  await folder.writeAtomic('a', 'x');
  expect(await folder.list()).toEqual(['a']);
});

test('a folder inside a folder is confined like its parent', async () => {
  const inner = await folder.folder('packs', { create: true });
  await inner.writeAtomic('a', 'x');
  expect(await readdir(join(folder.path, 'packs'))).toEqual(['a']);
  expect(await folder.folder('none')).toBeUndefined();
});

test('what a killed writer left is swept once it is an hour old', async () => {
  await writeFile(join(folder.path, '.tmp-1-1'), 'old');
  await writeFile(join(folder.path, '.tmp-1-2'), 'young');
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await utimes(join(folder.path, '.tmp-1-1'), anHourAgo, anHourAgo);
  await folder.writeAtomic('a', 'x');
  expect((await readdir(folder.path)).sort()).toEqual(['.tmp-1-2', 'a']);
});

testWith(MODES)('a directory without permission gives a fixed message', async () => {
  handOver(base);
  await chmod(folder.path, 0o555);
  const child = startScript(
    `import { openFolder } from '${modulePath('src/core/store/index.ts')}';
     const folder = await openFolder(process.argv[2]);
     const told = await folder.writeAtomic('a.md', 'x').catch(({ kind, code, message }) => ({ kind, code, message }));
     console.log(JSON.stringify(told));`,
    { args: [folder.path], asOrdinaryUser: true },
  );
  expect(JSON.parse((await finished(child)).stdout)).toEqual({
    kind: 'io',
    code: 'no_permission',
    message: 'Permission was denied: a.md',
  });
});

test('a writer killed at any moment leaves the old text or the new one', async () => {
  const texts = new Set(['a', 'b'].map((letter) => letter.repeat(300_000)));
  await folder.writeAtomic('a.md', 'a'.repeat(300_000));
  for (let round = 0; round < runs(3, 8); round++) {
    const child = startScript(
      `import { openFolder } from '${modulePath('src/core/store/index.ts')}';
       const folder = await openFolder(process.argv[2]);
       for (let at = 0; ; at++) {
         await folder.writeAtomic('a.md', (at % 2 ? 'a' : 'b').repeat(300_000));
         if (at === 0) console.log('writing');
       }`,
      { args: [folder.path] },
    );
    const ended = finished(child);
    await says(child, 'writing');
    // Reading meanwhile sees whole files only, and gives the writer time to be anywhere.
    for (let reads = 0; reads < 5 + round * 7; reads++) {
      const got = await folder.read('a.md', 1_000_000);
      expect(got.found && texts.has(got.text)).toBe(true);
    }
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const got = await folder.read('a.md', 1_000_000);
    expect(got.found && texts.has(got.text)).toBe(true);
  }
});
