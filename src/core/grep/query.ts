/** What is asked and what is answered, and which patterns are refused. */
import type { RepoPath } from '../sandbox/index.ts';
import { byCodeUnit } from '../text/index.ts';

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
  /** The answer lists every file with the number of its lines that match. */
  countsFiles?: boolean;
  /** Files with a lower number come first; without it, and among equals, by path. */
  rank?(path: string): number;
  /** After so long, what was found so far is the answer; without it, a search that takes too long is an error. */
  withinMs?: number;
  /** The caller asks seldom: tables that exist are used, but none are made for the next search. */
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
  /** In the order of the query, by path and line; one for each line that matches. */
  matches: GrepMatch[];
  totalMatches: number;
  filesSearched: number;
  /** There are more matches than shown. */
  truncated: boolean;
  /** With `countsFiles`: in the same order. */
  files?: readonly FileCount[];
}

export interface FileCount {
  path: RepoPath;
  count: number;
}

export type PathOrder = (a: string, b: string) => number;

/** Each path is ranked once. */
export function orderOf({ rank }: Pick<GrepQuery, 'rank'>): PathOrder {
  if (rank === undefined) return byCodeUnit;
  const ranks = new Map<string, number>();
  const rankOf = (path: string) => {
    const known = ranks.get(path) ?? rank(path);
    ranks.set(path, known);
    return known;
  };
  return (a, b) => rankOf(a) - rankOf(b) || byCodeUnit(a, b);
}

export type GrepAnswer = GrepFound | { invalidPattern: string };

/** Places collected in addition, for those that turn out to be gone. */
export const SPARE_PLACES = 50;

/** Why a pattern is not searched for; checked before anything else reads it. */
export function refusedPattern({ pattern, fixedStrings }: GrepQuery): string | undefined {
  if (pattern.includes('\0')) return 'The pattern holds a NUL character.';
  const length = fixedStrings === true ? 0 : expandedLength(pattern);
  return length - pattern.length <= MOST_REPEATED
    ? undefined
    : `The pattern repeats too much: its counts in {} add ${length - pattern.length} items, and ${MOST_REPEATED} are allowed. Use smaller counts.`;
}

/** `.{0,2000}` is as far as anybody looks ahead in a line. */
const MOST_REPEATED = 2000;

const COUNT = /\{\s*(\d*)\s*(?:,\s*(\d*)\s*)?\}/y;
const GROUP_HEAD = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?/y;
const ESCAPE = /\\(?:[pPxuU]\{[^}]*\}|[\s\S])/y;

/**
 * How many characters, classes and the like a pattern has once its counted repetitions are written out; never less than ripgrep makes of
 * it. ripgrep's own limits are on memory; `((a{30}){30}){30}` keeps within them and takes half a minute on a megabyte.
 */
export function expandedLength(pattern: string): number {
  const outer: number[] = [];
  /** Of the group that is open, and of the last item in it. */
  let [total, last] = [0, 0];
  const add = (weight: number) => {
    total += weight;
    last = weight;
  };
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern.charAt(at);
    const counted = sign === '{' ? match(COUNT, pattern, at) : undefined;
    if (counted !== undefined) {
      const times = Math.max(1, Number(counted[1]), Number(counted[2] ?? 0));
      total += last * (times - 1);
      last *= times;
      at += counted[0].length;
    } else if (sign === '(') {
      outer.push(total);
      [total, last] = [0, 0];
      at += match(GROUP_HEAD, pattern, at)?.[0].length ?? 1;
    } else if (sign === ')') {
      const inner = total;
      total = outer.pop() ?? 0;
      add(inner);
      at++;
    } else if (sign === '[') {
      add(1);
      at = endOfClass(pattern, at);
    } else if ('*+?|'.includes(sign)) at++;
    else {
      add(1);
      at += match(ESCAPE, pattern, at)?.[0].length ?? 1;
    }
  }
  return outer.reduce((sum, each) => sum + each, total);
}

/** A class may hold classes. */
function endOfClass(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const sign = pattern.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '[') depth++;
    // A bracket in the first place is a character.
    else if (sign === ']' && !/\[\^?$/.test(pattern.slice(Math.max(start, at - 2), at)) && --depth === 0)
      return at + 1;
  }
  return pattern.length;
}

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}
