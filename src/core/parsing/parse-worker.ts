/** The program of a parsing thread: what can be asked of a text, by kind. A new question is a row here; values must be clonable. */
import { encodeFacts, readFacts } from '../facts/index.ts';
import {
  comments,
  errorLine,
  type ImportReference,
  imports,
  knowsComments,
  outline,
} from '../languages/index.ts';
import { type CitedEntry, findCitations } from '../text/index.ts';
import { serveTasks } from './serve-tasks.ts';

export interface ImportsRead {
  references: readonly ImportReference[];
  /** The first line that cannot be read; there may be more imports than these. */
  errorLine: number | undefined;
}

const TASKS = {
  outline,
  imports: async (path: string, text: string): Promise<ImportsRead> => ({
    references: await imports(path, text),
    errorLine: await errorLine(path, text),
  }),
  /** What the names of the text refer to, as bytes; undefined for a language without rules. */
  facts: async (path: string, text: string): Promise<Uint8Array | undefined> => {
    const facts = await readFacts(path, text);
    return facts && encodeFacts(facts);
  },
  /** Entries that comments refer to. Where the language is not known, lines that look like comments are taken for them. */
  citations: async (path: string, text: string): Promise<CitedEntry[]> =>
    findCitations(text, knowsComments(path) ? comments(path, text) : undefined),
} as const satisfies Record<string, (path: string, text: string) => Promise<unknown>>;

export type TaskKind = keyof typeof TASKS;
export type TaskValue<Kind extends TaskKind> = Awaited<ReturnType<(typeof TASKS)[Kind]>>;

export interface ParseTask {
  kind: TaskKind;
  path: string;
  text: string;
}

serveTasks(async ({ kind, path, text }: ParseTask): Promise<unknown> => await TASKS[kind](path, text));
