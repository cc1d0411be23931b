/**
 * Comments that cite stash entries: `refer to context 00012, 00019`, with or without leading zeros, and with or without the
 * prefix and the ending of the entry's file. A list may continue on the next line of the comment.
 */
import { splitLines } from './lines.ts';

export interface CommentText {
  startLine: number;
  endLine: number;
  /** As written, with its marks. */
  text: string;
}

export interface CitedEntry {
  /** As written, without the ending of a file name: `00012`, `12`, `ctx-00012`. */
  ref: string;
  line: number;
}

/** A name before the number must not hold digits: `ctx-00012` is one entry, `4-00012` is none. */
const ENTRY = String.raw`(?:[\p{L}_][\p{L}_.-]{0,31})?\d{1,32}(?![\p{L}\d_])`;
const ENDING = String.raw`(?:\.[\p{L}]{1,16}\b)?`;
/** The start of a line within a comment: blanks and the mark that many languages repeat there. */
const NEXT_LINE = String.raw`\r?\n[ \t]*(?:(?:///?!?|#+|--+|;+|%+|\*+|'|!|\.\.)[ \t]*)?`;
const BLANK = String.raw`(?:[ \t]|${NEXT_LINE})`;
const SEPARATOR = String.raw`${BLANK}{0,4}(?:,${BLANK}{0,4}(?:and\b${BLANK}{1,4})?|(?:and|&|\+)${BLANK}{1,4})`;
const CITATION = new RegExp(
  String.raw`\brefers?${BLANK}{1,4}to${BLANK}{1,4}(?:the${BLANK}{1,4})?contexts?${BLANK}{0,4}(?:entry${BLANK}{1,4}|entries${BLANK}{1,4})?[#:]?${BLANK}{0,4}` +
    `((?:${ENTRY})${ENDING}(?:${SEPARATOR}(?:${ENTRY})${ENDING})*)`,
  'giu',
);
const ENTRIES = new RegExp(`(${ENTRY})${ENDING}`, 'gu');

/** How a comment line begins in languages whose comment syntax we do not know. */
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|'|!|\{-|\(\*|REM\b|\.\.\s)/i;

/** `comments` undefined: the comment syntax is not known, and lines that look like comments are read as comments. */
export function findCitations(text: string, comments: readonly CommentText[] | undefined): CitedEntry[] {
  if (!/\bcontexts?\b/i.test(text)) return [];
  return runsOf(comments ?? commentLines(text)).flatMap(citationsIn);
}

function citationsIn(comment: CommentText): CitedEntry[] {
  // Most comments fail this, which is much faster than the whole pattern.
  if (!/refer/i.test(comment.text)) return [];
  const found: CitedEntry[] = [];
  let line = comment.startLine;
  let lineEnd = comment.text.indexOf('\n');
  /** Offsets rise from call to call, so that each line end is looked for once. */
  const lineOf = (offset: number) => {
    for (; lineEnd !== -1 && lineEnd < offset; lineEnd = comment.text.indexOf('\n', lineEnd + 1)) line++;
    return line;
  };
  for (const match of comment.text.matchAll(CITATION)) {
    const list = match[1] ?? '';
    const listAt = match.index + match[0].length - list.length;
    for (const entry of list.matchAll(ENTRIES))
      found.push({
        ref: entry[1] ?? '',
        line: lineOf(listAt + entry.index),
      });
  }
  return found;
}

/** Comments on consecutive lines are read as one. */
function runsOf(comments: readonly CommentText[]): CommentText[] {
  const runs: CommentText[] = [];
  for (const comment of comments) {
    const last = runs.at(-1);
    if (last && comment.startLine === last.endLine + 1)
      runs[runs.length - 1] = {
        startLine: last.startLine,
        endLine: comment.endLine,
        text: `${last.text}\n${comment.text}`,
      };
    else runs.push(comment);
  }
  return runs;
}

function commentLines(text: string): CommentText[] {
  return splitLines(text).flatMap((line, at) =>
    COMMENT_LINE.test(line) ? [{ startLine: at + 1, endLine: at + 1, text: line }] : [],
  );
}
