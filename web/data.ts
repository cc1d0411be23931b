/** Asks the server for the values of a view; in an export they are scripts beside the page. What was seen stays until it is asked for again. */
import { useEffect, useState } from 'preact/hooks';
import { queryText } from './router.ts';

export interface Problem {
  message: string;
  hint: string | null;
}

export type Answer<T> = {
  /** Sent for, and not there for longer than a blink. */
  isSlow: boolean;
  value?: T;
  problem?: Problem;
};

declare global {
  interface Window {
    /** In an export: the file of each answer. */
    pilotbookExport?: Record<string, string>;
    pilotbookData?: (key: string, value: unknown) => void;
  }
}

type Asked = Record<string, string | number | undefined>;

/** What took no longer is not announced: a flash of a message is worse than none. */
const SLOW_MS = 150;
const MOST_KEPT = 50;

export const isExport = window.pilotbookExport !== undefined;

const kept = new Map<string, unknown>();

export function useData<T>(name: string, query: Asked = {}, wanted = true): Answer<T> & { again(): void } {
  const key = keyOf(name, query);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer<T> & { key: string }>(first);
  function first(): Answer<T> & { key: string } {
    return { key, isSlow: false, ...(kept.has(key) ? { value: kept.get(key) as T } : {}) };
  }
  useEffect(() => {
    if (!wanted) return undefined;
    const gone = new AbortController();
    setAnswer(first());
    const slow = setTimeout(() => setAnswer((before) => ({ ...before, isSlow: true })), SLOW_MS);
    read<T>(key, gone.signal)
      .then(
        (value) => {
          keep(key, value);
          if (!gone.signal.aborted) setAnswer({ key, isSlow: false, value });
        },
        (thrown: unknown) => {
          if (!gone.signal.aborted) setAnswer({ key, isSlow: false, problem: problemOf(thrown) });
        },
      )
      .finally(() => clearTimeout(slow));
    return () => {
      clearTimeout(slow);
      gone.abort();
    };
  }, [key, round, wanted]);
  // In the moment after another query is asked for, the state still holds the answer to the last one.
  return { ...(answer.key === key ? answer : first()), again: () => setRound(round + 1) };
}

function keyOf(name: string, query: Asked): string {
  const text = queryText(query);
  return text === '' ? name : `${name}?${text}`;
}

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
}

async function read<T>(key: string, signal: AbortSignal): Promise<T> {
  if (window.pilotbookExport !== undefined) return await readExport<T>(key, window.pilotbookExport);
  const response = await fetch(`/api/${key}`, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Told(
      'The server of this page has ended.',
      'Start pilotbook ui again, and open the new address.',
    );
  });
  return await valueIn<T>(response);
}

async function valueIn<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (response.ok) return body as T;
  throw toldIn(body);
}

/** The problem that an answer holds, as an error. */
class Told extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.hint = hint;
  }
}

function toldIn(body: unknown): Told {
  const { error } = body as { error: Problem };
  return new Told(error.message, error.hint);
}

export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Told) return { message: thrown.message, hint: thrown.hint };
  return { message: 'The answer could not be read.', hint: thrown instanceof Error ? thrown.message : null };
}

/** By a script, for a page that was opened as a file may load nothing else. */
function readExport<T>(key: string, files: Record<string, string>): Promise<T> {
  const file = files[key];
  if (file === undefined)
    return Promise.reject(
      new Told(
        'This is not in the export.',
        'An export holds what is written down and the code it is about. pilotbook ui shows all.',
      ),
    );
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const asked = waiting.get(key) ?? [];
    waiting.set(key, asked);
    asked.push((value) => {
      script.remove();
      if (typeof value === 'object' && value !== null && 'error' in value) reject(toldIn(value));
      else resolve(value as T);
    });
    script.addEventListener('error', () =>
      reject(new Told(`${file} cannot be read.`, 'Export the page again.')),
    );
    script.src = file;
    document.head.append(script);
  });
}

/** Who waits for which answer: several scripts may be on their way. */
const waiting = new Map<string, ((value: unknown) => void)[]>();

window.pilotbookData = (key, value) => {
  for (const answer of waiting.get(key) ?? []) answer(value);
  waiting.delete(key);
};

/** Only with `--edit`. What was kept may be another thing afterwards. */
export async function send<T>(name: string, body: object): Promise<T> {
  const response = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  kept.clear();
  return await valueIn<T>(response);
}
