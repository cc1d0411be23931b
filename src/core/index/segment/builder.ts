import type { Analyser } from '../analyse/analyser.ts';
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

  /** `analyser` made the files. */
  finish(analyser: Analyser, vectors: SegmentVectors | undefined): SegmentParts {
    return {
      fileCount: this.#files.length,
      chunkCount: this.#chunks.count,
      files: encodeFiles(this.#files),
      stats: encodeStats(this.#stats),
      chunks: this.#chunks.finish(),
      terms: analyser.invert(this.#terms),
      pathTerms: analyser.invert(this.#pathTerms),
      declarations: this.#declarations.finish(),
      citations: encodeCitations(this.#citations),
      vectors,
    };
  }
}
