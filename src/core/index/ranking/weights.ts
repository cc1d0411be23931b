/**
 * Every constant of the formula, found on two sets of questions over the same 30 repositories. docs/design/ranking.md has the
 * gain of each feature and what tuning is worth elsewhere: little. None is sharp, so a value that only one repository
 * likes does not belong here.
 */
export const WEIGHTS = {
  /** BM25 over a chunk. Chunks are alike in length, so length is normalised nearly in full. */
  chunk: { share: 0.5, saturation: 1.8, lengthShare: 0.9, name: 1.4 },
  /** BM25 over a whole file. A long file is about more things, so its length counts little; repetition goes on counting. */
  file: { share: 1, saturation: 3, lengthShare: 0.24, name: 1.4 },
  /** Words of the path, by their own rarity: a word may be everywhere in the text and yet name one file. */
  path: { share: 0.75, name: 1, parent: 1, ancestor: 0.15, wholeName: 2.1, nameCovered: 1, mentioned: 12 },
  /** The chunk declares the very name; more so if the query is nothing but a name, and for a type over a function. */
  definition: { inText: 1, alone: 3, type: 0.25 },
  /**
   * Parts of a compound count less than the compound; two words as a guessed compound, and another form of the word (`axes`
   * for `axis`), less than either. In long queries, words that recur (by the logarithm of their count) and those of the first line count more.
   */
  query: { part: 0.7, joined: 0.5, otherForm: 0.5, repeated: 1, title: 3 },
  /** What a kind of file keeps of its score, unless the query asks for that kind. */
  kind: {
    test: 0.4,
    example: 0.25,
    vendored: 0.5,
    generated: 0.5,
    prose: 0.4,
    data: 0.5,
    barrel: 0.9,
    stub: 0.8,
  },
  /**
   * Vectors beside words, both scaled to their best file. Words lead; for a bare name nearly alone, and beside a long
   * text, whose vector is a mean of too many things, more than beside a question.
   */
  vectors: { share: 0.5, besideName: 0.1, besideText: 0.2, secondChunk: 0.5 },
  /** Subjects of past commits that changed the file, scaled to the best file. */
  history: 0.3,
};
