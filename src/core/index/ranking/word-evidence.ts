/**
 * How well the words of a query match every chunk and every file. Words that are everywhere may be left out at first: then all scores are lower
 * bounds, `restOfFiles` and `restOfChunks` say what at most is missing, and `makeExact` completes the files that need it.
 */
import type { WordStatistics } from '../../word-statistics.ts';
import { bodyOf, isTypeName, namesOf, nameWordsOf, PATH_BITS } from '../analyse/terms.ts';
import type { FileLayout, PostingSource, Postings, Pruning } from '../contract.ts';
import { NO_CHUNK } from './file-layout.ts';
import type { ParsedQuery, QueryTerm } from './query-terms.ts';
import type { ReusedArrays } from './reused-arrays.ts';
import { mentionedFiles, rarity } from './statistics.ts';
import { WEIGHTS } from './weights.ts';

/** A term of the query with all that its postings are multiplied by. */
interface WeighedTerm {
  text: Postings;
  inChunks: number;
  inFiles: number;
  /** The chunks that declare the very name. */
  declaring: Postings;
  asName: number;
}

const NONE: Postings = { ids: new Uint32Array(), payloads: new Uint16Array() };

export class WordEvidence {
  /** By chunk id: its text, and the names it declares. */
  readonly chunks: Float64Array;
  /** By file id: all its chunks together. */
  readonly texts: Float64Array;
  /** By file id. */
  readonly paths: Float64Array;
  /** By file id: its best chunk. */
  readonly best: Float64Array;
  /** By file id: all of it. */
  readonly files: Float64Array;
  /** What a file, and a chunk, has at most of the words that were left out. 0: none were. */
  restOfFiles = 0;
  restOfChunks = 0;

  readonly #source: PostingSource;
  readonly #lookUp: number;
  readonly #layout: FileLayout;
  readonly #terms: readonly WeighedTerm[];
  /** Left out at first; how many postings that saved. */
  readonly #left: ReadonlySet<WeighedTerm>;
  /** By file: 1 if nothing is left out. */
  #exact = new Uint8Array();
  /** Words by the mean length of a chunk and of a file. */
  readonly #perLength: number;
  readonly #perFileLength: number;

  /** Without `pruning` no word is left out. */
  constructor(
    query: ParsedQuery,
    source: PostingSource,
    statistics: WordStatistics,
    layout: FileLayout,
    arrays: ReusedArrays,
    pruning: Pruning | undefined,
  ) {
    this.#source = source;
    this.#lookUp = pruning?.lookUp ?? 0;
    this.#layout = layout;
    this.chunks = arrays.doubles('chunks', source.chunkLimit);
    this.texts = arrays.doubles('texts', source.fileLimit);
    this.paths = arrays.doubles('paths', source.fileLimit);
    this.best = arrays.doubles('best', source.fileLimit);
    this.files = arrays.doubles('files', source.fileLimit);
    this.#perLength = (WEIGHTS.chunk.lengthShare * statistics.chunkCount) / statistics.totalLength;
    this.#perFileLength = (WEIGHTS.file.lengthShare * statistics.fileCount) / statistics.totalLength;
    this.#terms = query.terms.map((term) => weighed(term, query.isName, source, statistics));
    this.#left = pruning === undefined ? new Set() : leftOut(this.#terms, pruning.least);
    let rest = 0;
    for (const { inChunks, inFiles } of this.#left) {
      this.restOfChunks += inChunks * (WEIGHTS.chunk.saturation + 1);
      rest += inFiles * (WEIGHTS.file.saturation + 1);
    }
    this.restOfFiles = WEIGHTS.chunk.share * this.restOfChunks + WEIGHTS.file.share * rest;
    if (this.#left.size > 0) this.#exact = new Uint8Array(source.fileLimit);
    for (const term of query.terms) {
      addPath(term, source, statistics, this.paths);
      if (term.name !== undefined) addFileName(term.name, term.weight, source, statistics, this.paths);
    }
    for (const mention of query.mentions) addMention(mention, source, statistics, this.paths);
    this.#addTexts(this.#left);
  }

  get isExact(): boolean {
    return this.restOfFiles === 0;
  }

  /** With all words. `all`: so many would take longer than all files, so those were made exact. */
  makeExact(files: readonly number[]): 'these' | 'all' {
    if (files.length * this.#terms.length * this.#lookUp < countOf(this.#left)) {
      for (const file of files) if (this.#exact[file] === 0) this.#makeFileExact(file);
      return 'these';
    }
    for (const array of [this.chunks, this.texts, this.best, this.files]) array.fill(0);
    this.restOfFiles = 0;
    this.restOfChunks = 0;
    this.#addTexts(new Set());
    return 'all';
  }

  #addTexts(left: ReadonlySet<WeighedTerm>): void {
    for (const term of this.#terms) {
      if (!left.has(term)) this.#addText(term);
      this.#addDeclaring(term);
    }
    this.#sumUp();
  }

  /** Added in the same order as without leaving out any, so that the last bit is the same. */
  #makeFileExact(file: number): void {
    this.#exact[file] = 1;
    const from = this.#layout.firstChunks[file] ?? NO_CHUNK;
    if (from === NO_CHUNK) return;
    const to = this.#layout.chunkEnds[file] ?? from;
    const { chunks } = this;
    chunks.fill(0, from, to);
    let text = 0;
    for (const term of this.#terms) {
      const { ids, payloads } = term.text;
      const first = placeOf(ids, from);
      let i = first;
      let count = 0;
      for (; i < ids.length && (ids[i] ?? 0) < to; i++) {
        this.#addChunk(term.inChunks, ids[i] ?? 0, payloads[i] ?? 0);
        count += countIn(payloads[i] ?? 0, WEIGHTS.file.name);
      }
      if (i > first) text += term.inFiles * this.#ofFile(file, count);
      const { ids: declared, payloads: kinds } = term.declaring;
      for (let d = placeOf(declared, from); d < declared.length && (declared[d] ?? 0) < to; d++) {
        const id = declared[d] ?? 0;
        chunks[id] = (chunks[id] ?? 0) + nameWorth(term.asName, kinds[d] ?? 0);
      }
    }
    this.texts[file] = text;
    let best = 0;
    for (let chunk = from; chunk < to; chunk++) best = Math.max(best, chunks[chunk] ?? 0);
    this.best[file] = best;
    this.files[file] = this.#sumOf(file);
  }

  #addText({ text: { ids, payloads }, inChunks, inFiles }: WeighedTerm): void {
    const { chunkFiles } = this.#source;
    const { texts } = this;
    // The chunks of a file have neighbouring ids, so a file's postings are a run.
    for (let i = 0; i < ids.length; ) {
      const file = chunkFiles[ids[i] ?? 0] ?? 0;
      let count = 0;
      for (; i < ids.length && chunkFiles[ids[i] ?? 0] === file; i++) {
        const payload = payloads[i] ?? 0;
        this.#addChunk(inChunks, ids[i] ?? 0, payload);
        count += countIn(payload, WEIGHTS.file.name);
      }
      texts[file] = (texts[file] ?? 0) + inFiles * this.#ofFile(file, count);
    }
  }

  #addChunk(inChunks: number, id: number, payload: number): void {
    const { lengthShare, name, saturation } = WEIGHTS.chunk;
    const { chunks } = this;
    const length = this.#source.chunkLengths[id] ?? 0;
    const frequency = countIn(payload, name) / (1 - lengthShare + this.#perLength * length);
    chunks[id] = (chunks[id] ?? 0) + inChunks * saturated(frequency, saturation);
  }

  #ofFile(file: number, count: number): number {
    const { lengthShare, saturation } = WEIGHTS.file;
    const length = this.#layout.lengths[file] ?? 0;
    return saturated(count / (1 - lengthShare + this.#perFileLength * length), saturation);
  }

  #addDeclaring({ declaring: { ids, payloads }, asName }: WeighedTerm): void {
    const { chunks } = this;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      chunks[id] = (chunks[id] ?? 0) + nameWorth(asName, payloads[i] ?? 0);
    }
  }

  #sumUp(): void {
    const { best, chunks, files, texts } = this;
    const { chunkFiles, fileLimit } = this.#source;
    const { firstChunks, chunkEnds } = this.#layout;
    for (let file = 0; file < fileLimit; file++) {
      if (texts[file] === 0) continue;
      const to = chunkEnds[file] ?? 0;
      let most = 0;
      for (let chunk = firstChunks[file] ?? 0; chunk < to; chunk++) {
        const score = chunks[chunk] ?? 0;
        if (score > most) most = score;
      }
      best[file] = most;
    }
    // A name of one letter is no word of the text, and the words of a name may have been left out.
    for (const { declaring } of this.#terms)
      for (const id of declaring.ids) {
        const file = chunkFiles[id] ?? 0;
        best[file] = Math.max(best[file] ?? 0, chunks[id] ?? 0);
      }
    for (let file = 0; file < fileLimit; file++)
      if (firstChunks[file] !== NO_CHUNK) files[file] = this.#sumOf(file);
  }

  #sumOf(file: number): number {
    const { chunk: ofChunk, file: ofFile, path: ofPath } = WEIGHTS;
    return (
      ofChunk.share * (this.best[file] ?? 0) +
      ofFile.share * (this.texts[file] ?? 0) +
      ofPath.share * (this.paths[file] ?? 0)
    );
  }
}

/** Words together may be worth so much of all that they are left out at first. */
const MOST_LEFT_OUT = 0.3;

/** The words that say least, if that leaves out most of the work. */
function leftOut(terms: readonly WeighedTerm[], leastPruned: number): Set<WeighedTerm> {
  const worthOf = ({ inChunks, inFiles }: WeighedTerm) => inChunks + inFiles;
  const present = terms.filter(({ text }) => text.ids.length > 0);
  const most = MOST_LEFT_OUT * present.reduce((sum, term) => sum + worthOf(term), 0);
  const left = new Set<WeighedTerm>();
  let sum = 0;
  for (const term of present.toSorted((a, b) => worthOf(a) - worthOf(b))) {
    sum += worthOf(term);
    if (sum > most) break;
    left.add(term);
  }
  const saved = countOf(left);
  return saved >= leastPruned && saved * 2 >= countOf(terms) ? left : new Set();
}

function countOf(terms: Iterable<WeighedTerm>): number {
  let count = 0;
  for (const { text } of terms) count += text.ids.length;
  return count;
}

function weighed(
  { term, name, weight }: QueryTerm,
  isAlone: boolean,
  source: PostingSource,
  statistics: WordStatistics,
): WeighedTerm {
  const { inText, alone } = WEIGHTS.definition;
  return {
    text: source.postings(term) ?? NONE,
    inChunks: weight * rarity(statistics, 'chunks', term),
    inFiles: weight * rarity(statistics, 'files', term),
    declaring: (name === undefined ? undefined : source.postings(name)) ?? NONE,
    asName: name === undefined ? 0 : weight * (isAlone ? alone : inText) * rarity(statistics, 'chunks', name),
  };
}

const countIn = (payload: number, name: number): number => bodyOf(payload) + name * namesOf(payload);

const nameWorth = (worth: number, payload: number): number =>
  worth * (isTypeName(payload) ? 1 + WEIGHTS.definition.type : 1);

/** The place of the first id that is not below `id`. */
function placeOf(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addPath(
  term: QueryTerm,
  source: PostingSource,
  statistics: WordStatistics,
  paths: Float64Array,
): void {
  const postings = source.pathPostings(term.term);
  if (postings === undefined) return;
  const { ids, payloads } = postings;
  const path = WEIGHTS.path;
  const nameWorth = term.weight * rarity(statistics, 'names', term.term);
  const folderWorth = term.weight * rarity(statistics, 'paths', term.term);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    const payload = payloads[i] ?? 0;
    let worth = 0;
    if ((payload & PATH_BITS.name) !== 0) {
      worth += nameWorth * path.name;
      if (term.single) worth += (nameWorth * path.nameCovered) / nameWordsOf(payload);
    }
    if ((payload & PATH_BITS.parent) !== 0) worth += folderWorth * path.parent;
    if ((payload & PATH_BITS.ancestor) !== 0) worth += folderWorth * path.ancestor;
    paths[id] = (paths[id] ?? 0) + worth;
  }
}

/** The files of the very name. */
function addFileName(
  name: string,
  weight: number,
  source: PostingSource,
  statistics: WordStatistics,
  paths: Float64Array,
): void {
  const bearing = source.pathPostings(name);
  if (bearing === undefined) return;
  const worth = weight * WEIGHTS.path.wholeName * rarity(statistics, 'paths', name);
  for (const id of bearing.ids) paths[id] = (paths[id] ?? 0) + worth;
}

function addMention(
  mention: string,
  source: PostingSource,
  statistics: WordStatistics,
  paths: Float64Array,
): void {
  const worth = WEIGHTS.path.mentioned * rarity(statistics, 'mentioned', mention);
  for (const id of mentionedFiles(mention, source)) paths[id] = (paths[id] ?? 0) + worth;
}

/** Of BM25: how much repetition adds. From 0 towards saturation + 1, which it never reaches. */
function saturated(frequency: number, saturation: number): number {
  return (frequency * (saturation + 1)) / (frequency + saturation);
}
