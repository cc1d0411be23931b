/** Comments of a text, in any language whose comment syntax is known; no tree is needed. */

import { adapterFor } from './adapters.ts';
import { type CommentSyntax, commentSpans } from './comment-syntax.ts';
import { COMMENTS } from './comment-table.ts';
import { languageOf } from './language-names.ts';

export interface Comment {
  startLine: number;
  endLine: number;
  /** As written, with its marks. */
  text: string;
}

/** False: whoever needs the comments has to guess. */
export function knowsComments(path: string): boolean {
  return syntaxOf(path) !== undefined;
}

export function comments(path: string, text: string): Comment[] {
  const syntax = syntaxOf(path);
  if (syntax === undefined) return [];
  const found: Comment[] = [];
  let line = 1;
  let counted = 0;
  const lineAt = (index: number) => {
    for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
      line++;
      counted = at + 1;
    }
    return line;
  };
  for (const { start, end } of commentSpans(text, syntax)) {
    const startLine = lineAt(start);
    found.push({ startLine, endLine: lineAt(end), text: text.slice(start, end) });
  }
  return found;
}

function syntaxOf(path: string): CommentSyntax | undefined {
  const language = adapterFor(path)?.name ?? languageOf(path);
  return language === undefined ? undefined : COMMENTS.get(language);
}
