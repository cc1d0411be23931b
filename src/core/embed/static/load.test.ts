import { createHash } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../tests/helpers/temporary-directory.ts';
import { loadModelFrom, loadStaticModel, MANIFEST, type ModelManifest } from './load.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

function table(rows: number, dims: number): Buffer {
  const file = Buffer.alloc(8 + rows * 4 + rows * dims, 1);
  file.writeUInt32LE(rows, 0);
  file.writeUInt32LE(dims, 4);
  for (let row = 0; row < rows; row++) file.writeFloatLE(0.5, 8 + row * 4);
  return file;
}

let directory: string;
beforeEach(async () => {
  directory = temporaryDirectory();
});

async function write(bin: Buffer, vocabulary: string): Promise<ModelManifest> {
  await writeFile(join(directory, 'small.bin'), bin);
  await writeFile(join(directory, 'small.txt'), vocabulary);
  return {
    name: 'small',
    rows: 3,
    dims: 4,
    table: { file: 'small.bin', sha256: sha256(bin) },
    vocabulary: { file: 'small.txt', bytes: Buffer.byteLength(vocabulary), sha256: sha256(vocabulary) },
  };
}

const load = (manifest: ModelManifest) => loadModelFrom(pathToFileURL(`${directory}/`), manifest);

describe('loading the model', () => {
  it('takes the files that ship in the package', async () => {
    const model = await loadStaticModel();
    expect(model.dims).toBe(256);
    expect(model.id).toMatch(/^static-256\/[0-9a-f]{16}$/);
    expect(await loadStaticModel()).toBe(model);
  });

  it('takes a small model with and without a newline at the end', async () => {
    for (const vocabulary of ['a\nb\n##b', 'a\nb\n##b\n']) {
      const manifest = await write(table(3, 4), vocabulary);
      if (vocabulary.endsWith('\n'))
        await expect(load(manifest)).rejects.toMatchObject({ code: 'model_corrupt' });
      else expect((await load(manifest)).encode('ab')).toEqual(new Float32Array(4).fill(0.5));
    }
  });

  it('names the content in the id, so that another table means other vectors', async () => {
    const one = await load(await write(table(3, 4), 'a\nb\n##b'));
    const two = await load(await write(table(3, 4), 'a\nb\n##c'));
    expect(one.id).not.toBe(two.id);
  });

  it('refuses a missing file', async () => {
    const manifest = await write(table(3, 4), 'a\nb\n##b');
    await rm(join(directory, 'small.txt'));
    await expect(load(manifest)).rejects.toMatchObject({ kind: 'unavailable', code: 'model_missing' });
    await expect(loadModelFrom(undefined, MANIFEST)).rejects.toMatchObject({ code: 'model_missing' });
  });

  it('refuses a file cut short', async () => {
    const manifest = await write(table(3, 4), 'a\nb\n##b');
    await truncate(join(directory, 'small.bin'), 20);
    await expect(load(manifest)).rejects.toMatchObject({ kind: 'unavailable', code: 'model_corrupt' });
  });

  it('refuses a file with one changed bit', async () => {
    const manifest = await write(table(3, 4), 'a\nb\n##b');
    const bin = await readFile(join(directory, 'small.bin'));
    bin[25]! ^= 1;
    await writeFile(join(directory, 'small.bin'), bin);
    await expect(load(manifest)).rejects.toMatchObject({ code: 'model_corrupt' });
  });

  it.each([
    ['rows that are not those of the manifest', table(4, 3).subarray(0, 32), 'a\nb\n##b'],
    ['fewer tokens than rows', table(3, 4), 'a\nbcdef'],
    ['more tokens than rows', table(3, 4), 'a\nb\nc\nd'],
    ['an empty token', table(3, 4), 'a\n\nbc'],
  ])('refuses %s', async (_, bin, vocabulary) => {
    await expect(load(await write(bin, vocabulary))).rejects.toMatchObject({ code: 'model_corrupt' });
  });

  it('tells no path of the machine', async () => {
    const manifest = await write(table(3, 4), 'a\nb\n##b');
    await rm(join(directory, 'small.bin'));
    const error = await load(manifest).catch((thrown) => thrown);
    expect(`${error.message} ${error.hint}`).not.toContain(directory);
  });
});
