/**
 * Names that a line declares, by the look of the line alone. Fast and a little blind: it feeds ranking and chunk
 * borders, where a miss costs little. Exact outlines are the business of core/languages.
 */
import { type DeclarationKind, type DeclarationRule, grammarFor } from './declaration-rules.ts';

export interface Declaration {
  name: string;
  kind: DeclarationKind;
  /** Counts from 1. */
  line: number;
  /** Columns of white space before it. */
  indent: number;
}

/** A declaration beyond this column is data or minified code. */
const DEEPEST_INDENT = 24;
/** Longer lines are minified or data; a pattern must not wander through them. */
const LONGEST_LINE = 400;

const SPACE = 32;
const TAB = 9;

/** `lineStarts` holds the offset of each line; `end` of the last line is the end of the text. */
export function scanDeclarations(path: string, text: string, lineStarts: Uint32Array): Declaration[] {
  const grammar = grammarFor(path);
  if (grammar === undefined) return [];
  const found: Declaration[] = [];
  for (let line = 0; line < lineStarts.length; line++) {
    const start = lineStarts[line] ?? 0;
    const end = lineStarts[line + 1] ?? text.length;
    if (end - start > LONGEST_LINE) continue;
    let at = start;
    let indent = 0;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) indent++;
      else if (code === TAB) indent += 4;
      else break;
    }
    if (indent > DEEPEST_INDENT || at >= end || !grammar.mayStart(text.charCodeAt(at))) continue;
    const hit = firstMatch(grammar.rules, text, at, indent);
    if (hit !== undefined) found.push({ ...hit, line: line + 1, indent });
  }
  return found;
}

function firstMatch(
  rules: readonly DeclarationRule[],
  text: string,
  at: number,
  indent: number,
): { name: string; kind: DeclarationKind } | undefined {
  for (const rule of rules) {
    if (rule.topOnly && indent > 0) continue;
    if (rule.nestedOnly && indent === 0) continue;
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    const name = match?.[1];
    if (name !== undefined && name !== '' && !rule.not.has(name)) return { name, kind: rule.kind };
  }
  return undefined;
}
