/** Where Python's logical lines begin: a line break counts unless it is in brackets, in a string or after a backslash. */
import { quoted, quotedOverLines } from '../../comment-syntax.ts';

const MARK = /"""|'''|["'#\n\\()[\]{}]/g;
const STRINGS = new Map(
  ['"', "'", '"""', "'''"].map((quote) => [
    quote,
    quote.length === 1 ? quoted(quote) : quotedOverLines(quote),
  ]),
);

/** In lengths of the text: enough for every real file, and a limit for one that was made to be slow. */
const SCAN_BUDGET = 4;

export interface LogicalLines {
  /** Rows, counted from zero, on which a logical line begins. */
  starts: Set<number>;
  /** Indices of physical lines in brackets that are indented less than the logical line they belong to. */
  hanging: number[];
}

export function logicalLines(source: string): LogicalLines {
  const starts = new Set<number>();
  const hanging: number[] = [];
  let row = 0;
  let depth = 0;
  let indent = 0;
  /** The current line continues one that ended with a backslash. */
  let continued = false;
  let lineStart = 0;
  const endLine = (next: number) => {
    row++;
    lineStart = next;
  };
  const beginLine = () => {
    const blanks = blanksAt(source, lineStart);
    const first = source[lineStart + blanks];
    const isBlank =
      first === undefined || first === '\n' || first === '\r' || first === '#' || first === '\\';
    if (depth > 0) {
      if (blanks < indent && !isBlank) hanging.push(lineStart);
    } else if (!continued && !isBlank) {
      starts.add(row);
      indent = blanks;
    }
  };
  // A broken f-string is read to the end of the text, and then again from each quote in it.
  const budget: ScanBudget = { characters: SCAN_BUDGET * source.length };
  beginLine();
  let at = 0;
  for (;;) {
    MARK.lastIndex = at;
    const mark = MARK.exec(source);
    if (mark === null) return { starts, hanging };
    const text = mark[0];
    at = MARK.lastIndex;
    if (text === '\n') {
      endLine(at);
      beginLine();
      continued = false;
    } else if (text === '#') {
      const end = source.indexOf('\n', at);
      if (end === -1) return { starts, hanging };
      at = end;
    } else if (text === '\\') {
      const endsLine = source.startsWith('\n', at) || source.startsWith('\r\n', at);
      // A line with nothing else on it is not continued.
      if (endsLine && lineStart + blanksAt(source, lineStart) < mark.index) continued = true;
    } else if ('([{'.includes(text)) depth++;
    else if (')]}'.includes(text)) depth = Math.max(0, depth - 1);
    else {
      const end = endOfString(source, at, text, budget);
      for (
        let line = source.indexOf('\n', at);
        line !== -1 && line < end;
        line = source.indexOf('\n', line + 1)
      )
        endLine(line + 1);
      at = Math.max(end, at);
    }
  }
}

/** To the grammar, a line in brackets that is indented less ends the block; this indents such lines further. */
export function withoutHanging(source: string): string {
  const { hanging } = logicalLines(source);
  if (hanging.length === 0) return source;
  let text = '';
  let from = 0;
  for (const at of hanging) {
    text += source.slice(from, at) + MARGIN;
    from = at;
  }
  return text + source.slice(from);
}

/** Further right than code goes. */
const MARGIN = ' '.repeat(200);

/** The index after the string whose opening quote ends at `from`. */
function endOfString(source: string, from: number, quote: string, budget: ScanBudget): number {
  const token = STRINGS.get(quote);
  const end = token === undefined ? from : token.end(source, from, quote, from - quote.length);
  const before = source.slice(Math.max(0, from - quote.length - 2), from - quote.length);
  if (!/f/i.test(/[a-z]*$/i.exec(before)?.[0] ?? '') || !source.slice(from, end).includes('{')) return end;
  return endOfFString(source, from, quote, budget) ?? end;
}

function blanksAt(source: string, from: number): number {
  let at = from;
  while (source[at] === ' ' || source[at] === '\t' || source[at] === '\f') at++;
  return at - from;
}

// Where an f-string ends: since Python 3.12 the expressions in its braces may hold its own quotes.

const IN_TEXT = /\{\{|\}\}|[{\\\n]|"""|'''|["']/g;
const IN_EXPRESSION = /[()[\]{}:]|"""|'''|["']/g;
const IN_FORMAT = /[{}\n]/g;

/** How many characters may still be read without finding an end. */
interface ScanBudget {
  characters: number;
}

interface Level {
  mode: 'text' | 'expression' | 'format';
  quote: string;
  depth: number;
}

/** The index after the f-string whose opening quote ends at `from`; undefined where the budget finds none. */
function endOfFString(source: string, from: number, quote: string, budget: ScanBudget): number | undefined {
  if (budget.characters <= 0) return undefined;
  const end = scan(source, from, quote, budget.characters);
  if (end.found) return end.at;
  budget.characters -= end.at - from;
  return undefined;
}

function scan(source: string, from: number, quote: string, most: number): { found: boolean; at: number } {
  const levels: Level[] = [{ mode: 'text', quote, depth: 0 }];
  let at = from;
  for (;;) {
    const level = levels.at(-1);
    if (level === undefined) return { found: true, at };
    if (at - from > most) return { found: false, at };
    const pattern = level.mode === 'text' ? IN_TEXT : level.mode === 'format' ? IN_FORMAT : IN_EXPRESSION;
    pattern.lastIndex = at;
    const mark = pattern.exec(source)?.[0];
    if (mark === undefined) return { found: false, at: source.length };
    at = pattern.lastIndex;
    if (level.mode === 'text') {
      if (mark === level.quote) levels.pop();
      else if (mark === '\\') at++;
      else if (mark === '{') levels.push({ mode: 'expression', quote: level.quote, depth: 0 });
      else if (mark === '\n' && level.quote.length === 1) return { found: false, at };
      else if (level.quote.length === 1 && mark.length === 3 && mark.startsWith(level.quote)) {
        // `f''` followed by a quote: the first of the three closes.
        at -= 2;
        levels.pop();
      }
    } else if (mark === '{') levels.push({ mode: 'expression', quote: level.quote, depth: 0 });
    else if (mark === '}') {
      if (level.mode === 'expression' && level.depth > 0) return { found: false, at };
      levels.pop();
    } else if (level.mode === 'format') return { found: false, at };
    else if (mark === '(' || mark === '[') level.depth++;
    else if (mark === ')' || mark === ']') level.depth--;
    else if (mark === ':') {
      if (level.depth === 0 && source[at] !== '=') level.mode = 'format';
    } else levels.push({ mode: 'text', quote: mark, depth: 0 });
  }
}
