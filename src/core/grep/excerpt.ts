/**
 * The lines that are shown. They come out of the sandbox, not out of ripgrep: it opens files by name, so a directory
 * swapped for a link at the right moment could lead it anywhere. It only says where to look; a place where the
 * sandbox does not find the same line is dropped, as is one that was edited meanwhile.
 */
import type { RepoPath } from '../sandbox/index.ts';
import type { LineMatch } from './events.ts';
import type { GrepMatch, GrepQuery } from './query.ts';

const CUT = '…';
const NEWLINE = 0x0a;
const LINE_END = /\r?\n$/;
const BYTE_ORDER_MARK = /^\ufeff/;
/** Of a line that is cut, this part stands before the match. */
const SHARE_BEFORE = 1 / 4;

export function excerpts(
  path: RepoPath,
  bytes: Buffer,
  places: readonly LineMatch[],
  query: GrepQuery,
): GrepMatch[] {
  const cutHead = (line: string) => cutAround(line, 0, query.maxLineLength);
  const last = places.reduce((line, place) => Math.max(line, place.line), 0);
  const starts = lineStarts(bytes, last + query.contextLines);
  const lineAt = (line: number) =>
    textOf(bytes.subarray(starts[line - 1], starts[line])).replace(LINE_END, '');
  const linesBetween = (from: number, to: number) => {
    const lines: string[] = [];
    for (let line = Math.max(1, from); line <= Math.min(to, starts.length - 1); line++)
      lines.push(cutHead(lineAt(line)));
    return lines;
  };
  return places.flatMap((place) => {
    if (place.line >= starts.length) return [];
    const text = lineAt(place.line);
    const reported = textOf(place.bytes);
    // A line that looks as if it began with a column, in a report that has none.
    const lacksColumn = text === `${place.start + 1}:${reported}`;
    if (text !== reported && `${text}\r` !== reported && !lacksColumn) return [];
    const before = lacksColumn ? '' : textOf(place.bytes.subarray(0, place.start));
    return {
      path,
      line: place.line,
      column: [...before].length + 1,
      text: cutAround(text, before.length, query.maxLineLength),
      before: linesBetween(place.line - query.contextLines, place.line - 1),
      after: linesBetween(place.line + 1, place.line + query.contextLines),
    };
  });
}

/** Where lines 1, 2, … begin, up to the wanted one, and where the last of them ends. The rest is not looked at. */
function lineStarts(bytes: Buffer, wanted: number): number[] {
  const starts = [0];
  while (starts.length <= wanted) {
    const end = bytes.indexOf(NEWLINE, starts.at(-1));
    if (end === -1) break;
    starts.push(end + 1);
  }
  if (starts.length <= wanted && starts.at(-1) !== bytes.length) starts.push(bytes.length);
  return starts;
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
