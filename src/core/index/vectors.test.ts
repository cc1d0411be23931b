import { describe, expect, it } from 'vitest';
import { openTestIndex } from '../../../tests/helpers/code-index.ts';
import { eventually } from '../../../tests/helpers/eventually.ts';
import { repository, write } from '../../../tests/helpers/repository.ts';
import type { Embedder } from '../embed/index.ts';
import { createStaticEmbedder } from '../embed/static/load.ts';
import { AppError } from '../errors.ts';

const FILES = {
  'a/boats.ts': 'export function sailBoat() {\n  return "the wind fills the canvas";\n}\n',
  'b/trains.ts': 'export function railway() {\n  return "a locomotive pulls the wagons";\n}\n',
  'c/notes.md': '# Notes\n\nNothing of importance.\n',
};

/** As a remote one would: vectors by the letters of a text, only by asking. */
function letterEmbedder(id: string, asked: string[][] = []): Embedder {
  return {
    id,
    dims: 32,
    leavesMachine: true,
    async embed(texts) {
      asked.push([...texts]);
      return texts.map((text) => {
        const row = new Int8Array(32);
        for (const letter of text.toLowerCase()) row[letter.charCodeAt(0) % 32]!++;
        return row;
      });
    },
  };
}

describe('vectors of the bundled model', () => {
  it('are made with the words, and find by meaning', async () => {
    const { index, find } = await openTestIndex(repository(FILES), {
      embedder: await createStaticEmbedder(),
    });
    const { vectors, chunkCount } = await index.status();
    expect(vectors).toEqual({
      state: 'ready',
      modelId: expect.stringContaining('static'),
      count: chunkCount,
    });
    expect((await find('sailing ship', { mode: 'semantic' }))[0]).toBe('a/boats.ts');
    expect((await find('sailing ship', { mode: 'hybrid' }))[0]).toBe('a/boats.ts');
  });

  it('follow an edit', async () => {
    const root = repository(FILES);
    const { index, find } = await openTestIndex(root, { embedder: await createStaticEmbedder() });
    write(root, { 'c/notes.md': '# Ships\n\nHow to sail a ship over the ocean.\n' });
    expect(await find('sailing ship', { mode: 'semantic' })).toContain('c/notes.md');
    expect((await index.status()).vectors.state).toBe('ready');
  });

  it('answer from codes as they do exactly, where every file that is shown is made exact', async () => {
    const topics = ['boat and sail', 'train and rail', 'cook and bake', 'paint and draw', 'count and sum'];
    const root = repository(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [
          `d${i % 7}/f${i}.ts`,
          Array.from(
            { length: 200 },
            (_, line) => `call${i}("${topics[(i * line) % 5]} ${topics[(i + line) % 5]} ${line % 11}");`,
          ).join('\n'),
        ]),
      ),
    );
    const embedder = await createStaticEmbedder();
    const exact = await openTestIndex(root, { embedder });
    const estimated = await openTestIndex(root, { embedder, exactness: { mostExact: 10, leastExact: 4 } });
    expect((await exact.index.status()).chunkCount).toBeGreaterThan(10);
    for (const mode of ['semantic', 'hybrid'] as const)
      for (const query of ['sailing ships', 'railway', 'how to bake bread', 'draw'])
        expect(await estimated.index.search(query, { mode, topK: 20 })).toEqual(
          await exact.index.search(query, { mode, topK: 20 }),
        );
  });

  it('come later to an index that was built without, and it says so until then', async () => {
    const root = repository(FILES);
    const first = await openTestIndex(root);
    const { warnings } = await first.index.search('boat', { mode: 'hybrid', topK: 3 });
    expect(warnings).toEqual([expect.stringContaining('Embedding is turned off')]);
    expect((await first.index.status()).vectors.state).toBe('none');
    await first.close();
    const settings = { dataDir: first.dataDir, embedder: await createStaticEmbedder() };
    const second = await openTestIndex(root, { ...settings, built: false });
    expect((await second.index.status()).vectors).toMatchObject({ state: 'not_ready', count: 0 });
    await second.index.refresh();
    expect((await second.index.status()).vectors.state).toBe('ready');
  });
});

describe('vectors of an embedder that must be asked', () => {
  it('are made in the background, and anew when the model is another', async () => {
    const root = repository(FILES);
    const asked: string[][] = [];
    const first = await openTestIndex(root, { embedder: letterEmbedder('letters/1', asked), built: false });
    await first.find('locomotive');
    await eventually(async () => expect((await first.index.status()).vectors.state).toBe('ready'));
    expect(asked.flat().some((text) => text.includes('locomotive'))).toBe(true);
    await first.close();
    const second = await openTestIndex(root, {
      dataDir: first.dataDir,
      embedder: letterEmbedder('letters/2'),
      built: false,
    });
    expect((await second.index.status()).vectors.state).toBe('not_ready');
    await second.find('locomotive');
    await eventually(async () =>
      expect((await second.index.status()).vectors).toMatchObject({ state: 'ready', modelId: 'letters/2' }),
    );
    expect((await second.find('locomotive wagons', { mode: 'semantic' }))[0]).toBe('b/trains.ts');
  });

  it('leave search by words when it fails', async () => {
    const embedder: Embedder = {
      ...letterEmbedder('broken'),
      embed: async () => {
        throw new AppError('unavailable', 'down', 'The server is down.');
      },
    };
    const { index, find } = await openTestIndex(repository(FILES), { embedder });
    expect((await find('locomotive', { mode: 'hybrid' }))[0]).toBe('b/trains.ts');
    const { warnings } = await index.search('locomotive', { mode: 'semantic', topK: 3 });
    expect(warnings).toEqual([expect.stringContaining('not ready')]);
  });
});
