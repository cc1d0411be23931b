/**
 * While the index is not complete, or where there is no room for one: ripgrep finds the files that hold words of the query. They are read
 * ahead of their turn, or for this one answer.
 */
import { crc32 } from 'node:zlib';
import type { GrepMatch } from '../grep/index.ts';
import { byCodeUnit, runs } from '../text/index.ts';
import type { RepoPath } from '../workspace/index.ts';
import type { CodeHit, CodeIndex, IndexOptions, IndexQuery } from './code-index.ts';
import { LiveIndex } from './live/live-index.ts';
import { reindex } from './refresh.ts';
import { Searcher } from './search.ts';
import { MemoryStorage } from './storage/memory-storage.ts';
import { SegmentMaker } from './threads/segment-maker.ts';
import { Vectors } from './vectors.ts';

/** Enough to fill an answer, and read in well under a second. */
const MOST_FILES = 30;
const MOST_MATCHES = 600;
/** Longer words are rarer, and a common one has too many matches to read. */
const MOST_WORDS = 2;
const SHORTEST_WORD = 3;

export async function filesWithWords(
  query: string,
  grep: CodeIndex['grep'],
  fileGlob: string | undefined,
  withinMs: number,
  signal?: AbortSignal,
): Promise<RepoPath[]> {
  const words = tellingWords(query);
  if (words.length === 0) return [];
  try {
    const found = await grep(
      {
        pattern: words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, '\\$&')).join('|'),
        caseSensitive: false,
        contextLines: 0,
        limit: MOST_MATCHES,
        maxLineLength: 1_000,
        isSeldom: true,
        withinMs,
        ...(fileGlob === undefined ? {} : { fileGlob }),
      },
      signal,
    );
    return 'matches' in found ? best(found.matches, words) : [];
  } catch {
    // No longer needed, or no ripgrep: the answer comes from the index as far as it is.
    return [];
  }
}

function tellingWords(query: string): string[] {
  const words = [...new Set(runs(query).map((run) => run.toLowerCase()))];
  return words
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length || byCodeUnit(a, b))
    .slice(0, MOST_WORDS);
}

/** Files with more of the words first, then those with more matching lines. */
function best(matches: readonly GrepMatch[], words: readonly string[]): RepoPath[] {
  const files = new Map<RepoPath, { words: Set<string>; lines: number }>();
  for (const { path, text } of matches) {
    const file = files.get(path) ?? { words: new Set(), lines: 0 };
    const line = text.toLowerCase();
    for (const word of words) if (line.includes(word)) file.words.add(word);
    file.lines++;
    files.set(path, file);
  }
  return [...files]
    .sort(([a, x], [b, y]) => y.words.size - x.words.size || y.lines - x.lines || byCodeUnit(a, b))
    .slice(0, MOST_FILES)
    .map(([path]) => path);
}

/** As long as a first answer may take. */
const WAIT_FOR_WORDS_MS = 1_000;

/** On a full disk: the files that ripgrep names, ranked in memory. */
export async function searchWithoutIndex(
  { workspace, clock, log, token }: IndexOptions,
  grep: CodeIndex['grep'],
  query: string,
  options: IndexQuery,
): Promise<CodeHit[]> {
  const live = new LiveIndex(new MemoryStorage());
  const maker = new SegmentMaker(workspace, undefined, crc32(token()));
  const found = await filesWithWords(query, grep, options.fileGlob, WAIT_FOR_WORDS_MS, options.signal);
  await live.current();
  const listed = found.filter((path) => workspace.lists(path));
  reindex(live, maker, clock, listed);
  const searcher = new Searcher({
    live: () => live,
    workspace,
    clock,
    vectors: new Vectors(undefined, log),
    maker: async () => maker,
  });
  return (await searcher.search(query, { ...options, mode: 'bm25' })).hits;
}
