/**
 * Parsing: what core/languages reads from a text, asked for on the main thread and done in others, which can be ended.
 * The text is untrusted: whatever it holds, the main thread stays free, and the answer is a result or the reason why there is none.
 * Owns the parsing threads; knows nothing of files.
 */
import { createHash } from 'node:crypto';
import type { OutlineSymbol, Stop } from '../languages/index.ts';
import type { CitedEntry } from '../text/index.ts';
import type { ImportsRead, ParseTask, TaskKind, TaskValue } from './parse-worker.ts';
import { type Outcome, Threads } from './threads.ts';

export type { ImportsRead } from './parse-worker.ts';
export { serveTasks } from './serve-tasks.ts';
export { type Outcome, Threads } from './threads.ts';

/** A second one, so that one hostile file does not hold up the others. */
const THREADS = 2;
/** The parser stops itself after half of it; the rest is for what we make of the tree. */
export const TASK_LIMIT_MS = 4000;

/** A thread with the grammars it has loaded takes some 50 MB; to start one takes less than a tenth of a second. */
const IDLE_MS = 20_000;

export interface ParseOptions {
  /** Of the call: when it fires, the task is ended and the promise rejects. */
  signal?: AbortSignal | undefined;
}

/** Of the texts together, in characters: what is kept of them is seldom larger. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const MOST_RESULTS = 1000;

interface Kept {
  result: object;
  characters: number;
}

/** Results by the content they were made of, the ones used longest ago dropped first. */
class ResultCache {
  /** The ones used longest ago come first. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  keyOf(kind: string, path: string, text: string): string {
    return `${kind}\n${path}\n${createHash('sha256').update(text).digest('base64')}`;
  }

  get(key: string): object | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.result;
  }

  set(key: string, result: object, characters: number): void {
    this.#drop(key);
    this.#kept.set(key, { result, characters });
    this.#characters += characters;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_RESULTS && this.#characters <= MOST_CHARACTERS) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#kept.get(key)?.characters ?? 0;
    this.#kept.delete(key);
  }
}

const threads = new Threads<ParseTask, unknown>({
  entry: 'parse-worker',
  threads: THREADS,
  limitMs: TASK_LIMIT_MS,
  idleMs: IDLE_MS,
});
const cache = new ResultCache();

/** The same text is parsed once. What was stopped is not kept, so it is tried again. */
export async function parse<Kind extends TaskKind>(
  kind: Kind,
  path: string,
  text: string,
  { signal }: ParseOptions = {},
): Promise<Outcome<TaskValue<Kind>>> {
  const key = cache.keyOf(kind, path, text);
  const known = cache.get(key);
  // Whatever is kept under the key was made by a task of this kind.
  if (known !== undefined) return known as { value: TaskValue<Kind> };
  const outcome = (await threads.run({ kind, path, text }, signal)) as Outcome<TaskValue<Kind>>;
  if (outcome.stopped === undefined) cache.set(key, outcome, text.length);
  return outcome;
}

/** Sorted by start, end, name, kind. Empty for a language without adapter and for a text that cannot be parsed. */
export async function outline(
  path: string,
  text: string,
  options?: ParseOptions,
): Promise<readonly OutlineSymbol[]> {
  const outcome = await parse('outline', path, text, options);
  return outcome.stopped === undefined ? outcome.value : [];
}

const REASONS: Readonly<Record<Stop, string>> = {
  size: 'it is longer than 4 MiB',
  binary: 'it holds NUL characters',
  time: 'parsing it took too long',
  memory: 'parsing it took too much memory',
};

/** Half a sentence: why a text has no parse. */
export function stopReason(stop: Stop): string {
  return REASONS[stop];
}

/** In the order of the text; which file is meant is for the caller to find out. */
export function imports(path: string, text: string, options?: ParseOptions): Promise<Outcome<ImportsRead>> {
  return parse('imports', path, text, options);
}

/** Starts the threads, so that they are ready when the first text comes. */
export function prepareThreads(): void {
  for (let thread = 0; thread < THREADS; thread++)
    threads.run({ kind: 'facts', path: '', text: '' }).catch(() => undefined);
}

/** What the names of a text refer to, as bytes (core/facts); kept by whoever asks, not here. Undefined for a language without rules. */
export async function facts(
  path: string,
  text: string,
  { signal }: ParseOptions = {},
): Promise<Outcome<Uint8Array | undefined>> {
  return (await threads.run({ kind: 'facts', path, text }, signal)) as Outcome<Uint8Array | undefined>;
}

/** Stash entries that the comments of a text refer to. */
export async function citations(
  path: string,
  text: string,
  options?: ParseOptions,
): Promise<readonly CitedEntry[]> {
  const outcome = await parse('citations', path, text, options);
  return outcome.stopped === undefined ? outcome.value : [];
}
