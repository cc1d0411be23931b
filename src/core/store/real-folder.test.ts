/** The weaker way, for systems that cannot reach an open directory by its descriptor. */

import { readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { inFolder, type Place, stepsTo } from './real-folder.ts';
import { createWhole } from './whole-file.ts';

const BY_NAME = { create: true, byDescriptor: false } as const;

function swapped<T>(work: (place: Place) => Promise<T>) {
  const root = repository({ 'notes/secret': 'inside' });
  const outside = repository({ secret: 'outside' });
  const path = join(root, 'notes');
  const done = inFolder(stepsTo(path, root), BY_NAME, async (place) => {
    renameSync(path, join(root, 'away'));
    symlinkSync(outside, path);
    return await work(place);
  });
  return { done, outside };
}

testWith(LINKS)('what was read in a folder that was swapped meanwhile is not handed out', async () => {
  const { done } = swapped(async ({ path }) => readFileSync(join(path, 'secret'), 'utf8'));
  await expect(done).rejects.toMatchObject({ code: 'not_a_folder' });
});

testWith(LINKS)('what was begun in a folder that was swapped meanwhile is taken back', async () => {
  const { done, outside } = swapped((place) => createWhole(place, 'new', 'x', {}));
  await expect(done).rejects.toMatchObject({ code: 'not_a_folder' });
  expect(readdirSync(outside)).toEqual(['secret']);
});

testWith(LINKS)('a file of the same name where a swapped folder leads stays', async () => {
  const root = repository({ 'notes/old': '' });
  const outside = repository({ new: 'theirs' });
  const path = join(root, 'notes');
  const done = inFolder(stepsTo(path, root), BY_NAME, async (place) => {
    let verified = 0;
    const verify = async () => {
      // The first time is before the text is written, the second after the file got its name.
      if (++verified === 2) {
        renameSync(path, join(root, 'away'));
        symlinkSync(outside, path);
      }
      await place.verify();
    };
    return await createWhole({ ...place, verify }, 'new', 'ours', {});
  });
  await expect(done).rejects.toMatchObject({ code: 'not_a_folder' });
  expect(readFileSync(join(outside, 'new'), 'utf8')).toBe('theirs');
});

testWith(LINKS)('missing steps are made, and a link among them is refused', async () => {
  const root = repository({});
  const made = await inFolder(stepsTo(join(root, 'a/b'), root), BY_NAME, async ({ path }) => path);
  expect(made).toBe(join(root, 'a/b'));
  symlinkSync(join(root, 'a'), join(root, 'link'));
  const through = inFolder(stepsTo(join(root, 'link/b'), root), BY_NAME, async () => 'worked');
  await expect(through).rejects.toMatchObject({ code: 'not_a_folder' });
  const missing = { create: false, byDescriptor: false };
  expect(await inFolder(stepsTo(join(root, 'c/d'), root), missing, async () => 'worked')).toBeUndefined();
});
