/** Comments of a text, in any language whose comment syntax is known; no tree is needed. */
import { commentSpans } from './comment-scan.ts';
import type { CommentSyntax } from './comment-syntax.ts';
import { languageOf } from './language-names.ts';
import { PLAIN_COMMENTS } from './plain-comments.ts';
import { adapterFor } from './registry.ts';

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
  const adapter = adapterFor(path);
  if (adapter !== undefined) return adapter.comments;
  const language = languageOf(path);
  return language === undefined ? undefined : PLAIN_COMMENTS.get(language);
}
