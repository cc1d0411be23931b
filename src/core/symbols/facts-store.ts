/**
 * Facts of files, by the content of the file: in memory, else from `symbols.sqlite`, else parsed in a thread and kept. A file
 * is read each time it is asked for, so an edit is seen at once and old facts are never mixed with a new text.
 */
import { createHash } from 'node:crypto';
import { decodeFacts, FACTS_VERSION, type FileFacts, factsSize, hasFacts } from '../facts/index.ts';
import type { Logger } from '../logger.ts';
import { facts as parseFacts } from '../parsing/index.ts';
import {
  type Folder,
  openSqlite,
  type SqliteDatabase,
  type SqliteSchema,
  writeTransaction,
} from '../store/index.ts';
import { isRefusal, type RepoPath, type Workspace } from '../workspace/index.ts';

const SYMBOLS_FILE = 'symbols.sqlite';

const SCHEMA: SqliteSchema = {
  applicationId: 0x70_62_73_79,
  version: FACTS_VERSION,
  tables: ['CREATE TABLE facts (hash BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID'],
};

/** In memory, for the files asked for last. */
const MOST_MEMORY = 64 * 1024 * 1024;
/** On disk. When it is full, nothing more is kept until the file is removed or made anew. */
const MOST_DISK = 512 * 1024 * 1024;
/** A longer line is not written by people. Files made of such lines are counted, not parsed. */
const LONGEST_LINE = 5_000;

export interface ReadFile {
  text: string;
  /** Undefined: the file has none; see `unparsed`. */
  facts: FileFacts | undefined;
  /** Why there are no facts though the language has rules. */
  unparsed: 'minified' | 'stopped' | undefined;
}

export interface FactsStoreDeps {
  workspace: Workspace;
  /** The data directory, made if it is not there. */
  folder(): Promise<Folder>;
  log: Logger;
}

export class FactsStore {
  readonly #deps: FactsStoreDeps;
  /** By hash; the ones used longest ago come first. */
  readonly #memory = new Map<string, { facts: FileFacts; bytes: number }>();
  #memoryBytes = 0;
  #database: Promise<SqliteDatabase | undefined> | undefined;
  #isFull = false;
  #waiting: { hash: string; bytes: Uint8Array }[] = [];
  #writing: Promise<void> = Promise.resolve();
  readonly #running = new Map<string, Promise<ReadFile>>();

  constructor(deps: FactsStoreDeps) {
    this.#deps = deps;
  }

  /** The text as it is now; undefined if it cannot be read. */
  async text(path: string): Promise<string | undefined> {
    // Paths come from listings and resolved imports, and the workspace checks each of them again.
    const read = await this.#deps.workspace.readText(path as RepoPath);
    return isRefusal(read) ? undefined : read.text;
  }

  async ofText(path: string, text: string, signal?: AbortSignal): Promise<ReadFile> {
    if (!hasFacts(path)) return { text, facts: undefined, unparsed: undefined };
    if (isMinified(text)) return { text, facts: undefined, unparsed: 'minified' };
    const hash = hashOf(path, text);
    const known = this.#remembered(hash) ?? (await this.#stored(hash));
    if (known !== undefined) return { text, facts: known, unparsed: undefined };
    const running = this.#running.get(hash);
    if (running !== undefined) return await running;
    const parsing = this.#parse(path, text, hash, signal).finally(() => this.#running.delete(hash));
    this.#running.set(hash, parsing);
    return await parsing;
  }

  /** What needs neither a thread nor the disk; undefined if the facts of this text are not in memory. */
  atHand(path: string, text: string): ReadFile | undefined {
    if (!hasFacts(path)) return { text, facts: undefined, unparsed: undefined };
    const facts = this.#remembered(hashOf(path, text));
    return facts && { text, facts, unparsed: undefined };
  }

  /** The store on disk has no room for more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Parses a file that is not known yet, and keeps what it says on disk only. */
  async learn(path: string, signal: AbortSignal): Promise<void> {
    const text = await this.text(path);
    if (text === undefined || isMinified(text) || (await this.#isStored(hashOf(path, text)))) return;
    const outcome = await parseFacts(path, text, { signal });
    if (outcome.stopped === undefined && outcome.value !== undefined)
      this.#keep(hashOf(path, text), outcome.value);
  }

  async #isStored(hash: string): Promise<boolean> {
    const database = await this.#open();
    try {
      const known = database?.prepare('SELECT 1 FROM facts WHERE hash = ?').get(Buffer.from(hash, 'base64'));
      return known !== undefined;
    } catch (error) {
      this.#deps.log.warn('facts of symbols cannot be read', { error });
      return false;
    }
  }

  /** True if the facts of this text need no parsing. */
  async isKnown(path: string, text: string): Promise<boolean> {
    const hash = hashOf(path, text);
    return this.#memory.has(hash) || (await this.#isStored(hash));
  }

  async #parse(path: string, text: string, hash: string, signal: AbortSignal | undefined): Promise<ReadFile> {
    const outcome = await parseFacts(path, text, { signal });
    if (outcome.stopped !== undefined) return { text, facts: undefined, unparsed: 'stopped' };
    const bytes = outcome.value;
    const facts = bytes && decodeFacts(bytes);
    if (bytes === undefined || facts === undefined) return { text, facts: undefined, unparsed: undefined };
    this.#remember(hash, facts);
    this.#keep(hash, bytes);
    return { text, facts, unparsed: undefined };
  }

  #remembered(hash: string): FileFacts | undefined {
    const kept = this.#memory.get(hash);
    if (kept === undefined) return undefined;
    this.#memory.delete(hash);
    this.#memory.set(hash, kept);
    return kept.facts;
  }

  #remember(hash: string, facts: FileFacts): void {
    const bytes = factsSize(facts);
    this.#memory.set(hash, { facts, bytes });
    this.#memoryBytes += bytes;
    for (const [oldest, { bytes: size }] of this.#memory) {
      if (this.#memoryBytes <= MOST_MEMORY) break;
      this.#memory.delete(oldest);
      this.#memoryBytes -= size;
    }
  }

  async #stored(hash: string): Promise<FileFacts | undefined> {
    const database = await this.#open();
    try {
      const row = database
        ?.prepare('SELECT bytes FROM facts WHERE hash = ?')
        .get(Buffer.from(hash, 'base64'));
      const facts = row?.bytes instanceof Uint8Array ? decodeFacts(row.bytes) : undefined;
      if (facts !== undefined) this.#remember(hash, facts);
      return facts;
    } catch (error) {
      this.#deps.log.warn('facts of symbols cannot be read', { error });
      return undefined;
    }
  }

  /** Written behind the answer, many at once. */
  #keep(hash: string, bytes: Uint8Array): void {
    this.#waiting.push({ hash, bytes });
    if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#write());
  }

  async #write(): Promise<void> {
    const database = await this.#open();
    await new Promise((next) => setImmediate(next));
    const rows = this.#waiting.splice(0);
    if (database === undefined || rows.length === 0) return;
    try {
      const insert = database.prepare('INSERT OR IGNORE INTO facts (hash, bytes) VALUES (?, ?)');
      const pages = database.prepare('PRAGMA page_count').get()?.page_count;
      const size = database.prepare('PRAGMA page_size').get()?.page_size;
      this.#isFull = Number(pages) * Number(size) > MOST_DISK;
      if (this.#isFull) return;
      writeTransaction(database, () => {
        for (const { hash, bytes } of rows) insert.run(Buffer.from(hash, 'base64'), bytes);
      });
    } catch (error) {
      this.#deps.log.warn('facts of symbols cannot be kept', { error });
    }
  }

  /** Without a store everything works, only slower. */
  #open(): Promise<SqliteDatabase | undefined> {
    this.#database ??= (async () => {
      try {
        return (await openSqlite(await this.#deps.folder(), SYMBOLS_FILE, SCHEMA)).database;
      } catch (error) {
        this.#deps.log.warn('the store of symbols cannot be opened', { error });
        return undefined;
      }
    })();
    return this.#database;
  }

  async close(): Promise<void> {
    await this.#writing;
    (await this.#database)?.close();
  }
}

function hashOf(path: string, text: string): string {
  // The ending decides the grammar.
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return createHash('sha256').update(`${ending}\n`).update(text).digest('base64');
}

/** More than half of it is in such lines; a test may hold one long string. */
function isMinified(text: string): boolean {
  let long = 0;
  let from = 0;
  for (let at = text.indexOf('\n'); from < text.length; at = text.indexOf('\n', from)) {
    const end = at === -1 ? text.length : at;
    if (end - from > LONGEST_LINE) long += end - from;
    from = end + 1;
  }
  return long > text.length / 2;
}
