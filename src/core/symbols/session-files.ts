/**
 * The files of one question: each is read once, so that all parts of the answer are of one moment. What is not parsed when
 * time is up is left out and counted. Files without which there is no answer at all are waited for longer.
 */
import { type FileFacts, hasFacts } from '../facts/index.ts';
import { createFileView, type FileView, resolverFor } from '../imports/index.ts';
import { byCodeUnit } from '../text/index.ts';
import { seemsToDeclare } from './declaration-lines.ts';
import type { FactsStore, ReadFile } from './facts-store.ts';
import type { Resolver } from './resolver/resolver.ts';
import type { SourceText } from './source-texts.ts';

/** What a session asks of the rest of the engine. */
export interface SessionDeps {
  store: Pick<FactsStore, 'source' | 'atHand' | 'ofText' | 'factsNow'>;
  /** Files that may hold the word; all that do are among them. */
  filesWith(
    word: string,
    options: { ignoreCase: boolean },
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]>;
  /** All files of the repository, for imports. */
  listing(signal: AbortSignal | undefined): Promise<readonly string[]>;
  /** Milliseconds, of a clock that only goes forward. */
  now(): number;
  /** Is given each file that there was no time to parse. */
  leftOut?(path: string): void;
}

export interface SessionLimits {
  /** What was not parsed by then is left out. */
  deadlineMs: number;
  /** For parsing the files of mentions, however long it took to find them: each question knows more than the one before. */
  leastParsingMs?: number;
  signal?: AbortSignal | undefined;
}

/** Parsed at the same time: enough for two threads never to wait. */
const PARSED_AT_ONCE = 4;
const READ_AT_ONCE = 16;
/** From the beginning of the session: how long the files are waited for that an answer cannot do without. */
const PATIENCE_MS = 10_000;

/** A longer timer of Node.js ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A moment that can be waited for. */
class Deadline {
  #ms: number;
  readonly #now: () => number;
  #waiting: Promise<undefined> | undefined;

  constructor(ms: number, now: () => number) {
    this.#ms = ms;
    this.#now = now;
  }

  get isOver(): boolean {
    return this.#now() >= this.#ms;
  }

  notBefore(ms: number): void {
    if (ms <= this.#ms) return;
    this.#ms = ms;
    this.#waiting = undefined;
  }

  passed(): Promise<undefined> {
    this.#waiting ??= new Promise((resolve) => {
      const leftMs = Math.min(this.#ms - this.#now(), LONGEST_TIMER_MS);
      setTimeout(() => resolve(undefined), leftMs).unref();
    });
    return this.#waiting;
  }
}

type ImportReference = Parameters<ConstructorParameters<typeof Resolver>[0]['importedFiles']>[1];

export class SessionFiles {
  readonly #deps: SessionDeps;
  readonly #signal: AbortSignal | undefined;
  readonly #read = new Map<string, Promise<ReadFile | undefined>>();
  readonly #sources = new Map<string, Promise<SourceText | undefined>>();

  readonly #imports = new Map<string, Promise<readonly string[]>>();
  readonly #holders = new Map<string, Promise<readonly string[]>>();
  readonly #left = new Set<string>();
  readonly #usual: Deadline;
  readonly #patient: Deadline;
  #isPatient = false;
  /** Not granted yet. */
  #leastParsingMs: number;
  #view: FileView | undefined;
  #opening: Promise<void> | undefined;

  constructor(deps: SessionDeps, { deadlineMs, leastParsingMs = 0, signal }: SessionLimits) {
    this.#deps = deps;
    this.#signal = signal;
    this.#leastParsingMs = leastParsingMs;
    this.#usual = new Deadline(deadlineMs, deps.now);
    this.#patient = new Deadline(Math.max(deadlineMs, deps.now() + PATIENCE_MS), deps.now);
  }

  /** How many files were not parsed because time was up: all that was found so far is without them. */
  get left(): number {
    return this.#left.size;
  }

  get isLate(): boolean {
    this.#signal?.throwIfAborted();
    return this.#usual.isOver;
  }

  /** Files that the work reads are waited for longer. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.#isPatient = true;
    try {
      return await work();
    } finally {
      this.#isPatient = false;
    }
  }

  /** From now on there is time to parse some files at least; once in a session. */
  grantParsing(): void {
    this.#usual.notBefore(this.#deps.now() + this.#leastParsingMs);
    this.#leastParsingMs = 0;
  }

  /** The file as it was when this session first read it. Undefined if it cannot be read. */
  async file(path: string): Promise<ReadFile | undefined> {
    const before = this.#read.get(path);
    if (before !== undefined) {
      const read = await before;
      if (!this.#isPatient || !this.#left.has(path)) return read;
    }
    const reading = this.#parsed(path, this.#isPatient ? this.#patient : this.#usual);
    this.#read.set(path, reading);
    return await reading;
  }

  /** As `file`, where nothing needs to be parsed. */
  async text(path: string): Promise<string | undefined> {
    return (await this.#source(path))?.text;
  }

  #source(path: string): Promise<SourceText | undefined> {
    let source = this.#sources.get(path);
    if (source === undefined) {
      source = this.#deps.store.source(path);
      this.#sources.set(path, source);
    }
    return source;
  }

  async #parsed(path: string, deadline: Deadline): Promise<ReadFile | undefined> {
    const { store, leftOut } = this.#deps;
    const source = await this.#source(path);
    if (source === undefined) return undefined;
    this.#signal?.throwIfAborted();
    const reading = deadline.isOver
      ? Promise.resolve(store.atHand(path, source))
      : store.ofText(path, source, this.#signal);
    const read = await Promise.race([reading, deadline.passed()]);
    if (read !== undefined) {
      this.#left.delete(path);
      return read;
    }
    // Parsing goes on, for the next question; nobody waits for it here any more.
    reading.catch(() => undefined);
    this.#left.add(path);
    leftOut?.(path);
    return { text: source.text, facts: undefined, unparsed: undefined };
  }

  async prefetch(paths: readonly string[]): Promise<void> {
    await inParallel(paths, PARSED_AT_ONCE, (path) => this.file(path));
  }

  /** Facts that are known without reading the file. */
  async factsNow(path: string): Promise<FileFacts | undefined> {
    return await this.#deps.store.factsNow(path);
  }

  /** It was not parsed because time was up. */
  isLeft(path: string): boolean {
    return this.#left.has(path);
  }

  // ---- Which files

  /** All files whose names can be told apart, in order of path. */
  async all(): Promise<readonly string[]> {
    return (await this.#deps.listing(this.#signal)).filter(hasFacts).sort(byCodeUnit);
  }

  /** Files with such names that may hold the word. */
  async with(word: string): Promise<readonly string[]> {
    let files = this.#holders.get(word);
    if (files === undefined) {
      files = this.#deps
        .filesWith(word, { ignoreCase: false }, this.#signal)
        .then((paths) => this.#holding(paths.filter(hasFacts), word));
      this.#holders.set(word, files);
    }
    return await files;
  }

  /** Those that hold the word indeed: the others are not parsed. In order of path. */
  async #holding(paths: readonly string[], word: string): Promise<readonly string[]> {
    const found: string[] = [];
    await inParallel(paths, READ_AT_ONCE, async (path) => {
      if ((await this.text(path))?.includes(word) === true) found.push(path);
    });
    return found.sort(byCodeUnit);
  }

  /** Files of code, in a place or anywhere, that may hold one of the words in any case. */
  async withAny(words: readonly string[], place: string | undefined): Promise<string[]> {
    const found = new Set<string>();
    for (const word of words)
      for (const path of await this.#deps.filesWith(word, { ignoreCase: true }, this.#signal))
        if (hasFacts(path) && isIn(path, place)) found.add(path);
    return [...found].sort(byCodeUnit);
  }

  /** Files where a line looks like the declaration of the name; if there are none, all that hold it. */
  async seemingToDeclare(name: string, place: string | undefined): Promise<readonly string[]> {
    const paths = (await this.with(name)).filter((path) => isIn(path, place));
    const likely: string[] = [];
    for (const path of paths) if (seemsToDeclare(name, (await this.text(path)) ?? '')) likely.push(path);
    return likely.length > 0 ? likely : paths;
  }

  // ---- Imports

  /** Must be called before imports are followed; what needs one file only does without the listing. */
  open(): Promise<void> {
    this.#opening ??= this.#list();
    return this.#opening;
  }

  async #list(): Promise<void> {
    this.#view = createFileView(await this.#deps.listing(this.#signal), (path) => this.text(path));
  }

  inDirectory(directory: string): readonly string[] {
    return this.#view?.filesIn(directory) ?? [];
  }

  imported(from: string, reference: ImportReference): Promise<readonly string[]> {
    const key = `${from}\n${reference.specifier}\n${reference.kind}\n${reference.names.join()}`;
    let found = this.#imports.get(key);
    if (found === undefined) {
      const resolve = resolverFor(from);
      const view = this.#view;
      found =
        resolve === undefined || view === undefined
          ? Promise.resolve([])
          : resolve({ from, reference, view });
      this.#imports.set(key, found);
    }
    return found;
  }
}

/** In a file, or below a directory; anywhere if no place is given. */
function isIn(path: string, place: string | undefined): boolean {
  return place === undefined || place === '.' || path === place || path.startsWith(`${place}/`);
}

async function inParallel(
  paths: readonly string[],
  most: number,
  work: (path: string) => Promise<unknown>,
): Promise<void> {
  const queue = paths.values();
  // All workers take from one iterator.
  const worker = async () => {
    for (const path of queue) await work(path);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
