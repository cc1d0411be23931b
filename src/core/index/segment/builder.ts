import type { AnalysedFile } from '../contract.ts';
import { DeclarationWriter, encodeCitations } from './declarations.ts';
import {
  ChunkWriter,
  encodeFiles,
  encodeStats,
  type FileEntry,
  type FileStat,
  HASH_BYTES,
  UNREADABLE,
} from './file-table.ts';
import { GrowingColumns } from './growing-columns.ts';
import type { FileCitation, SegmentParts, SegmentVectors } from './parts.ts';
import { type TermBlocks, TermBlockWriter } from './term-blocks.ts';
import type { TermOrder } from './term-order.ts';

export interface FileIdentity extends FileStat {
  hash: Uint8Array;
}

/** Collects analysed files, in the order they are to have, and turns them into a segment. */
export class SegmentBuilder {
  readonly #files: FileEntry[] = [];
  readonly #stats: FileStat[] = [];
  readonly #chunks = new ChunkWriter();
  readonly #declarations = new DeclarationWriter();
  readonly #citations: FileCitation[] = [];
  readonly #terms = new GrowingColumns();
  readonly #pathTerms = new GrowingColumns();

  get fileCount(): number {
    return this.#files.length;
  }

  add(file: AnalysedFile, { size, mtimeMs, hash }: FileIdentity): void {
    const number = this.#files.length;
    const { path, flags, lineCount, chunks } = file;
    this.#files.push({ path, flags, lineCount, hash, chunkCount: chunks.count });
    this.#stats.push({ size, mtimeMs });
    let from = 0;
    for (let i = 0; i < chunks.count; i++) {
      const to = chunks.termEnds[i] ?? from;
      this.#terms.add(this.#chunks.count, chunks.terms, chunks.payloads, from, to);
      this.#chunks.add(chunks.startLines[i] ?? 1, chunks.endLines[i] ?? 1, chunks.lengths[i] ?? 0);
      from = to;
    }
    this.#pathTerms.add(number, file.pathTerms, file.pathPayloads, 0, file.pathTerms.length);
    this.#declarations.add(file.declarations);
    for (const citation of file.citations) this.#citations.push({ file: number, ...citation });
  }

  /** Kept only so that it is known: no words, no chunks. */
  addUnreadable(path: string, stat: FileStat): void {
    this.#files.push({
      path,
      flags: UNREADABLE,
      lineCount: 0,
      hash: new Uint8Array(HASH_BYTES),
      chunkCount: 0,
    });
    this.#stats.push(stat);
    this.#declarations.add({ names: [], kinds: [], lines: new Uint32Array() });
  }

  /** `order` has all terms of the analyser that made the files. */
  finish(order: TermOrder, vectors: SegmentVectors | undefined): SegmentParts {
    return {
      fileCount: this.#files.length,
      chunkCount: this.#chunks.count,
      files: encodeFiles(this.#files),
      stats: encodeStats(this.#stats),
      chunks: this.#chunks.finish(),
      terms: inverted(this.#terms, order),
      pathTerms: inverted(this.#pathTerms, order),
      declarations: this.#declarations.finish(),
      citations: encodeCitations(this.#citations),
      vectors,
    };
  }
}

/** From "document: its terms" to "term: its documents", by counting: two passes over the columns, no comparing. */
function inverted(columns: GrowingColumns, order: TermOrder): TermBlocks {
  const { termIds, documents, payloads, length } = columns;
  const ends = startsOf(termIds, length, order.terms.length);
  const ids = new Uint32Array(length);
  const sorted = new Uint16Array(length);
  for (let i = 0; i < length; i++) {
    const term = termIds[i] ?? 0;
    const place = ends[term] ?? 0;
    ids[place] = documents[i] ?? 0;
    sorted[place] = payloads[i] ?? 0;
    ends[term] = place + 1;
  }
  const writer = new TermBlockWriter();
  for (const term of order.ids) {
    const from = term === 0 ? 0 : (ends[term - 1] ?? 0);
    const to = ends[term] ?? 0;
    if (to > from) writer.add(order.terms[term] ?? '', ids, sorted, from, to);
  }
  return writer.finish();
}

/** Where the postings of each term start; filling them in moves this to where they end. */
function startsOf(termIds: Uint32Array, length: number, terms: number): Uint32Array {
  const starts = new Uint32Array(terms);
  for (let i = 0; i < length; i++) {
    const term = termIds[i] ?? 0;
    starts[term] = (starts[term] ?? 0) + 1;
  }
  let sum = 0;
  for (let term = 0; term < terms; term++) {
    const count = starts[term] ?? 0;
    starts[term] = sum;
    sum += count;
  }
  return starts;
}
