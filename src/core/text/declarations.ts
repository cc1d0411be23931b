/**
 * Names that lines declare, found by patterns on single lines. Fast and not exact: used for ranking and for the borders of
 * chunks, where a miss does little harm. core/languages has exact outlines.
 */
import { type DeclarationKind, type DeclarationRule, rulesFor } from './declaration-rules.ts';
import type { LineTable } from './lines.ts';

export interface Declaration {
  name: string;
  kind: DeclarationKind;
  /** Counts from 1. */
  line: number;
  /** Columns of whitespace before it. */
  indent: number;
}

/** A declaration beyond this column is data or minified code. */
const DEEPEST_INDENT = 24;
/** Longer lines are minified or data; patterns are not tried on them. */
const LONGEST_LINE = 400;
/** A line that begins with one of these closes or continues something, or is a comment: it declares nothing. */
const NEVER = new Uint8Array(128);
for (const character of '\0)],;.+=>|&?/*') NEVER[character.charCodeAt(0)] = 1;

export function scanDeclarations(path: string, text: string, lines: LineTable): Declaration[] {
  const rules = rulesFor(path);
  if (rules === undefined) return [];
  const { starts, indents, firsts } = lines;
  const found: Declaration[] = [];
  for (let line = 0; line < lines.count; line++) {
    const indent = indents[line] ?? 0;
    if (indent > DEEPEST_INDENT || NEVER[firsts[line] ?? 0] === 1) continue;
    const start = starts[line] ?? 0;
    if ((starts[line + 1] ?? 0) - start > LONGEST_LINE) continue;
    const at = indent === 0 ? start : afterBlank(text, start);
    const declared = firstMatch(rules, text, at, indent);
    if (declared !== undefined)
      found.push({ name: declared.name, kind: declared.kind, line: line + 1, indent });
  }
  return found;
}

const SPACE = 32;
const TAB = 9;

function afterBlank(text: string, start: number): number {
  let at = start;
  for (let unit = text.charCodeAt(at); unit === SPACE || unit === TAB; unit = text.charCodeAt(at)) at++;
  return at;
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
    const name = rule.pattern.exec(text)?.[1];
    if (name !== undefined && name !== '' && !rule.not.has(name)) return { name, kind: rule.kind };
  }
  return undefined;
}
