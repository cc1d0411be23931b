import { parseJson } from '../text/index.ts';

/** JSON with comments and trailing commas, as tsconfig.json is written. Undefined for anything else. */
export function parseJsonc(text: string): unknown {
  const json = parseJson(plainJson(text));
  return json.ok ? json.value : undefined;
}

/** One pass by hand: expressions for strings and comments take quadratic time on some texts. */
function plainJson(text: string): string {
  const parts: string[] = [];
  /** Where a comma stands in `parts` that no value has followed yet. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    at = end;
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (comma !== -1 && (token === '}' || token === ']')) parts[comma] = '';
    if (token.trim() !== '') comma = token === ',' ? parts.length : -1;
    parts.push(token);
  }
  return parts.join('');
}

/** The end of the string, comment, run of white space or mark that begins here. */
function tokenEnd(text: string, at: number): number {
  const c = text.charAt(at);
  if (c === '"') return stringEnd(text, at);
  if (c === '/' && text.charAt(at + 1) === '/') return foundOrEnd(text, text.indexOf('\n', at));
  if (c === '/' && text.charAt(at + 1) === '*') return foundOrEnd(text, text.indexOf('*/', at + 2), 2);
  if ('{}[],:/'.includes(c)) return at + 1;
  let end = at + 1;
  while (
    end < text.length &&
    !'"{}[],:/'.includes(text.charAt(end)) &&
    isBlank(text, end) === isBlank(text, at)
  )
    end++;
  return end;
}

function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const c = text.charAt(end);
    if (c === '\\') end++;
    else if (c === '"') return end + 1;
  }
  return text.length;
}

const foundOrEnd = (text: string, found: number, length = 0) => (found === -1 ? text.length : found + length);
const isBlank = (text: string, at: number) => text.charAt(at).trim() === '';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
