/** From files to a segment: read, analyse, embed, all in one pass over the text. Runs in worker threads and outside. */
import { quantise, type StaticModel } from '../../embed/index.ts';
import { isRefusal, type RepoPath, type Workspace } from '../../workspace/index.ts';
import { createAnalyser } from '../analyse/analyser.ts';
import { embeddingText } from '../analyse/embedding-text.ts';
import type { AnalysedFile } from '../contract.ts';
import { SegmentBuilder } from '../segment/builder.ts';
import type { FileStat } from '../segment/file-table.ts';
import type { SegmentParts, SegmentVectors } from '../segment/parts.ts';
import { contentHash, sameHash } from './content-hash.ts';
import { GrowingRows } from './growing-rows.ts';
import { settledStat } from './settled-stat.ts';

export interface FileToIndex extends FileStat {
  path: RepoPath;
  /** Of the content that the index holds. */
  knownHash: Uint8Array | undefined;
}

export interface TouchedFile extends FileStat {
  path: RepoPath;
}

export interface MadeSegment {
  /** Undefined: no file has a content that the index does not hold. */
  parts: SegmentParts | undefined;
  /** Only their size or time on disk is new. */
  touched: TouchedFile[];
  /** No longer there, or closed to readers. */
  gone: RepoPath[];
  /** There, but no text. */
  unreadable: RepoPath[];
}

/** The words of so many different terms take some 20 MB; then an analyser starts over. */
const MOST_TERMS = 200_000;

export class SegmentMaker {
  readonly #workspace: Workspace;
  readonly #model: StaticModel | undefined;
  #analyser = createAnalyser();

  constructor(workspace: Workspace, model: StaticModel | undefined) {
    this.#workspace = workspace;
    this.#model = model;
  }

  /** `nowMs`: a time not after the reading. */
  make(files: readonly FileToIndex[], nowMs: number): MadeSegment {
    const building = this.start();
    const touched: TouchedFile[] = [];
    const gone: RepoPath[] = [];
    const unreadable: RepoPath[] = [];
    for (const { path, size, mtimeMs, knownHash } of files) {
      const file = this.#workspace.readTextSync(path);
      if (!isRefusal(file)) {
        const hash = contentHash(file.text);
        const stat = settledStat(file, nowMs);
        if (knownHash !== undefined && sameHash(hash, knownHash)) touched.push({ path, ...stat });
        else building.add(path, file.text, { ...stat, hash });
      } else if (file.refused === 'binary' || file.refused === 'too_large' || file.refused === 'unreadable') {
        building.addUnreadable(path, { size, mtimeMs });
        unreadable.push(path);
      } else gone.push(path);
    }
    return { parts: building.finish(), touched, gone, unreadable };
  }

  /** For texts that are no files, or were read already. */
  start(): SegmentInMaking {
    if (this.#analyser.termCount > MOST_TERMS) this.#analyser = createAnalyser();
    const analyser = this.#analyser;
    const builder = new SegmentBuilder();
    const rows = this.#model === undefined ? undefined : new EmbeddedRows(this.#model);
    return {
      add(path, text, identity) {
        const file = analyser.analyse(path, text);
        builder.add(file, identity);
        rows?.add(file, text);
      },
      addUnreadable: (path, stat) => builder.addUnreadable(path, stat),
      finish: () =>
        builder.fileCount === 0 ? undefined : builder.finish(analyser.termsFrom(0), rows?.finish()),
    };
  }
}

export interface SegmentInMaking {
  add(path: string, text: string, identity: FileStat & { hash: Uint8Array }): void;
  addUnreadable(path: string, stat: FileStat): void;
  finish(): SegmentParts | undefined;
}

class EmbeddedRows {
  readonly #model: StaticModel;
  readonly #scratch: Float32Array;
  readonly #rows: GrowingRows;

  constructor(model: StaticModel) {
    this.#model = model;
    this.#scratch = new Float32Array(model.dims);
    this.#rows = new GrowingRows(model.dims);
  }

  add({ path, chunks }: AnalysedFile, text: string): void {
    for (let i = 0; i < chunks.count; i++) {
      const chunk = text.slice(chunks.startOffsets[i], chunks.endOffsets[i]);
      quantise(this.#model.encode(embeddingText(path, chunk), this.#scratch), this.#rows.next());
    }
  }

  finish(): SegmentVectors {
    return { model: this.#model.id, dims: this.#model.dims, matrix: this.#rows.take() };
  }
}
