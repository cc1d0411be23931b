/**
 * Where a range is at a later commit, without asking the anchor engine: by git's own line history (reverse blame), by
 * text that stands there once, and for declarations by name, parameters and body.
 */
import { type Declaration, inFile, inOtherFiles } from './declared.ts';
import { renamedByNames } from './renames.ts';
import { bodyOf, type Snapshot } from './snapshot.ts';

export interface Place {
  path: string;
  startLine: number;
  endLine: number;
}

export interface Subject extends Place {
  name?: string;
}

/** Where git finds the lines of a file, by their old number. */
export type LineFates = ReadonlyMap<number, { path: string; line: number }>;

export interface Truth {
  /** Where it is: any of these. None: it is gone. */
  places: Place[];
  /** Lines of it that git still has, by their place now. */
  survivors: { path: string; line: number }[];
}

/** Half of the telling lines are still there: the thing is, too. */
const STILL_THERE = 0.5;

export function truthOf(
  subject: Subject,
  from: Snapshot,
  to: Snapshot,
  renamedTo: string | undefined,
  fates: LineFates,
): Truth {
  const lines = from.lines.get(subject.path) ?? [];
  const telling = tellingLines(subject, lines);
  const survivors = telling.flatMap((line) => fates.get(line) ?? []);
  const places: Place[] = [];
  if (survivors.length > 0 && survivors.length >= telling.length * STILL_THERE) places.push(hull(survivors));
  const path = pathNow(subject.path, renamedTo, from, to, fates);
  const body = bodyOf(from, subject.path, subject);
  // Changed and changed back: git's line history calls such lines gone. Lines that stand once, then and now, are not.
  const [once, ...more] = standing(body, to.lines.get(path) ?? []);
  if (once !== undefined && more.length === 0 && standing(body, lines).length === 1)
    places.push({ path, startLine: once, endLine: once + body.length - 1 });
  if (isDeclaration(subject)) {
    places.push(...inFile(subject, path, from, to));
    if (places.length === 0) places.push(...inOtherFiles(subject, from, to));
  }
  return { places, survivors };
}

function isDeclaration(subject: Subject): subject is Declaration {
  return subject.name !== undefined;
}

/** A range of braces and blanks has no telling line; then git's word for any of its lines must do. */
function tellingLines({ startLine, endLine }: Place, lines: readonly string[]): number[] {
  const all = Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at);
  const telling = all.filter((line) => /\w{2}/.test(lines[line - 1] ?? ''));
  return telling.length > 0 ? telling : all;
}

/** Many small steps hide a rename from a comparison of both ends; the line history went along with each. */
function pathNow(
  path: string,
  renamedTo: string | undefined,
  from: Snapshot,
  to: Snapshot,
  fates: LineFates,
): string {
  if (renamedTo !== undefined) return renamedTo;
  if (to.lines.has(path)) return path;
  return mostCommon([...fates.values()].map((fate) => fate.path)) ?? renamedByNames(path, from, to) ?? path;
}

/** First lines at which these lines stand, indentation aside. */
function standing(body: readonly string[], lines: readonly string[]): number[] {
  const wanted = body.map((line) => line.trim());
  if (wanted.every((line) => line.length < 3)) return [];
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, offset) => lines[at + offset]?.trim() === line)) found.push(at + 1);
  return found;
}

function hull(survivors: Truth['survivors']): Place {
  const path = mostCommon(survivors.map((survivor) => survivor.path)) ?? '';
  const lines = survivors.filter((survivor) => survivor.path === path).map(({ line }) => line);
  return { path, startLine: Math.min(...lines), endLine: Math.max(...lines) };
}

function mostCommon(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The answer covers most of what git still has of the range, or is about the declaration of that name. */
export function agrees(answer: Place, truth: Truth): boolean {
  const covered = truth.survivors.filter(
    ({ path, line }) => path === answer.path && line >= answer.startLine && line <= answer.endLine,
  ).length;
  if (truth.survivors.length > 0 && covered * 2 > truth.survivors.length) return true;
  return truth.places.some((place) => {
    if (place.path !== answer.path) return false;
    const shared = Math.min(place.endLine, answer.endLine) - Math.max(place.startLine, answer.startLine) + 1;
    const size = Math.max(place.endLine, answer.endLine) - Math.min(place.startLine, answer.startLine) + 1;
    return shared / size >= 0.5;
  });
}
