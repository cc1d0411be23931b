/**
 * The lines that are shown. They come out of the sandbox, not out of ripgrep: it opens files by name, so a directory
 * swapped for a link at the right moment could lead it anywhere. It only says where to look; a place where the
 * sandbox does not find the same line is dropped, as is one that was edited meanwhile.
 */
import { splitLines } from '../../text/index.ts';
import type { RepoPath } from '../repo-path.ts';
import type { LineMatch } from './events.ts';
import type { GrepMatch, GrepQuery } from './query.ts';

const CUT = '…';
const BYTE_ORDER_MARK = /^\ufeff/;
/** Of a line that is cut, this part stands before the match. */
const SHARE_BEFORE = 1 / 4;

export function excerpts(
  path: RepoPath,
  bytes: Buffer,
  places: readonly LineMatch[],
  query: GrepQuery,
): GrepMatch[] {
  const lines = splitLines(textOf(bytes));
  const cutHead = (line: string) => cutAround(line, 0, query.maxLineLength);
  return places.flatMap((place) => {
    const text = lines[place.line - 1];
    const reported = textOf(place.bytes);
    if (text === undefined) return [];
    // A line that looks as if it began with a column, in a report that has none.
    const lacksColumn = text === `${place.start + 1}:${reported}`;
    if (text !== reported && `${text}\r` !== reported && !lacksColumn) return [];
    const before = lacksColumn ? '' : textOf(place.bytes.subarray(0, place.start));
    const first = Math.max(0, place.line - 1 - query.contextLines);
    return {
      path,
      line: place.line,
      column: [...before].length + 1,
      text: cutAround(text, before.length, query.maxLineLength),
      before: lines.slice(first, place.line - 1).map(cutHead),
      after: lines.slice(place.line, place.line + query.contextLines).map(cutHead),
    };
  });
}

/** Not decodeText: ripgrep also finds lines in files that are not quite UTF-8. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(BYTE_ORDER_MARK, '');
}

function cutAround(line: string, at: number, max: number): string {
  if (line.length <= max) return line;
  const wished = Math.max(0, Math.min(at - Math.floor(max * SHARE_BEFORE), line.length - max));
  const start = isLowSurrogate(line, wished) ? wished + 1 : wished;
  const end = isLowSurrogate(line, start + max) ? start + max - 1 : start + max;
  return (start > 0 ? CUT : '') + line.slice(start, end) + (end < line.length ? CUT : '');
}

/** A character of two units is not cut in half. */
function isLowSurrogate(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}
