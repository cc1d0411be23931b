import type { Anchor } from './anchor.ts';
import { findEdited } from './edited.ts';
import { exactHash } from './fingerprint.ts';
import { occurrences } from './occurrences.ts';
import { openPage, type Page, type SymbolSpan } from './page.ts';
import { openSearch } from './pick.ts';
import { ambiguous, lost, placed, type Resolution } from './resolution.ts';
import { soleNamed } from './symbol.ts';
import { choose } from './unchanged.ts';
import { LOW_ENTROPY_WORDS } from './weight.ts';

/** Only whitespace differs: as sure as an edit can be. */
const RESPACED = 0.95;

/**
 * Where the anchored lines are in this text. Fresh and moved mean exactly these lines, to the byte of every
 * line; anything less is edited, ambiguous or lost. The anchor stays as it is, so a reverted edit heals it.
 */
export function resolveAnchor(
  anchor: Anchor,
  text: string | Page,
  symbols: readonly SymbolSpan[] = [],
): Resolution {
  const page = typeof text === 'string' ? openPage(text, symbols) : text;
  const old = { start: anchor.startLine - 1, end: anchor.endLine };
  if (page.hash === anchor.fileHash && exactHash(page.lines.slice(old.start, old.end)) === anchor.hash)
    return placed('fresh', old, 1, 'the file is unchanged');

  const exact = choose(anchor, page, occurrences(anchor, page, 'exact'));
  if (exact.kind === 'one') {
    const { span } = exact.occurrence;
    if (span.start === old.start) return placed('fresh', span, exact.confidence, 'the lines are unchanged');
    return placed('moved', span, exact.confidence, movedBy(span.start - old.start));
  }
  const taken = exact.kind === 'unsure' ? exact.occurrences.map(({ span }) => span) : [];
  const unsure = ambiguous(
    taken.map((span) => ({ span, confidence: 1 / taken.length })),
    'the same lines occur where they cannot be told apart from others',
  );
  // Several copies and no clue: an edited third place would be a guess on top of a guess.
  if (taken.length > 1 && soleNamed(anchor.symbol, page) === undefined) return unsure;
  if (anchor.weight < LOW_ENTROPY_WORDS && anchor.symbol?.relation !== 'whole')
    return taken.length > 0 ? unsure : lost('the lines are gone, and too common to be looked for');

  const respaced = choose(anchor, page, taken.length > 0 ? [] : occurrences(anchor, page, 'normalised'));
  if (respaced.kind === 'one')
    return placed(
      'edited',
      respaced.occurrence.span,
      RESPACED * respaced.confidence,
      'only whitespace changed',
    );

  const edited = findEdited(openSearch(anchor, page, taken));
  if (edited.kind === 'one')
    return placed('edited', edited.found.span, edited.found.similarity, edited.reason);
  if (taken.length > 0) return unsure;
  if (edited.kind === 'several')
    return ambiguous(
      edited.found.map(({ span, similarity }) => ({ span, confidence: similarity })),
      'several places are about equally similar',
    );
  return lost('nothing similar to the lines is left in the file');
}

function movedBy(lines: number): string {
  const count = Math.abs(lines);
  return `the same lines, ${count} ${count === 1 ? 'line' : 'lines'} ${lines > 0 ? 'down' : 'up'}`;
}
