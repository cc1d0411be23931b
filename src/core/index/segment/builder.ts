import type { Analyser } from '../analyse/analyser.ts';
import { DeclarationWriter } from './declared-names.ts';
import type { SegmentParts } from './segment.ts';
import {
  ChunkWriter,
  encodeFiles,
  encodeStats,
  type FileEntry,
  type FileStat,
  HASH_BYTES,
  UNREADABLE,
} from './tables.ts';

export interface FileIdentity extends FileStat {
  hash: Uint8Array;
}

/** Has files analysed, in the order they are to have, and turns them into a segment. One at a time for an analyser. */
export class SegmentBuilder {
  readonly #analyser: Analyser;
  readonly #files: FileEntry[] = [];
  readonly #stats: FileStat[] = [];
  readonly #chunks = new ChunkWriter();
  readonly #declarations = new DeclarationWriter();

  constructor(analyser: Analyser) {
    this.#analyser = analyser;
    analyser.start();
  }

  get fileCount(): number {
    return this.#files.length;
  }

  /** Without names, nothing is looked for but words. */
  add(path: string, text: string, { hash, ...stat }: FileIdentity, withNames = true): void {
    const { flags, lineCount, chunks, lengths, declarations } = this.#analyser.analyse(path, text, withNames);
    this.#files.push({ path, flags, lineCount, hash, chunkCount: chunks.length });
    this.#stats.push(stat);
    for (let i = 0; i < chunks.length; i++)
      this.#chunks.add(chunks[i]?.startLine ?? 1, chunks[i]?.endLine ?? 1, lengths[i] ?? 0);
    this.#declarations.add(declarations);
  }

  /** Kept only so that it is known: no words, no chunks. */
  addUnreadable(path: string, stat: FileStat): void {
    const hash = new Uint8Array(HASH_BYTES);
    this.#analyser.skip();
    this.#files.push({ path, flags: UNREADABLE, lineCount: 0, hash, chunkCount: 0 });
    this.#stats.push(stat);
    this.#declarations.add([]);
  }

  finish(): SegmentParts {
    return {
      fileCount: this.#files.length,
      chunkCount: this.#chunks.count,
      files: encodeFiles(this.#files),
      stats: encodeStats(this.#stats),
      chunks: this.#chunks.finish(),
      declarations: this.#declarations.finish(),
      ...this.#analyser.finish(),
    };
  }
}
