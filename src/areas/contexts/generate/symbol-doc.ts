/** The whole first sentence of a declaration's documentation, of which an outline has the first line. */
import type { OutlineSymbol } from '../../../core/languages/index.ts';
import { stripMarks } from './head-doc.ts';
import { firstSentence } from './prose.ts';

/** Documentation stands this near to its declaration. */
const LINES_ABOVE = 80;
const LINES_BELOW = 40;
/** A sentence goes on for no more lines than these. */
const MOST_LINES = 6;

export function symbolSentence(lines: readonly string[], symbol: OutlineSymbol): string | undefined {
  const { doc } = symbol;
  if (doc === undefined) return undefined;
  if (/[.!?](?:\s|$)/.test(doc)) return firstSentence(doc);
  const at = placeOf(lines, symbol, doc);
  if (at === undefined) return firstSentence(doc);
  const text = [doc];
  for (let line = at + 1; line < at + MOST_LINES; line++) {
    const raw = lines[line] ?? '';
    const [next = ''] = stripMarks(raw);
    if (next === '' || /^(?:[@\\:]\w|\*\/|"""|'''|[-=~]{3,})/.test(next)) break;
    // The end of the comment or of the string has been passed.
    if (/(?:\*\/|"""|''')\s*$/.test(lines[line - 1] ?? '') && line > at + 1) break;
    if (line === at + 1 && /(?:\*\/|("""|''').*\1)\s*$/.test(lines[at] ?? '')) break;
    if (isCommentLine(lines[at] ?? '') && !isCommentLine(raw)) break;
    text.push(next.replace(/\s*(?:"""|''').*$/, ''));
    if (/[.!?](?:\s|$)/.test(next) || /("""|''')\s*$/.test(raw)) break;
  }
  return firstSentence(text.join(' '));
}

function placeOf(lines: readonly string[], { startLine }: OutlineSymbol, doc: string): number | undefined {
  const needle = doc.trim();
  for (let line = startLine; line < startLine + LINES_BELOW; line++)
    if (lines[line]?.includes(needle) === true) return line;
  for (let line = startLine - 1; line >= Math.max(0, startLine - LINES_ABOVE); line--)
    if (lines[line]?.includes(needle) === true) return line;
  return undefined;
}

function isCommentLine(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#|--|;|%)/.test(line);
}
