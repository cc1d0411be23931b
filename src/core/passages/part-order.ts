/** From scored units to parts in the order in which they are worth their characters. Pure. */
import { partsOf, sizeOf, warmthOf } from './parts.ts';
import type { Relation } from './related.ts';
import type { Rarity, ScoredUnit } from './unit-scores.ts';
import type { Span } from './units.ts';

export interface OrderedPart<Own extends ScoredUnit> {
  unit: Own;
  /** The whole unit, or a part of it. */
  span: Span;
}

/** How much more each of these counts than a unit without it, as powers of e. */
const COVERED = 1.2;
const NAMED = 0.4;
const CALLED = 0.5;
const CALLS = 0.5;
/** A unit all of comments. */
const COMMENTED = -0.9;
/** A part in which the words of the prompt are less dense than in the densest. */
const BY_WARMTH = 0.85;
const LEAST_WARMTH = 0.1;
/** A part twice as long must be better, but not twice as good. */
const BY_LENGTH = 0.4;

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|el|end)|--|"""|@doc)/;

/** Best first for equal order: as given. `whole` is how many characters a unit may have to stay whole. */
export function inOrder<Own extends ScoredUnit>(
  units: readonly Own[],
  relations: readonly Relation[],
  { stems, rarity, whole }: { stems: readonly string[]; rarity: Rarity; whole: number },
): OrderedPart<Own>[] {
  return units
    .flatMap((each, at) => {
      const { file, unit } = each;
      const { called, calls } = relations[at] ?? { called: 0, calls: false };
      const gain = COVERED * each.covered + NAMED * each.named + CALLED * called + (calls ? CALLS : 0);
      const parts = sizeOf(file.lines, unit) <= whole ? [unit] : partsOf(file.lines, unit);
      const warmth = parts.length === 1 ? [1] : warmthOf(file, unit, parts, stems, rarity);
      return parts.flatMap((span, index) => {
        const warm = warmth[index] ?? 0;
        // Lines far from every word of the prompt say nothing about it, except for the beginning.
        if (warm === 0 && index > 0) return [];
        const ofPart = parts.length === 1 ? 0 : BY_WARMTH * Math.log(warm + LEAST_WARMTH);
        const size = sizeOf(file.lines, span);
        const worth = Math.exp(gain + ofPart + COMMENTED * commentedIn(file.lines, span));
        return [
          {
            part: { unit: each, span: { startLine: span.startLine, endLine: span.endLine } },
            order: (each.scoreOf(span) * worth) / size ** BY_LENGTH,
          },
        ];
      });
    })
    .sort((a, b) => b.order - a.order)
    .map(({ part }) => part);
}

/** The share of its lines that are comments. */
function commentedIn(lines: readonly string[], { startLine, endLine }: Span): number {
  let comments = 0;
  for (let line = startLine; line <= endLine; line++) if (COMMENT.test(lines[line - 1] ?? '')) comments++;
  return comments / (endLine - startLine + 1);
}
