/** How many documents there are, and how many of them hold each word of one query: what a ranking by words weighs words by. */
export interface WordStatistics {
  chunkCount: number;
  fileCount: number;
  /** Words in all chunks. */
  totalLength: number;
  /** By word and by what is counted; only the ranking reads it. */
  holding: ReadonlyMap<string, number>;
}

/** Of all documents together. */
export function together(parts: readonly WordStatistics[]): WordStatistics {
  const holding = new Map<string, number>();
  for (const part of parts)
    for (const [word, count] of part.holding) holding.set(word, (holding.get(word) ?? 0) + count);
  const sum = (of: 'chunkCount' | 'fileCount' | 'totalLength') =>
    parts.reduce((total, part) => total + part[of], 0);
  return {
    chunkCount: sum('chunkCount'),
    fileCount: sum('fileCount'),
    totalLength: sum('totalLength'),
    holding,
  };
}
