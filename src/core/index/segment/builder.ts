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

  /** `terms` are all terms of the analyser that made the files, by id. */
  finish(terms: readonly string[], vectors: SegmentVectors | undefined): SegmentParts {
    return {
      fileCount: this.#files.length,
      chunkCount: this.#chunks.count,
      files: encodeFiles(this.#files),
      stats: encodeStats(this.#stats),
      chunks: this.#chunks.finish(),
      terms: inverted(this.#terms, terms),
      pathTerms: inverted(this.#pathTerms, terms),
      declarations: this.#declarations.finish(),
      citations: encodeCitations(this.#citations),
      vectors,
    };
  }
}

/** From "document: its terms" to "term: its documents", by counting: two passes over the columns, no comparing. */
function inverted(columns: GrowingColumns, terms: readonly string[]): TermBlocks {
  const { termIds, documents, payloads, length } = columns;
  const ends = new Uint32Array(terms.length + 1);
  for (let i = 0; i < length; i++) {
    const term = termIds[i] ?? 0;
    ends[term] = (ends[term] ?? 0) + 1;
  }
  const used: number[] = [];
  let sum = 0;
  for (let term = 0; term < terms.length; term++) {
    const count = ends[term] ?? 0;
    if (count > 0) used.push(term);
    // For now where the term's postings start; filling them in moves it to where they end.
    ends[term] = sum;
    sum += count;
  }
  const ids = new Uint32Array(length);
  const sorted = new Uint16Array(length);
  for (let i = 0; i < length; i++) {
    const term = termIds[i] ?? 0;
    const place = ends[term] ?? 0;
    ids[place] = documents[i] ?? 0;
    sorted[place] = payloads[i] ?? 0;
    ends[term] = place + 1;
  }
  return written(used, terms, ends, ids, sorted);
}

function written(
  used: readonly number[],
  terms: readonly string[],
  ends: Uint32Array,
  ids: Uint32Array,
  payloads: Uint16Array,
): TermBlocks {
  const writer = new TermBlockWriter();
  const words = used.map((term) => ({ word: terms[term] ?? '', term }));
  words.sort((a, b) => (a.word < b.word ? -1 : 1));
  for (const { word, term } of words)
    writer.add(word, ids, payloads, term === 0 ? 0 : (ends[term - 1] ?? 0), ends[term] ?? 0);
  return writer.finish();
}
