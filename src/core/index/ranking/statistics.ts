/**
 * How rare the words of a query are. Counted in the index that is asked, or given from outside: where several indexes answer one question,
 * their scores compare only if a word is worth the same in all of them.
 */
import type { WordStatistics } from '../../word-statistics.ts';
import { PATH_BITS } from '../analyse/terms.ts';
import type { PostingSource, Postings } from '../contract.ts';
import { mentionedName, type ParsedQuery } from './query-terms.ts';

/** What holds a term: chunks and files in their text, paths anywhere, names in the name of the file; and the files that a path in the query means. */
type Holder = 'chunks' | 'files' | 'paths' | 'names' | 'mentioned';

const keyOf = (holder: Holder, term: string) => `${holder} ${term}`;

export function statisticsOf({ terms, mentions }: ParsedQuery, source: PostingSource): WordStatistics {
  const { chunkCount, fileCount, totalLength } = source;
  const holding = new Map<string, number>();
  // Nothing was fetched for an index without files.
  if (chunkCount === 0) return { chunkCount, fileCount, totalLength, holding };
  const add = (holder: Holder, term: string, count: number) => {
    if (count > 0) holding.set(keyOf(holder, term), count);
  };
  const addName = (name: string) => {
    add('chunks', name, source.postings(name)?.ids.length ?? 0);
    add('paths', name, source.pathPostings(name)?.ids.length ?? 0);
  };
  for (const { term, name } of terms) {
    addName(term);
    if (name !== undefined) addName(name);
    add('files', term, filesHolding(source.postings(term), source.chunkFiles));
    add('names', term, namesHolding(source.pathPostings(term)));
  }
  for (const mention of mentions) add('mentioned', mention, mentionedFiles(mention, source).length);
  return { chunkCount, fileCount, totalLength, holding };
}

/** Of BM25: how telling a term is. */
export function rarity(statistics: WordStatistics, holder: Holder, term: string): number {
  const documents = holder === 'chunks' ? statistics.chunkCount : statistics.fileCount;
  const holding = statistics.holding.get(keyOf(holder, term)) ?? 0;
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** Files whose path ends with what the query names. */
export function mentionedFiles(mention: string, source: PostingSource): number[] {
  const meant: number[] = [];
  for (const id of source.pathPostings(mentionedName(mention))?.ids ?? []) {
    const path = source.filePath(id);
    if (path === mention || path.endsWith(`/${mention}`)) meant.push(id);
  }
  return meant;
}

function filesHolding(postings: Postings | undefined, chunkFiles: Uint32Array): number {
  if (postings === undefined) return 0;
  if (postings.fileCount !== undefined) return postings.fileCount;
  const { ids } = postings;
  let count = 0;
  let last = -1;
  for (let i = 0; i < ids.length; i++) {
    const file = chunkFiles[ids[i] ?? 0] ?? 0;
    if (file !== last) count++;
    last = file;
  }
  postings.fileCount = count;
  return count;
}

function namesHolding(postings: Postings | undefined): number {
  let count = 0;
  for (const payload of postings?.payloads ?? []) count += payload & PATH_BITS.name;
  return count;
}
