/** Where an f-string ends when, since Python 3.12, the expressions in its braces may hold its own quotes. */

const IN_TEXT = /\{\{|\}\}|[{\\\n]|"""|'''|["']/g;
const IN_EXPRESSION = /[()[\]{}:]|"""|'''|["']/g;
const IN_FORMAT = /[{}\n]/g;

/** How many characters may still be read in vain. */
export interface Patience {
  characters: number;
}

interface Level {
  mode: 'text' | 'expression' | 'format';
  quote: string;
  depth: number;
}

/** The index after the f-string whose opening quote ends at `from`; undefined where none can be found in patience. */
export function endOfFString(
  source: string,
  from: number,
  quote: string,
  patience: Patience,
): number | undefined {
  if (patience.characters <= 0) return undefined;
  const end = scan(source, from, quote, patience.characters);
  if (end.found) return end.at;
  patience.characters -= end.at - from;
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
