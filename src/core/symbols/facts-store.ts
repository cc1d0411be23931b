/**
 * Facts of files, by the content of the file: in memory, else from `symbols.sqlite`, else parsed in a thread and kept. Which content
 * a version of a file has is kept too, so that a file that is known is neither read nor hashed to find its facts.
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
import { type SourceText, SourceTexts, type SourceTextsDeps } from './source-texts.ts';

const SYMBOLS_FILE = 'symbols.sqlite';

/** Of the tables below. */
const TABLES_VERSION = 2;

const SCHEMA: SqliteSchema = {
  applicationId: 0x70_62_73_79,
  version: 1_000 * TABLES_VERSION + FACTS_VERSION,
  tables: [
    'CREATE TABLE facts (hash BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID',
    'CREATE TABLE files (tree TEXT NOT NULL, path TEXT NOT NULL, version TEXT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (tree, path)) STRICT, WITHOUT ROWID',
  ],
};

/** In memory, for the files asked for last. */
const MOST_MEMORY = 64 * 1024 * 1024;
/** On disk. When it is full, what no file has any longer is removed; if that is not enough, nothing more is kept. */
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

/** Where the facts of one work tree, or of several, are kept. */
export interface FactsPlace {
  folder: Folder;
  /** Of the work tree among those that share the folder. */
  name: string;
  /** Whether the work tree of that name is there no longer. */
  isGone(name: string): boolean;
}

export interface FactsStoreDeps extends SourceTextsDeps {
  /** The folder is made if it is not there. */
  place(): Promise<FactsPlace>;
  log: Logger;
}

interface OpenedStore {
  place: FactsPlace;
  database: SqliteDatabase;
}

/** To be written: facts of a content, or which content a version of a file has. */
type Learnt = { hash: string; bytes: Uint8Array } | { hash: string; path: string; version: string };

export class FactsStore {
  readonly #deps: FactsStoreDeps;
  readonly #texts: SourceTexts;
  /** By path: the hash of a version, as far as this process knows it. */
  readonly #versions = new Map<string, { version: string; hash: string }>();
  /** By hash; the ones used longest ago come first. */
  readonly #memory = new Map<string, { facts: FileFacts; bytes: number }>();
  #memoryBytes = 0;
  #opened: Promise<OpenedStore | undefined> | undefined;
  #isFull = false;
  #waiting: Learnt[] = [];
  #writing: Promise<void> = Promise.resolve();
  readonly #running = new Map<string, Promise<ReadFile>>();
  /** Texts that took too long or too much memory: they are not tried again, so that the next answer says so. */
  readonly #stopped = new Set<string>();

  constructor(deps: FactsStoreDeps) {
    this.#deps = deps;
    this.#texts = new SourceTexts(deps);
  }

  /** The text as it is now; undefined if it cannot be read. */
  source(path: string): Promise<SourceText | undefined> {
    return this.#texts.read(path);
  }

  async ofText(path: string, source: SourceText, signal?: AbortSignal): Promise<ReadFile> {
    const { text } = source;
    if (!hasFacts(path)) return { text, facts: undefined, unparsed: undefined };
    const hash = this.#hashOf(path, source);
    const known = this.#remembered(hash) ?? (await this.#stored(hash));
    if (known !== undefined) return { text, facts: known, unparsed: undefined };
    if (this.#stopped.has(hash)) return { text, facts: undefined, unparsed: 'stopped' };
    if (isMinified(text)) return { text, facts: undefined, unparsed: 'minified' };
    const running = this.#running.get(hash);
    if (running !== undefined) return await running;
    const parsing = this.#parse(path, text, hash, signal).finally(() => this.#running.delete(hash));
    this.#running.set(hash, parsing);
    return await parsing;
  }

  /** What needs neither a thread nor the disk; undefined if the facts of this text are not in memory. */
  atHand(path: string, source: SourceText): ReadFile | undefined {
    const { text } = source;
    if (!hasFacts(path)) return { text, facts: undefined, unparsed: undefined };
    const hash = this.#hashOf(path, source);
    if (this.#stopped.has(hash)) return { text, facts: undefined, unparsed: 'stopped' };
    const facts = this.#remembered(hash);
    return facts && { text, facts, unparsed: undefined };
  }

  /** The store on disk has no room for more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Of the file as it is now, if they are known without reading it. */
  async factsNow(path: string): Promise<FileFacts | undefined> {
    const hash = await this.#hashNow(path);
    return hash === undefined ? undefined : (this.#remembered(hash) ?? (await this.#stored(hash)));
  }

  /** Parses a file that is not known yet, and keeps what it says on disk only. */
  async learn(path: string, signal: AbortSignal): Promise<void> {
    const before = await this.#hashNow(path);
    if (before !== undefined && (await this.#isStored(before))) return;
    const source = await this.source(path);
    if (source === undefined || isMinified(source.text)) return;
    const hash = this.#hashOf(path, source);
    if (this.#stopped.has(hash) || (await this.#isStored(hash))) return;
    const outcome = await parseFacts(path, source.text, { signal });
    if (outcome.stopped !== undefined) this.#stopped.add(hash);
    else if (outcome.value !== undefined) this.#keep({ hash, bytes: outcome.value });
  }

  /** The hash of the file's present version, if this process or an earlier one has found it. */
  async #hashNow(path: string): Promise<string | undefined> {
    const version = await this.#texts.version(path);
    if (version === undefined) return undefined;
    const known = this.#versions.get(path);
    if (known !== undefined) return known.version === version ? known.hash : undefined;
    const opened = await this.#open();
    try {
      const row = opened?.database
        .prepare('SELECT version, hash FROM files WHERE tree = ? AND path = ?')
        .get(opened.place.name, path);
      if (row?.version !== version || !(row.hash instanceof Uint8Array)) return undefined;
      const hash = Buffer.from(row.hash).toString('base64');
      this.#versions.set(path, { version, hash });
      return hash;
    } catch (error) {
      this.#deps.log.warn('facts of symbols cannot be read', { error });
      return undefined;
    }
  }

  #hashOf(path: string, { text, version }: SourceText): string {
    const known = this.#versions.get(path);
    if (version === undefined) return hashOf(path, text);
    if (known?.version === version) return known.hash;
    const hash = hashOf(path, text);
    this.#versions.set(path, { version, hash });
    this.#keep({ hash, path, version });
    return hash;
  }

  async #isStored(hash: string): Promise<boolean> {
    const opened = await this.#open();
    try {
      const known = opened?.database
        .prepare('SELECT 1 FROM facts WHERE hash = ?')
        .get(Buffer.from(hash, 'base64'));
      return known !== undefined;
    } catch (error) {
      this.#deps.log.warn('facts of symbols cannot be read', { error });
      return false;
    }
  }

  async #parse(path: string, text: string, hash: string, signal: AbortSignal | undefined): Promise<ReadFile> {
    const outcome = await parseFacts(path, text, { signal });
    if (outcome.stopped !== undefined) {
      this.#stopped.add(hash);
      return { text, facts: undefined, unparsed: 'stopped' };
    }
    const bytes = outcome.value;
    const facts = bytes && decodeFacts(bytes);
    if (bytes === undefined || facts === undefined) return { text, facts: undefined, unparsed: undefined };
    this.#remember(hash, facts);
    this.#keep({ hash, bytes });
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
    const opened = await this.#open();
    try {
      const row = opened?.database
        .prepare('SELECT bytes FROM facts WHERE hash = ?')
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
  #keep(learnt: Learnt): void {
    this.#waiting.push(learnt);
    if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#write());
  }

  async #write(): Promise<void> {
    const opened = await this.#open();
    await new Promise((next) => setImmediate(next));
    const rows = this.#waiting.splice(0);
    if (opened === undefined || rows.length === 0) return;
    const { database, place } = opened;
    try {
      const facts = database.prepare('INSERT OR IGNORE INTO facts (hash, bytes) VALUES (?, ?)');
      const files = database.prepare(
        'INSERT OR REPLACE INTO files (tree, path, version, hash) VALUES (?, ?, ?, ?)',
      );
      if (!this.#isFull && usedBytes(database) > MOST_DISK) {
        removeUnused(database, place);
        this.#isFull = usedBytes(database) > MOST_DISK;
      }
      if (this.#isFull) return;
      writeTransaction(database, () => {
        for (const row of rows) {
          const hash = Buffer.from(row.hash, 'base64');
          if ('bytes' in row) facts.run(hash, row.bytes);
          else files.run(place.name, row.path, row.version, hash);
        }
      });
    } catch (error) {
      this.#deps.log.warn('facts of symbols cannot be kept', { error });
    }
  }

  /** Without a store everything works, only slower. */
  #open(): Promise<OpenedStore | undefined> {
    this.#opened ??= (async () => {
      try {
        const place = await this.#deps.place();
        return { place, database: (await openSqlite(place.folder, SYMBOLS_FILE, SCHEMA)).database };
      } catch (error) {
        this.#deps.log.warn('the store of symbols cannot be opened', { error });
        return undefined;
      }
    })();
    return this.#opened;
  }

  async close(): Promise<void> {
    await this.#writing;
    (await this.#opened)?.database.close();
  }
}

function usedBytes(database: SqliteDatabase): number {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

/** Facts of contents that no file of any work tree had when it was last looked at. */
function removeUnused(database: SqliteDatabase, { name: own, isGone }: FactsPlace): void {
  writeTransaction(database, () => {
    const trees = database.prepare('SELECT DISTINCT tree FROM files').all();
    for (const { tree } of trees)
      if (tree !== own && isGone(String(tree)))
        database.prepare('DELETE FROM files WHERE tree = ?').run(String(tree));
    database.exec('DELETE FROM facts WHERE hash NOT IN (SELECT hash FROM files)');
  });
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
