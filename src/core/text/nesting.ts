/**
 * How deep JSON and TOML nest, found in one pass before a parser reads them. Parsers, and code that walks their results,
 * recurse, so a few kilobytes of brackets could overflow the stack of the whole process. For malformed text these functions
 * may count more levels than a parser would follow, never fewer.
 */

/** Far more than people or tools write; far less than a stack holds. */
export const MAX_NESTING = 64;
export const TOO_DEEP = `nested deeper than ${MAX_NESTING} levels`;

const CLOSER_OF: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** With or without comments. */
export function isJsonTooDeep(text: string): boolean {
  const closers: string[] = [];
  const marks = /["[\]{}]|\/[/*]/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    const closer = CLOSER_OF[found];
    if (found === '"') marks.lastIndex = endOfJsonString(text, mark.index + 1);
    else if (found === '//') marks.lastIndex = foundOrEnd(text, /[\r\n]/g, mark.index + 2);
    else if (found === '/*') marks.lastIndex = foundOrEnd(text, /\*\//g, mark.index + 2);
    else if (closer !== undefined) {
      if (closers.push(closer) > MAX_NESTING) return true;
    } else if (closers.at(-1) === found) closers.pop();
  }
  return false;
}

/** A line end ends it, too: it is an error there, and the lenient parser continues after it. */
function endOfJsonString(text: string, from: number): number {
  const marks = /["\\\r\n]/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] !== '\\') return mark.index + 1;
    marks.lastIndex = mark.index + 2;
  }
  return text.length;
}

/** The end of the first match at or after `from`; the end of the text if there is none. */
function foundOrEnd(text: string, expression: RegExp, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : text.length;
}

/** Counts brackets, and the parts of table headers and dotted keys. A TOML parser stops at the first error. */
export function isTomlTooDeep(text: string): boolean {
  const open: { closer: string; levels: number }[] = [];
  /** Of the table that the last header named and of the open brackets. */
  let depth = 0;
  let place: 'header' | 'key' | 'value' = 'key';
  let dots = 0;
  let atLineStart = true;
  const marks = /"""|'''|["'#.,=[\]{}\n]|[^\s"'#.,=[\]{}]+/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    const closer = CLOSER_OF[found];
    const isHeader = found === '[' && atLineStart;
    atLineStart = found === '\n' && open.length === 0;
    if (atLineStart) {
      if (place === 'header') depth += dots + 1;
      [place, dots] = ['key', 0];
    } else if (isHeader) [place, dots, depth] = ['header', 0, 0];
    else if (found === '#') marks.lastIndex = foundOrEnd(text, /(?=\n)/g, mark.index);
    else if (found.startsWith('"') || found.startsWith("'"))
      marks.lastIndex = endOfTomlString(text, found, mark.index + found.length);
    else if (found === '.') dots += place === 'value' ? 0 : 1;
    else if (found === '=') place = 'value';
    else if (found === ',' && open.at(-1)?.closer === '}') [place, dots] = ['key', 0];
    else if (closer !== undefined && place === 'value') {
      open.push({ closer, levels: dots + 1 });
      depth += dots + 1;
      [place, dots] = [found === '{' ? 'key' : 'value', 0];
    } else if (open.at(-1)?.closer === found) {
      depth -= open.pop()?.levels ?? 0;
      [place, dots] = ['value', 0];
    }
    if (depth + dots + (place === 'header' ? 1 : 0) > MAX_NESTING) return true;
  }
  return false;
}

function endOfTomlString(text: string, quotes: string, from: number): number {
  const isLong = quotes.length === 3;
  const marks = quotes.startsWith("'") ? (isLong ? /'{3,5}/g : /['\n]/g) : isLong ? /"{3,5}|\\/g : /["\n\\]/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] !== '\\') return marks.lastIndex;
    marks.lastIndex = mark.index + 2;
  }
  return text.length;
}
