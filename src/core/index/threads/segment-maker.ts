/** From files to a segment: read, analyse, embed, all in one pass over the text. Runs in worker threads and outside. */
import { hash } from 'node:crypto';
import type { StaticModel } from '../../embed/index.ts';
import { AppError } from '../../errors.ts';
import {
  type FileReader,
  isRefusal,
  type Refusal,
  type RefusalCode,
  type RepoPath,
} from '../../workspace/index.ts';
import { Analyser } from '../analyse/analyser.ts';
import { SegmentBuilder } from '../segment/builder.ts';
import type { SegmentParts } from '../segment/segment.ts';
import { type FileStat, HASH_BYTES } from '../segment/tables.ts';

export interface FileToIndex extends FileStat {
  path: RepoPath;
  /** Of the content that the index holds. */
  knownHash: Uint8Array | undefined;
  /** Of other contents that need not be analysed again. */
  keptHashes?: readonly Uint8Array[];
  /** The index holds it as a file that could not be read. */
  knownUnreadable: boolean;
  /** If analysing it took too long before: its words without the names it declares, or nothing. */
  take?: 'words' | 'nothing';
}

export interface TouchedFile extends FileStat {
  path: RepoPath;
}

export interface RecognisedFile {
  path: RepoPath;
  stat: FileStat;
  /** Which of its `keptHashes` is its content. */
  kept: number;
}

export interface MadeSegment {
  /** Undefined: no file has a content that the index does not hold. */
  parts: SegmentParts | undefined;
  /** Only their size or time on disk is new. */
  touched: TouchedFile[];
  /** Their content is kept, though the index does not have it as theirs. */
  recognised: RecognisedFile[];
  /** Removed, or closed to readers. */
  gone: RepoPath[];
  /** Not text. */
  unreadable: RepoPath[];
  /** How many of them were there and could not be opened. */
  barred: number;
}

/** The words of so many different terms take some 10 MB; then an analyser starts over. */
const MOST_TERMS = 100_000;

export class SegmentMaker {
  readonly #reader: FileReader;
  readonly #model: StaticModel | undefined;
  readonly #secret: number;
  /** Undefined: the next segment starts over. */
  #analyser: Analyser | undefined;

  /** `secret`: see Kernel. */
  constructor(reader: FileReader, model: StaticModel | undefined, secret: number) {
    this.#reader = reader;
    this.#model = model;
    this.#secret = secret;
  }

  /** `nowMs`: a time not after the reading. `onFile` is called before each file, with its place in the list. */
  make(
    files: readonly FileToIndex[],
    nowMs: number,
    onFile: (place: number) => void = () => {},
  ): MadeSegment {
    const bad = new Set<string>();
    for (;;) {
      try {
        return this.#make(files, nowMs, onFile, bad);
      } catch (thrown) {
        if (!(thrown instanceof BadFile)) throw thrown;
        bad.add(thrown.path);
      }
    }
  }

  #make(
    files: readonly FileToIndex[],
    nowMs: number,
    onFile: (place: number) => void,
    bad: ReadonlySet<string>,
  ): MadeSegment {
    // Only once there is something to analyse: files that are all known need no analyser.
    let started: SegmentInMaking | undefined;
    const building = () => {
      started ??= this.start();
      return started;
    };
    const touched: TouchedFile[] = [];
    const recognised: RecognisedFile[] = [];
    const gone: RepoPath[] = [];
    const unreadable: RepoPath[] = [];
    let barred = 0;
    for (const [
      place,
      { path, knownHash, keptHashes, knownUnreadable, take, ...listed },
    ] of files.entries()) {
      onFile(place);
      const file = bad.has(path) || take === 'nothing' ? BAD : this.#reader.readTextSync(path);
      if (!isRefusal(file)) {
        const hash = contentHash(file.text);
        const stat = settledStat(file, nowMs);
        const kept = keptHashes?.findIndex((one) => sameHash(hash, one)) ?? -1;
        if (knownHash !== undefined && sameHash(hash, knownHash)) touched.push({ path, ...stat });
        else if (kept >= 0) recognised.push({ path, stat, kept });
        else building().add(path, file.text, { ...stat, hash }, take !== 'words');
      } else if (file.refused === 'unreadable' && file !== BAD) {
        // Another program may hold it, and let go of it without a change: it is tried again each time.
        if (!knownUnreadable) building().addUnreadable(path, { ...listed, mtimeMs: UNSETTLED });
        unreadable.push(path);
      } else if (file.refused === 'binary' || file.refused === 'too_large' || file === BAD) {
        building().addUnreadable(path, listed);
        unreadable.push(path);
      } else gone.push(path);
      if (isRefusal(file) && file !== BAD && !OPENED_OR_MISSING.has(file.refused)) barred++;
    }
    return { parts: started?.finish(), touched, recognised, gone, unreadable, barred };
  }

  /** For texts that are no files, or were read already. One at a time: the next start ends it. */
  start(): SegmentInMaking {
    if (this.#analyser !== undefined && this.#analyser.termCount > MOST_TERMS) this.#analyser = undefined;
    this.#analyser ??= new Analyser(this.#model, this.#secret);
    const builder = new SegmentBuilder(this.#analyser);
    return {
      add: (path, text, identity, withNames) => {
        try {
          builder.add(path, text, identity, withNames);
        } catch (cause) {
          throw this.#failed(cause) ?? new BadFile(path, cause);
        }
      },
      addUnreadable: (path, stat) => builder.addUnreadable(path, stat),
      finish: () => {
        if (builder.fileCount === 0) return undefined;
        try {
          return builder.finish();
        } catch (thrown) {
          throw this.#failed(thrown) ?? thrown;
        }
      },
    };
  }

  /** What the analyser holds may be half done; the other files must not suffer from it. Gives what is no fault of a file. */
  #failed(thrown: unknown): AppError | undefined {
    this.#analyser = undefined;
    return thrown instanceof AppError ? thrown : undefined;
  }
}

/** A text that analysis fails on. */
class BadFile extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super('a file could not be analysed', { cause });
    this.path = path;
  }
}

/** It counts as a file that cannot be read. */
const BAD: Refusal = { refused: 'unreadable', reason: '', hint: '' };

/** Refusals that say nothing against the way files are read. */
const OPENED_OR_MISSING: ReadonlySet<RefusalCode> = new Set(['binary', 'too_large', 'missing']);

export interface SegmentInMaking {
  add(path: string, text: string, identity: FileStat & { hash: Uint8Array }, withNames: boolean): void;
  addUnreadable(path: string, stat: FileStat): void;
  finish(): SegmentParts | undefined;
}

/** Of the text, not of the bytes: a byte order mark makes no difference to what the lines hold. */
export function contentHash(text: string): Uint8Array {
  // A copy, because the digest may be a window into a shared pool.
  return new Uint8Array(hash('sha256', text, 'buffer').subarray(0, HASH_BYTES));
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < HASH_BYTES; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** File systems that keep whole seconds. FAT keeps two. */
const COARSE_MS = 2_000;
/** The clock tick of the others, with room to spare. */
const FINE_MS = 50;
/** A time no file has: whoever compares reads the file again. */
const UNSETTLED = -1;

/**
 * A file written just before it was read may be written again within the same tick of the file system's clock, and
 * keep its time and size. Its time is therefore not believed until a later look finds it unchanged.
 */
function settledStat({ size, mtimeMs, ctimeMs, ino }: FileStat, nowMs: number): FileStat {
  const window = mtimeMs % 1_000 === 0 ? COARSE_MS : FINE_MS;
  const isFresh = Math.max(mtimeMs, ctimeMs) > nowMs - window;
  return { size, mtimeMs: isFresh ? UNSETTLED : mtimeMs, ctimeMs, ino };
}
