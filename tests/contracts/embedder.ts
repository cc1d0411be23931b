/** What every embedder does, with any driver. Called by the tests of the drivers. */
import { describe, expect, it } from 'vitest';
import { type Embedder, UNIT_DOT } from '../../src/core/embed/index.ts';

interface Case {
  open(): Promise<Embedder>;
  leavesMachine: boolean;
  /** False for a driver that refuses every text. */
  embeds: boolean;
}

export function embedderContract({ open, leavesMachine, embeds }: Case): void {
  describe('the embedder contract', () => {
    it('has an id without spaces and says whether texts leave the machine', async () => {
      const embedder = await open();
      expect(embedder.id).toMatch(/^[^\s]+$/);
      expect(embedder.leavesMachine).toBe(leavesMachine);
      expect(embedder.dims > 0).toBe(embeds);
    });

    it('has the same id each time it is opened', async () => {
      expect((await open()).id).toBe((await open()).id);
    });

    if (!embeds) {
      it('refuses with the kind that makes callers answer by words', async () => {
        const embedder = await open();
        await expect(embedder.embed(['open a file'])).rejects.toMatchObject({ kind: 'unavailable' });
      });
      return;
    }

    it('gives no vectors for no texts', async () => {
      expect(await (await open()).embed([])).toEqual([]);
    });

    it('gives one vector a text, in order, whatever the company', async () => {
      const embedder = await open();
      const texts = Array.from({ length: 250 }, (_, i) => `parse the header of message ${i} and open it`);
      const together = await embedder.embed(texts);
      expect(together).toHaveLength(250);
      for (const place of [0, 99, 100, 249]) {
        const [alone] = await embedder.embed([texts[place] ?? '']);
        expect(together[place]).toEqual(alone);
      }
    });

    it('gives unit vectors of the stated size', async () => {
      const embedder = await open();
      for (const vector of await embedder.embed(['read the configuration', 'x', 'HTTPServer 404'])) {
        expect(vector).toBeInstanceOf(Int8Array);
        expect(vector).toHaveLength(embedder.dims);
        const dot = vector.reduce((sum, component) => sum + component * component, 0);
        expect(dot / UNIT_DOT).toBeGreaterThan(0.9);
        expect(dot / UNIT_DOT).toBeLessThan(1.1);
      }
    });

    it('takes texts that are empty, long or not text at all', async () => {
      const embedder = await open();
      const vectors = await embedder.embed(['', 'word '.repeat(20_000), '\u0000\ud800', '漢字だけ']);
      expect(vectors.map((vector) => vector.length)).toEqual(new Array(4).fill(embedder.dims));
    });

    it('stops when it is told to', async () => {
      const embedder = await open();
      const stop = new AbortController();
      stop.abort();
      await expect(embedder.embed(['open a file'], stop.signal)).rejects.toMatchObject({
        name: 'AbortError',
      });
    });
  });
}
