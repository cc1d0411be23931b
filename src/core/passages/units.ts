/** A file in units: its declarations, each with the comment above it, and what stands between them. Pure. */
import { DECLARATION_FLAGS, type FactDeclaration, type FileFacts } from '../facts/index.ts';

export interface Span {
  startLine: number;
  endLine: number;
}

export interface Unit extends Span {
  /** Of the declaration that these lines belong to, with the names around it; empty between declarations. */
  name: string;
  kind: string;
  /** Its place in the facts; -1 between declarations. */
  declaration: number;
  /** Nothing but imports, comments and blank lines. */
  isPreamble: boolean;
}

const CALLABLE = /function|method|constructor|macro/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;|@|"""|''')/;
const PREAMBLE =
  /^\s*(?:$|\/\/|\/\*|\*|#|--|import\b|from\b|use\b|using\b|package\b|require|include\b|export \{)/;
/** Of the share of lines that are imports and comments. */
const MOSTLY = 0.8;

export function unitsOf(lines: readonly string[], facts: FileFacts | undefined): Unit[] {
  const owners = ownersOf(lines.length, facts);
  const units: Unit[] = [];
  for (let from = 1; from <= lines.length; ) {
    const owner = owners[from] ?? -1;
    let to = from;
    while (to < lines.length && owners[to + 1] === owner && !(owner === -1 && isBlank(lines[to - 1]))) to++;
    units.push({
      startLine: from,
      endLine: to,
      ...named(facts, owner),
      declaration: owner,
      isPreamble: false,
    });
    from = to + 1;
  }
  const whole = withBlankLines(withComments(units, lines), lines);
  return whole.map((unit) => ({ ...unit, isPreamble: unit.name === '' && isPreamble(lines, unit) }));
}

/** The innermost declaration of each line, from 1; one inside of a function is part of that function. */
function ownersOf(lineCount: number, facts: FileFacts | undefined): Int32Array {
  const owners = new Int32Array(lineCount + 2).fill(-1);
  const ordered = [...(facts?.declarations ?? []).entries()]
    .filter(([, each]) => isUnit(each))
    .sort(([a, x], [b, y]) => x.startLine - y.startLine || y.endLine - x.endLine || a - b);
  for (const [index, { startLine, endLine }] of ordered)
    owners.fill(index, startLine, Math.min(endLine, lineCount) + 1);
  return owners;
}

function isUnit({ kind, flags, startLine, endLine }: FactDeclaration): boolean {
  if ((flags & DECLARATION_FLAGS.local) !== 0 || kind === 'parameter') return false;
  return endLine > startLine || CALLABLE.test(kind);
}

function named(facts: FileFacts | undefined, index: number): { name: string; kind: string } {
  const names: string[] = [];
  const seen = new Set<number>();
  for (let at = index; at >= 0 && !seen.has(at); at = facts?.declarations[at]?.parent ?? -1) {
    seen.add(at);
    const name = facts?.declarations[at]?.name ?? '';
    if (name !== '') names.unshift(name);
  }
  return { name: names.join('.'), kind: facts?.declarations[index]?.kind ?? '' };
}

/** A comment or an attribute right above a declaration belongs to it. */
function withComments(units: readonly Unit[], lines: readonly string[]): Unit[] {
  const out = units.map((unit) => ({ ...unit }));
  for (const [at, unit] of out.entries()) {
    const next = out[at + 1];
    if (next === undefined || next.name === '') continue;
    let last = unit.endLine;
    while (last >= unit.startLine && COMMENT.test(lines[last - 1] ?? '')) last--;
    next.startLine = last + 1;
    unit.endLine = last;
  }
  return out.filter(({ startLine, endLine }) => startLine <= endLine);
}

/** Blank lines between two units belong to the first, so that neighbours make one excerpt. */
function withBlankLines(units: readonly Unit[], lines: readonly string[]): Unit[] {
  const out: Unit[] = [];
  for (const unit of units) {
    const last = out.at(-1);
    const isEmpty = lines.slice(unit.startLine - 1, unit.endLine).every(isBlank);
    if (!isEmpty) out.push({ ...unit });
    else if (last !== undefined) last.endLine = unit.endLine;
  }
  return out;
}

function isPreamble(lines: readonly string[], { startLine, endLine }: Span): boolean {
  const own = lines.slice(startLine - 1, endLine);
  return own.filter((line) => PREAMBLE.test(line)).length > MOSTLY * own.length;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
