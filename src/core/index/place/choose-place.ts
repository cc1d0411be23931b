/**
 * Which of a file's best chunks is shown, once its text is at hand. What only imports name, and heads of imports and licences, come after
 * places that are nearly as good.
 */
import type { AskedTerms } from './asked-terms.ts';
import { isHead, isImport } from './code-lines.ts';

/** What a place keeps of its score if it is a head, or if all it has of the question is in imports. */
const LEAST_KEPT = 0.4;

/** Best first; equal ones by line, heads last. Places come in the order of their scores. */
export function choosePlaces<Place extends { startLine: number; endLine: number; score: number }>(
  lines: readonly string[],
  isProse: boolean,
  asked: AskedTerms,
  places: readonly Place[],
): readonly Place[] {
  if (isProse || places.length < 2) return places;
  const kept = ({ startLine, endLine }: Place) => shareKept(lines.slice(startLine - 1, endLine), asked);
  const [first] = places;
  // The usual case: nothing can come before it.
  if (first !== undefined && kept(first) === 1) return places;
  return places
    .map((place) => ({ place, kept: kept(place) }))
    .sort(
      (a, b) =>
        b.kept * b.place.score - a.kept * a.place.score ||
        b.kept - a.kept ||
        a.place.startLine - b.place.startLine,
    )
    .map(({ place }) => place);
}

function shareKept(lines: readonly string[], asked: AskedTerms): number {
  if (isHead(lines)) return LEAST_KEPT;
  const telling = lines.filter((line) => asked.mayBeIn(line));
  if (!telling.some(isImport)) return 1;
  const all = worthIn(telling, asked);
  if (all === 0) return 1;
  const ofCode = worthIn(
    telling.filter((line) => !isImport(line)),
    asked,
  );
  return LEAST_KEPT + ((1 - LEAST_KEPT) * ofCode) / all;
}

/** Of the terms that occur, each once. */
function worthIn(lines: readonly string[], asked: AskedTerms): number {
  const found = new Set(asked.in(lines.join('\n')));
  let sum = 0;
  for (const term of found) sum += asked.worth.get(term) ?? 0;
  return sum;
}
