/** Collects what ripgrep reports and turns it into the answer. */
import {
  isRefusal,
  listedPath,
  matchGlob,
  matchGlobTree,
  type PathTest,
  printedName,
  type RepoPath,
  readFileBytes,
} from '../sandbox/index.ts';
import type { SearchRules } from '../workspace/index.ts';
import { type LineMatch, parseEvents } from './events.ts';
import { FirstFiles } from './first-files.ts';
import {
  type FileCount,
  type GrepFound,
  type GrepMatch,
  type GrepQuery,
  orderOf,
  type PathOrder,
  SPARE_PLACES,
} from './query.ts';

type SearchDeps = Pick<SearchRules, 'boundary' | 'isExcluded' | 'maxFileBytes'>;

interface FilePlaces {
  path: RepoPath;
  matches: LineMatch[];
}

const NUL = 0;

export class Search {
  readonly onOutput: (chunk: Buffer) => void;
  isComplete = false;
  readonly #deps: SearchDeps;
  readonly #query: GrepQuery;
  readonly #order: PathOrder;
  readonly #first: FirstFiles<FilePlaces>;
  readonly #counted: FileCount[] = [];
  #total = 0;
  #filesSearched = 0;

  constructor(deps: SearchDeps, query: GrepQuery) {
    this.#deps = deps;
    this.#query = query;
    this.#order = orderOf(query);
    this.#first = new FirstFiles(query.limit + SPARE_PLACES, ({ matches }) => matches.length, this.#order);
    this.onOutput = this.#reader();
  }

  get total(): number {
    return this.#total;
  }

  get filesSearched(): number {
    return this.#filesSearched;
  }

  /** Of the files so far. */
  get files(): readonly FileCount[] {
    return this.#counted.toSorted((a, b) => this.#order(a.path, b.path));
  }

  /** `total`: given where not all places were collected. */
  answer(total: number = this.#total): GrepFound {
    const { limit } = this.#query;
    const matches: GrepMatch[] = [];
    let gone = 0;
    for (const { path, matches: places } of this.#first.inOrder()) {
      if (matches.length >= limit) break;
      const shown = this.#shown(path, places);
      matches.push(...shown);
      gone += places.length - shown.length;
    }
    matches.length = Math.min(matches.length, limit);
    const totalMatches = Math.max(total - gone, matches.length);
    return {
      matches,
      totalMatches,
      filesSearched: this.#filesSearched,
      truncated: totalMatches > matches.length,
      ...(this.#query.countsFiles === true ? { files: this.files } : {}),
    };
  }

  #reader(): (chunk: Buffer) => void {
    const isWanted = wantedTest(this.#deps, this.#query);
    let path: RepoPath | undefined;
    let places: LineMatch[] = [];
    return parseEvents({
      begin: (name) => {
        places = [];
        path = listedPath(printedName(name));
        if (path !== undefined && !isWanted(path)) path = undefined;
        return path === undefined ? 0 : this.#first.room(path);
      },
      match: (place) => {
        places.push(place);
      },
      end: (count, binary) => {
        if (path === undefined || binary) return;
        this.#total += count;
        if (this.#query.countsFiles === true) this.#counted.push({ path, count });
        this.#first.add({ path, matches: places });
      },
      summary: (filesSearched) => {
        this.#filesSearched += filesSearched;
        this.isComplete = true;
      },
    });
  }

  #shown(path: RepoPath, places: readonly LineMatch[]): GrepMatch[] {
    const file = readFileBytes(this.#deps.boundary, path, this.#deps.maxFileBytes);
    if (isRefusal(file) || file.bytes.includes(NUL)) return [];
    return excerpts(file.path, file.bytes, places, this.#query);
  }
}

/** ripgrep was given the same rules; this check decides. */
export function wantedTest({ boundary, isExcluded }: SearchDeps, query: GrepQuery): PathTest {
  const isInGlob = query.fileGlob === undefined ? () => true : matchGlob(query.fileGlob);
  const isLeftOut = matchGlobTree(query.exclude ?? []);
  return (path) => isInGlob(path) && !boundary.isDenied(path) && !isExcluded(path) && !isLeftOut(path);
}

const CUT = '…';
const NEWLINE = 0x0a;
const LINE_END = /\r?\n$/;
const BYTE_ORDER_MARK = /^\ufeff/;
/** Of a line that is cut, this part comes before the match. */
const SHARE_BEFORE = 1 / 4;

/**
 * The lines that are shown. They come out of the sandbox, not out of ripgrep: it opens files by name, so a directory swapped for a link at
 * the right moment could lead it anywhere. It only says where to look; a place where the sandbox does not find the same line is dropped,
 * as is one that was edited meanwhile.
 */
function excerpts(
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

/** Where lines 1, 2, … begin, up to the wanted one, and where the last of them ends. The rest is not read. */
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
