/**
 * All files that ripgrep would search, each with its gram table, and which of them changed since they were read. A file without a table is
 * a candidate for every search.
 */

import type { Stats } from 'node:fs';
import {
  type Boundary,
  isRefusal,
  listedPath,
  lstatOrUndefined,
  type PathTest,
  type RepoPath,
  readFileBytes,
} from '../../sandbox/index.ts';
import type { TreeState } from '../../watch/index.ts';
import type { GrepQuery } from '../query.ts';
import { type GramTable, type GramTest, gramTable } from './grams.ts';
import type { Tree } from './tree.ts';

export interface KnownFile {
  readonly path: RepoPath;
  size: number;
  table: GramTable | undefined;
  /** Its ctime when it was read. */
  changedMs: number;
}

const FILE_TYPE_BITS = 0o170000;
const IGNORE_FILE = /(?:^|\/)\.git(?:ignore)?$/;
const KELVIN = Buffer.from('\u212a');
const LONG_S = Buffer.from('\u017f');
const UTF16_MARKS = [0xfeff, 0xfffe];

export class KnownFiles {
  readonly #boundary: Boundary;
  readonly #maxFileBytes: number;
  readonly #device: number;
  readonly #files = new Map<string, KnownFile>();
  #paths: readonly RepoPath[] | undefined;
  #directories: ReadonlySet<string> = new Set();
  /** Names that exist but are not listed, with their kind; and those of which that is not known yet. */
  readonly #strangers = new Map<string, number>();
  #newcomers = new Map<string, number>();
  /** Newcomers from before the listing that is under way: it will show what they are. */
  #awaited = new Map<string, number>();
  readonly #unread = new Set<KnownFile>();
  /** Raised when files appear, go or change their size. */
  version = 0;
  /** False once something was found that the watch does not cover. */
  isSound = true;
  needsListing = true;
  tableBytes = 0;

  constructor(boundary: Boundary, maxFileBytes: number) {
    this.#boundary = boundary;
    this.#maxFileBytes = maxFileBytes;
    this.#device = lstatOrUndefined(boundary.root)?.dev ?? -1;
  }

  get count(): number {
    return this.#files.size;
  }

  get unreadCount(): number {
    return this.#unread.size;
  }

  /** Takes in what changed. */
  catchUp(state: TreeState): void {
    if (state.is === 'unwatched') this.isSound = false;
    if (state.is !== 'known') {
      // There may have been more changes than are known.
      for (const file of this.#files.values()) this.#doubt(file);
      this.needsListing = true;
      return;
    }
    for (const path of state.changed) this.#happened(path);
  }

  /** Files that may hold what the test asks for; undefined if they are more than `most`. */
  candidates(test: GramTest, isWanted: (path: RepoPath) => boolean, most: number): RepoPath[] | undefined {
    const found: RepoPath[] = [];
    for (const { path, table } of this.#files.values()) {
      if (table !== undefined && !test(table)) continue;
      // ripgrep reads a file that is named, however large; one with a table was not too large when it was read.
      if (!isWanted(path) || (table === undefined && !this.#isSmall(path))) continue;
      if (found.length >= most) return undefined;
      found.push(path);
    }
    return found;
  }

  /** In any order; the same array as long as no file appears or goes. */
  paths(): readonly RepoPath[] {
    this.#paths ??= [...this.#files.values()].map(({ path }) => path);
    return this.#paths;
  }

  countOf(isWanted: (path: RepoPath) => boolean): number {
    let count = 0;
    for (const { path, size, table } of this.#files.values()) {
      if (!isWanted(path)) continue;
      // The size of a file without a table may be an old one.
      if (table === undefined ? this.#isSmall(path) : size <= this.#maxFileBytes) count++;
    }
    return count;
  }

  /** Files too large to be read, which therefore have no table. */
  tooLarge(): RepoPath[] {
    const found: RepoPath[] = [];
    for (const { path, table } of this.#files.values())
      if (table === undefined && !this.#isSmall(path)) found.push(path);
    return found;
  }

  /** At least one file: without any name ripgrep would search everything, and ripgrep must judge the pattern. */
  orOne(paths: readonly RepoPath[]): readonly RepoPath[] {
    const [any] = this.#files.values();
    return paths.length > 0 || any === undefined ? paths : [any.path];
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** From here on, what the watch reports may be missing in the listing. */
  listingBegins(): void {
    this.needsListing = false;
    for (const [path, kind] of this.#newcomers) this.#awaited.set(path, kind);
    this.#newcomers = new Map();
  }

  /** The tree as it was listed after all of its directories were watched. */
  listed({ files, directories }: Tree): void {
    const names = new Set(files);
    const isFirst = this.#files.size === 0;
    for (const [path, file] of this.#files) if (!names.has(path)) this.#forget(file);
    for (const name of names) {
      const path = this.#files.has(name) ? undefined : listedPath(name);
      if (path === undefined || (!isFirst && this.#look(path) === undefined)) continue;
      const file = { path, size: 0, table: undefined, changedMs: Number.NaN };
      this.#files.set(path, file);
      this.#paths = undefined;
      this.#doubt(file);
    }
    this.#directories = directories;
    // Not if the rules changed meanwhile.
    if (!this.needsListing)
      for (const [path, kind] of this.#awaited)
        if (!this.#files.has(path) && !directories.has(path)) this.#strangers.set(path, kind);
    this.#awaited = new Map();
    this.version++;
  }

  /** Checks every file again, for changes that the watch did not report. */
  *compareAll(): Generator<void> {
    for (const file of [...this.#files.values()]) {
      const look = this.#look(file.path);
      if (look?.isFile() !== true || look.ctimeMs !== file.changedMs) this.#doubt(file);
      yield;
    }
  }

  /** Reads files that have no table, one at each step. */
  *readUnread(): Generator<void> {
    for (const file of this.#unread) {
      this.#unread.delete(file);
      this.#read(file);
      yield;
    }
  }

  #happened(path: string): void {
    if (IGNORE_FILE.test(path)) {
      this.#strangers.clear();
      this.needsListing = true;
    }
    const file = this.#files.get(path);
    const look = this.#look(path);
    if (file !== undefined) {
      if (look?.isFile() === true) this.#doubt(file);
      else {
        this.#forget(file);
        this.needsListing ||= look !== undefined;
      }
    } else if (this.#directories.has(path)) this.#doubtBelow(path);
    else if (look === undefined) this.#strangers.delete(path);
    else if (!this.#boundary.isDenied(path)) {
      const kind = look.mode & FILE_TYPE_BITS;
      if (this.#strangers.get(path) === kind) return;
      this.#newcomers.set(path, kind);
      this.needsListing = true;
    }
  }

  /** A directory that was moved away, or another in its place: no event names the files in it. */
  #doubtBelow(directory: string): void {
    this.needsListing = true;
    for (const [path, file] of this.#files) if (path.startsWith(`${directory}/`)) this.#doubt(file);
    for (const path of this.#strangers.keys())
      if (path.startsWith(`${directory}/`)) this.#strangers.delete(path);
  }

  #doubt(file: KnownFile): void {
    this.#setTable(file, undefined);
    this.#unread.add(file);
    this.version++;
  }

  #forget(file: KnownFile): void {
    this.#setTable(file, undefined);
    this.#files.delete(file.path);
    this.#paths = undefined;
    this.#unread.delete(file);
    this.version++;
  }

  #read(file: KnownFile): void {
    const look = this.#look(file.path);
    if (look === undefined) return;
    if (look.dev !== this.#device) this.isSound = false;
    file.size = look.size;
    file.changedMs = look.ctimeMs;
    // A hard link: under its other name it can be written where nobody watches.
    if (look.nlink > 1) return;
    const read = readFileBytes(this.#boundary, file.path, this.#maxFileBytes);
    if (!isRefusal(read) && isPlain(read.bytes)) this.#setTable(file, gramTable(read.bytes));
  }

  #setTable(file: KnownFile, table: GramTable | undefined): void {
    this.tableBytes += (table?.byteLength ?? 0) - (file.table?.byteLength ?? 0);
    file.table = table;
  }

  #isSmall(path: string): boolean {
    return (this.#look(path)?.size ?? 0) <= this.#maxFileBytes;
  }

  #look(path: string): Stats | undefined {
    // Only lstat, and the name comes from the watch or from a listing.
    return lstatOrUndefined(this.#boundary.hostPath(path as RepoPath));
  }
}

/** UTF-16 is read by ripgrep as if it were UTF-8; and two letters of other scripts are `k` and `s` without case. */
function isPlain(bytes: Buffer): boolean {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16LE(0);
  return !UTF16_MARKS.includes(mark) && !bytes.includes(KELVIN) && !bytes.includes(LONG_S);
}

const MOST_COUNTS = 20;

/** How many files ripgrep would have searched, kept for queries that come again. */
export class FileCounts {
  readonly #counts = new Map<string, number>();
  #version = -1;

  of(known: KnownFiles, { fileGlob, exclude }: GrepQuery, isWanted: PathTest): number {
    if (this.#version !== known.version || this.#counts.size > MOST_COUNTS) this.#counts.clear();
    this.#version = known.version;
    const key = JSON.stringify([fileGlob, exclude]);
    const count = this.#counts.get(key) ?? known.countOf(isWanted);
    this.#counts.set(key, count);
    return count;
  }
}
