/** The files of a retrieval benchmark: tasks, repositories, and the run that a scorer reads. */
import { readFileSync } from 'node:fs';

/** As the published figures: the first ten places. */
export const SHOWN = 10;

export interface Task {
  repo: string;
  query_id: string;
  query: string;
  /** Only tasks made from a commit have one; they are asked of the whole repository. */
  commit?: string;
}

export interface Repository {
  name: string;
  /** The folder that the other tasks are asked of; null for all. */
  root: string | null;
}

export interface RunEntry {
  repo: string;
  query_id: string;
  ranked: { path: string; start: number; end: number }[];
  ms: number;
}

// The files come from the person who runs the benchmark; a wrong one shows at once.
export const readTasks = (file: string): Task[] => JSON.parse(readFileSync(file, 'utf8')) as Task[];
export const readRepositories = (file: string): Repository[] =>
  JSON.parse(readFileSync(file, 'utf8')) as Repository[];
