/** The lines were changed: where they are now, by their declaration, their neighbours or what is left of them. */
import type { Anchor } from './anchor.ts';
import { unpackMarks } from './fingerprint.ts';
import type { Page } from './page.ts';
import { type Span, similarity } from './sketch.ts';
import { wholeSpan } from './symbol.ts';

/** A declaration that kept its name and is the only one of it may have been rewritten almost wholly. */
const SAME_NAME = 0.2;
/** One of several declarations of the name (overloads), or a part of a declaration that kept its name. */
const SAME_NAME_AMONG_MANY = 0.4;
/** Without a name, half of the words must still be there. */
const NAMELESS = 0.5;
/** A declaration under another name must be mostly the old one. */
const RENAMED = 0.6;
/** By how much the best place must beat the next, or neither is taken. */
const MARGIN = 0.1;
/** A changed range may have grown, but not to anything. */
const GROWTH = 3;
const GROWTH_LINES = 12;
/** A mark that stands in more places than this leads nowhere. */
const COMMON_MARK = 12;

export interface Found {
  span: Span;
  similarity: number;
}

export type Edited =
  | { kind: 'one'; found: Found; reason: string }
  | { kind: 'several'; found: readonly Found[]; reason: string }
  | { kind: 'none' };

export function findEdited(anchor: Anchor, page: Page): Edited {
  const { symbol } = anchor;
  const file = { start: 0, end: page.lines.length };
  if (symbol && page.symbols.length > 0) {
    const named = page.symbols.filter(({ name }) => name === symbol.name);
    if (symbol.relation === 'whole') {
      const spans = named.map((now) => wholeSpan(symbol, now, page));
      const least = named.length === 1 ? SAME_NAME : SAME_NAME_AMONG_MANY;
      const found = pick(anchor, page, spans, least, `changed inside ${symbol.name}`);
      if (found.kind !== 'none') return found;
      if (named.length > 0) return { kind: 'none' };
      const others = page.symbols
        .map((now) => wholeSpan(symbol, now, page))
        .filter((s) => plausible(anchor, s));
      const renamed = pick(anchor, page, others, RENAMED, `no longer named ${symbol.name}`);
      if (renamed.kind !== 'none') return renamed;
    } else {
      const within = named.map((now) => ({ start: now.startLine - 1, end: now.endLine }));
      const spans = within.flatMap((span) => regions(anchor, page, span));
      const found = pick(anchor, page, spans, SAME_NAME_AMONG_MANY, `changed inside ${symbol.name}`);
      if (found.kind !== 'none') return found;
    }
  }
  return pick(anchor, page, regions(anchor, page, file), NAMELESS, 'changed between the lines around it');
}

function pick(anchor: Anchor, page: Page, spans: readonly Span[], least: number, reason: string): Edited {
  const found = spans
    .map((span) => ({ span, similarity: similarity(anchor.words, page, span) }))
    .filter((candidate) => candidate.similarity >= least)
    .sort((a, b) => b.similarity - a.similarity || a.span.start - b.span.start || a.span.end - b.span.end);
  const [best] = found;
  if (!best) return { kind: 'none' };
  const rivals = found.filter(({ span }) => span.end <= best.span.start || span.start >= best.span.end);
  if (rivals[0] && best.similarity - rivals[0].similarity < MARGIN)
    return { kind: 'several', found: [best, ...rivals], reason: 'several places are about equally like it' };
  return { kind: 'one', found: best, reason };
}

function plausible(anchor: Anchor, span: Span): boolean {
  const size = anchor.endLine - anchor.startLine + 1;
  const now = span.end - span.start;
  return now >= 1 && now <= size * GROWTH + GROWTH_LINES && size <= now * GROWTH + GROWTH_LINES;
}

/** Stretches the range may be now: from something that led it in to something that led it out. */
function regions(anchor: Anchor, page: Page, within: Span): Span[] {
  const head = unpackMarks(anchor.head);
  const tail = unpackMarks(anchor.tail);
  const before = unpackMarks(anchor.before);
  const after = unpackMarks(anchor.after);
  const starts = new Set<number>();
  const ends = new Set<number>();
  for (const [distance, value] of before.entries())
    for (const at of standing(page, value, within)) starts.add(at + 1 + distance);
  for (const [distance, value] of after.entries())
    for (const at of standing(page, value, within)) ends.add(at - distance);
  for (const [offset, value] of head.slice(0, REMEMBERED_EDGE).entries())
    for (const at of standing(page, value, within)) starts.add(at - offset);
  for (const [offset, value] of tail.toReversed().slice(0, REMEMBERED_EDGE).entries())
    for (const at of standing(page, value, within)) ends.add(at + offset + 1);
  if (within.start === 0) starts.add(0);
  if (within.end === page.lines.length) ends.add(page.solid.length);
  const spans: Span[] = [];
  for (const first of starts)
    for (const end of ends) {
      const span = spanOf(page, first, end);
      if (span && span.start >= within.start && span.end <= within.end && plausible(anchor, span))
        spans.push(span);
    }
  return spans;
}

/** How many lines at each end of the range may say where it begins or ends. */
const REMEMBERED_EDGE = 4;

function standing(page: Page, value: number, within: Span): number[] {
  const places = page.places.get(value) ?? [];
  if (places.length > COMMON_MARK) return [];
  return places.filter((at) => {
    const line = page.solid[at]?.line ?? -1;
    return line >= within.start && line < within.end;
  });
}

function spanOf(page: Page, first: number, end: number): Span | undefined {
  const start = page.solid[first]?.line;
  const last = page.solid[end - 1]?.line;
  return start === undefined || last === undefined || last < start ? undefined : { start, end: last + 1 };
}
