/** What kind of line of code it is, by its look: lines that say what a file uses, and comments, seldom answer a question. */

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#\s*include\b|using\s+(?:static\s+)?[\w.:]+(?:\s*=[^;]*)?;|(?:pub\s+)?use\s+[\w:{]|(?:const|let|var|local)\s.*\brequire\b|require\b|package\s+[\w.]+;?\s*$|export\s+.*\bfrom\b)/;
const COMMENT =
  /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|define|if|ifdef|ifndef|elif|else|endif|pragma)\b)|--|"""|''')/;
/** Blank, a closing bracket, or one name of a list that an import goes on with. */
const FILLER = /^\s*(?:$|[}\])]|[\w$]+,$)/;

/** A place of which this share says nothing by itself is a head of imports or a licence. */
const HEAD_SHARE = 0.8;

export const isImport = (line: string): boolean => IMPORT.test(line);
export const isComment = (line: string): boolean => COMMENT.test(line);

export function isHead(lines: readonly string[]): boolean {
  const most = (1 - HEAD_SHARE) * lines.length;
  let telling = 0;
  for (const line of lines)
    if (!FILLER.test(line) && !COMMENT.test(line) && !IMPORT.test(line) && ++telling > most) return false;
  return true;
}
