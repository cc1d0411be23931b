/** A cache of word counts and vectors; the least recently used are dropped first. */
import type { Embedder } from '../../../core/embed/index.ts';
import { RecentCache } from '../../../core/text/index.ts';
import { countWords, type WordCounts } from './word-match.ts';

export interface Known {
  words: WordCounts;
  vector: Int8Array | undefined;
}

export interface SearchText {
  title: string;
  text: string;
}

export interface TextCache {
  /** Word counts for all texts; with an embedder also vectors. */
  know(texts: readonly SearchText[], embedder: Embedder | undefined, signal: AbortSignal): Promise<Known[]>;
}

/** About 8 KB each. */
const MOST_KEPT = 4_000;

export function createTextCache(): TextCache {
  const kept = new RecentCache<Known>(MOST_KEPT);
  let model = '';

  function counted(title: string, text: string, key: string): Known {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made: Known = { words: countWords(title, text), vector: undefined };
    kept.set(key, made);
    return made;
  }

  return {
    async know(texts, embedder, signal) {
      if (embedder !== undefined && embedder.id !== model) {
        for (const known of kept.values()) known.vector = undefined;
        model = embedder.id;
      }
      const keys = texts.map(({ title, text }) => `${title}\n${text}`);
      const all = texts.map(({ title, text }, at) => counted(title, text, keys[at] ?? ''));
      if (embedder === undefined) return all;
      const missing = [...all.entries()].filter(([, known]) => known.vector === undefined);
      const vectors = await embedder.embed(
        missing.map(([at]) => keys[at] ?? ''),
        signal,
      );
      for (const [at, [, known]] of missing.entries()) known.vector = vectors[at];
      return all;
    },
  };
}
