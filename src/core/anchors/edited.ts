/** The lines were changed: where they are now, by their declaration, their neighbours or what is left of them. */
import type { Anchor } from './anchor.ts';
import { unpackMarks } from './fingerprint.ts';
import { support } from './neighbours.ts';
import type { Page } from './page.ts';
import { plausible, regions } from './regions.ts';
import { likeness, type Span } from './sketch.ts';
import { type AnchorSymbol, wholeSpan } from './symbol.ts';

/** A declaration that kept its name and is the only one of it may have been rewritten almost wholly. */
const SAME_NAME = 0.1;
/** The only declaration of the name, but in another class or module. */
const SAME_LAST_NAME = 0.3;
/** One of several declarations of the name (overloads), or a part of a declaration that kept its name. */
const SAME_NAME_AMONG_MANY = 0.4;
/** Without a name, half of the words or of the lines must still be there. */
const NAMELESS = 0.5;
/** A declaration under another name must be mostly the old one. */
const RENAMED = 0.6;
/** By how much the best place must beat the next; nearer than that, the neighbours decide or nobody. */
const MARGIN = 0.1;
const CLEAR_LEAD = 2;

export interface Found {
  span: Span;
  similarity: number;
}

export type Edited =
  | { kind: 'one'; found: Found; name: 'whole' | 'last' | 'none'; reason: string }
  | { kind: 'several'; found: readonly Found[]; reason: string }
  | { kind: 'none' };

export function findEdited(anchor: Anchor, page: Page): Edited {
  const bySymbol =
    anchor.symbol && page.symbols.length > 0 ? inSymbol(anchor, anchor.symbol, page) : undefined;
  if (bySymbol && bySymbol.kind !== 'none') return bySymbol;
  const file = { start: 0, end: page.lines.length };
  return pick(anchor, page, regions(anchor, page, file), NAMELESS, 'changed between the lines around it');
}

function inSymbol(anchor: Anchor, symbol: AnchorSymbol, page: Page): Edited {
  const reason = `changed inside ${symbol.name}`;
  const named = page.symbols.filter(({ name }) => name === symbol.name);
  if (symbol.relation === 'inside') {
    const spans = named.flatMap((now) =>
      regions(anchor, page, { start: now.startLine - 1, end: now.endLine }),
    );
    return asNamed(pick(anchor, page, spans, SAME_NAME_AMONG_MANY, reason));
  }
  const whole = named.map((now) => wholeSpan(symbol, now, page));
  const only = soleDeclaration(anchor, page, whole, SAME_NAME, 'whole', reason);
  if (only.kind !== 'none') return only;
  const found = asNamed(pick(anchor, page, whole, SAME_NAME_AMONG_MANY, reason));
  if (found.kind !== 'none' || named.length > 0) return found;
  const last = lastName(symbol.name);
  const elsewhere = page.symbols.filter(({ name }) => lastName(name) === last);
  const rehoused = elsewhere.map((now) => wholeSpan(symbol, now, page));
  const moved = `changed, and no longer inside ${symbol.name.slice(0, -last.length - 1)}`;
  const other = soleDeclaration(anchor, page, rehoused, SAME_LAST_NAME, 'last', moved);
  if (other.kind !== 'none') return other;
  const all = page.symbols
    .map((now) => wholeSpan(symbol, now, page))
    .filter((span) => plausible(anchor, span));
  return pick(anchor, page, all, RENAMED, `no longer named ${symbol.name}`);
}

/** The only declaration of its name: the name speaks, so less of the text has to. */
function soleDeclaration(
  anchor: Anchor,
  page: Page,
  spans: readonly Span[],
  least: number,
  name: 'whole' | 'last',
  reason: string,
): Edited {
  const [span] = spans;
  if (!span || spans.length > 1) return { kind: 'none' };
  const { common, kept } = likeness(anchor.words, page, span);
  if (kept < least) return { kind: 'none' };
  return { kind: 'one', found: { span, similarity: common }, name, reason };
}

function asNamed(edited: Edited): Edited {
  return edited.kind === 'one' ? { ...edited, name: 'whole' } : edited;
}

/** `Shop.open`, `shop::open`, `Shop#open`: the part that is the declaration's own. */
function lastName(name: string): string {
  return name.split(/[.#/]|::/).at(-1) ?? name;
}

function pick(anchor: Anchor, page: Page, spans: readonly Span[], least: number, reason: string): Edited {
  const found = spans
    .map((span) => ({ span, similarity: similarity(anchor, page, span) }))
    .filter((candidate) => candidate.similarity >= least)
    .sort((a, b) => b.similarity - a.similarity || a.span.start - b.span.start || a.span.end - b.span.end);
  const [best] = found;
  if (!best) return { kind: 'none' };
  const rivals = found.filter(
    ({ span, similarity }) => apart(span, best.span) && best.similarity - similarity < MARGIN,
  );
  if (rivals.length === 0) return { kind: 'one', found: best, name: 'none', reason };
  const ranked = [best, ...rivals]
    .map((candidate) => ({ candidate, score: scoreAround(anchor, page, candidate.span) }))
    .sort((a, b) => b.score - a.score);
  const [first] = ranked;
  const next = ranked.find(({ candidate }) => first && apart(candidate.span, first.candidate.span));
  if (first && (!next || first.score - next.score >= CLEAR_LEAD))
    return { kind: 'one', found: first.candidate, name: 'none', reason };
  return { kind: 'several', found: [best, ...rivals], reason: 'several places are about equally like it' };
}

/** By words, or by whole lines that are still there: a long range half replaced keeps its lines, a short one its words. */
function similarity(anchor: Anchor, page: Page, span: Span): number {
  return Math.max(likeness(anchor.words, page, span).common, sharedLines(anchor, page, span));
}

function sharedLines(anchor: Anchor, page: Page, span: Span): number {
  const first = page.solidBefore[span.start] ?? 0;
  const end = page.solidBefore[span.end] ?? first;
  const now = new Set<number>();
  for (const { mark, line } of page.solid.slice(first, end)) if (page.weight(line) > 0) now.add(mark);
  const then = new Set([...unpackMarks(anchor.head), ...unpackMarks(anchor.tail)]);
  let shared = 0;
  for (const value of then) if (now.has(value)) shared++;
  return shared / Math.max(then.size, now.size);
}

function scoreAround(anchor: Anchor, page: Page, span: Span): number {
  const kept = { before: unpackMarks(anchor.before), after: unpackMarks(anchor.after) };
  return support(page, page.solidBefore[span.start] ?? 0, page.solidBefore[span.end] ?? 0, kept).score;
}

function apart(a: Span, b: Span): boolean {
  return a.end <= b.start || a.start >= b.end;
}
