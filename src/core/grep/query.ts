/** What is asked and what is answered. */
import type { RepoPath } from '../sandbox/index.ts';

export interface GrepQuery {
  /** A regular expression as ripgrep reads it; linear time, no look-around. */
  pattern: string;
  fixedStrings?: boolean;
  caseSensitive: boolean;
  /** As in matchGlob. */
  fileGlob?: string;
  /** Globs of files and directories to leave out. */
  exclude?: readonly string[];
  /** Lines shown before and after a match. */
  contextLines: number;
  /** Matches in the answer; all are counted. */
  limit: number;
  /** Longer lines are cut around the match. */
  maxLineLength: number;
  /** The caller asks seldom: what is known of the files is used, but they are not read for the sake of the next search. */
  isSeldom?: boolean;
}

export interface GrepMatch {
  path: RepoPath;
  line: number;
  /** Of the first match in the line, counted from 1, in characters (code points). */
  column: number;
  text: string;
  before: string[];
  after: string[];
}

export interface GrepFound {
  /** Ordered by path and line; one for each line that matches. */
  matches: GrepMatch[];
  totalMatches: number;
  filesSearched: number;
  /** There are more matches than shown. */
  truncated: boolean;
}

export type GrepAnswer = GrepFound | { invalidPattern: string };

/** Places held beside the wanted ones, for those that turn out to be no longer there. */
export const SPARE_PLACES = 50;
