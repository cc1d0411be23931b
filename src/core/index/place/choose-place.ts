/**
 * Which of a file's best chunks is shown, once its text is at hand. What only imports name, and heads of imports and licences, come after
 * places that are nearly as good.
 */
import { runs } from '../../text/index.ts';
import { termsOfRun } from '../analyse/terms.ts';
import { isHead, isImport } from './code-lines.ts';

/** What a place keeps of its score if it is a head, or if all it has of the question is in imports. */
const LEAST_KEPT = 0.4;

/** Best first; equal ones by line, heads last. */
export function choosePlaces<Place extends { startLine: number; endLine: number; score: number }>(
  lines: readonly string[],
  isProse: boolean,
  worth: ReadonlyMap<string, number>,
  places: readonly Place[],
): Place[] {
  return places
    .map((place) => {
      const kept = isProse ? 1 : shareKept(lines.slice(place.startLine - 1, place.endLine), worth);
      return { place, kept, value: kept * place.score };
    })
    .sort((a, b) => b.value - a.value || b.kept - a.kept || a.place.startLine - b.place.startLine)
    .map(({ place }) => place);
}

function shareKept(lines: readonly string[], worth: ReadonlyMap<string, number>): number {
  if (isHead(lines)) return LEAST_KEPT;
  if (!lines.some(isImport)) return 1;
  const all = worthIn(lines, worth);
  if (all === 0) return 1;
  const ofCode = worthIn(
    lines.filter((line) => !isImport(line)),
    worth,
  );
  return LEAST_KEPT + ((1 - LEAST_KEPT) * ofCode) / all;
}

/** Of the terms that occur, each once. */
function worthIn(lines: readonly string[], worth: ReadonlyMap<string, number>): number {
  const found = new Set(runs(lines.join('\n')).flatMap(termsOfRun));
  let sum = 0;
  for (const term of found) sum += worth.get(term) ?? 0;
  return sum;
}
