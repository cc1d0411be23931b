/**
 * The test around a line, in languages whose tests are calls with a title: `it('follows redirects', () => {`. Read off the text by
 * its indentation, up from the line, so it takes as long as the file has lines.
 */
import { isTest } from '../file-kind/index.ts';
import { lineText } from './lines.ts';

const CALL =
  /^(\s*)((?:it|test|describe|suite|context|specify|bench|xit|xtest|fit)(?:\.\w+)*)\(\s*(?:(['"`])(.*?)\3|$)/;
/** `])('adds %i', …` ends the table of `test.each([`. */
const TABLE = /^(\s*)\]\)\(\s*(['"`])(.*?)\2/;
const TITLE = /^\s*(['"`])(.*?)\1/;
const LONGEST = 80;
const TITLED = /\.[cm]?[jt]sx?$/;

/** `it "follows redirects"`; undefined outside of a test. */
export function testTitle(path: string, read: { readonly text: string }, line: number): string | undefined {
  if (!TITLED.test(path) || !isTest(path)) return undefined;
  let indent = Number.POSITIVE_INFINITY;
  for (let at = line; at >= 1; at--) {
    const text = lineText(read, at);
    if (text.trim() === '') continue;
    const own = text.length - text.trimStart().length;
    // A line with fewer blanks before it opens what the lines below are in; the line itself may be the whole test.
    if (own >= indent && at !== line) continue;
    const found = titleIn(read, at, text);
    if (found !== undefined) return found;
    indent = own;
    if (indent === 0) return undefined;
  }
  return undefined;
}

function titleIn(read: { readonly text: string }, at: number, text: string): string | undefined {
  const [, , table, tableTitle] = TABLE.exec(text) ?? [];
  if (table !== undefined) return named('test', tableTitle ?? '');
  const [, , call, quote, title] = CALL.exec(text) ?? [];
  if (call === undefined) return undefined;
  const written = quote === undefined ? TITLE.exec(lineText(read, at + 1))?.[2] : title;
  return written === undefined ? undefined : named(call, written);
}

function named(call: string, title: string): string {
  return `${call} "${title.length > LONGEST ? `${title.slice(0, LONGEST - 1)}…` : title}"`;
}
