/**
 * Where a range is at a later commit, without asking the anchor engine: git's own line history (reverse
 * blame), the declaration of the same name in the same or the renamed file, or the only new declaration of
 * that name and mostly that body elsewhere.
 */
import type { SymbolSpan } from '../../src/core/anchors/index.ts';
import { adapters, outline } from '../../src/core/languages/index.ts';
import { splitLines } from '../../src/core/text/index.ts';
import type { History } from './history.ts';

export interface Snapshot {
  commit: string;
  lines: ReadonlyMap<string, readonly string[]>;
  outlines: ReadonlyMap<string, readonly SymbolSpan[]>;
}

/** Headings are no declarations. */
const SOURCE = adapters().filter(({ name }) => name !== 'markdown');

export async function snapshot(history: History, commit: string): Promise<Snapshot> {
  const paths = history.files(commit).filter(isSource);
  const lines = new Map<string, readonly string[]>();
  const outlines = new Map<string, readonly SymbolSpan[]>();
  for (const [path, text] of history.read(commit, paths)) {
    lines.set(path, splitLines(text));
    outlines.set(path, await outline(path, text));
  }
  return { commit, lines, outlines };
}

/** Built files hold a program in a line; nobody points at them. */
const BUILT = /(^|\/)dist\/|\.min\./;

function isSource(path: string): boolean {
  if (BUILT.test(path)) return false;
  return SOURCE.some(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
}

export interface Truth {
  /** Where it is: any of these. None: it is gone. */
  places: { path: string; startLine: number; endLine: number }[];
  /** Lines of it that git still has, by their place now. */
  survivors: { path: string; line: number }[];
}

/** Half of the telling lines are still there: the thing is, too. */
const STILL_THERE = 0.5;
const SAME_BODY = 0.6;
const SOME_BODY = 0.25;

export interface Subject {
  path: string;
  startLine: number;
  endLine: number;
  name?: string;
}

export function truthOf(
  subject: Subject,
  from: Snapshot,
  to: Snapshot,
  renamedTo: string | undefined,
  fates: ReadonlyMap<number, { path: string; line: number }>,
): Truth {
  const lines = from.lines.get(subject.path) ?? [];
  const telling: number[] = [];
  for (let line = subject.startLine; line <= subject.endLine; line++)
    if (/\w{2}/.test(lines[line - 1] ?? '')) telling.push(line);
  // A range of braces and blanks has no telling line; then git's word for any of its lines must do.
  if (telling.length === 0)
    for (let line = subject.startLine; line <= subject.endLine; line++) telling.push(line);
  const survivors = telling.flatMap((line) => fates.get(line) ?? []);
  const places: Truth['places'] = [];
  if (survivors.length > 0 && survivors.length >= telling.length * STILL_THERE) places.push(hull(survivors));
  const path = renamedTo ?? subject.path;
  const body = lines.slice(subject.startLine - 1, subject.endLine);
  // Changed and changed back: git's line history calls such lines gone. Lines that stand once, then and now, are not.
  const [once, ...more] = standing(body, to.lines.get(path) ?? []);
  if (once !== undefined && more.length === 0 && standing(body, lines).length === 1)
    places.push({ path, startLine: once, endLine: once + body.length - 1 });
  if (subject.name !== undefined) {
    const later = to.outlines.get(path) ?? [];
    const named = later.filter(({ name }) => name === subject.name);
    if (named.length === 1 && named[0]) places.push({ path, ...named[0] });
    else if (places.length === 0 && named.length === 0) {
      places.push(...renamedWithin(subject, path, from, to));
      if (places.length === 0) places.push(...movedAway(subject, from, to));
    }
  }
  return { places, survivors };
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

/** The one new declaration of the file with mostly the same body. */
function renamedWithin(subject: Subject, path: string, from: Snapshot, to: Snapshot): Truth['places'] {
  const body = (from.lines.get(subject.path) ?? []).slice(subject.startLine - 1, subject.endLine);
  const old = new Set(from.outlines.get(subject.path)?.map(({ name }) => name));
  const alike = (to.outlines.get(path) ?? []).filter(({ name, startLine, endLine }) => {
    if (old.has(name)) return false;
    return commonWords(body, (to.lines.get(path) ?? []).slice(startLine - 1, endLine)) >= SAME_BODY;
  });
  return alike.length === 1 ? alike.map((symbol) => ({ path, ...symbol })) : [];
}

/** The declaration of that name in a file that did not have it: by its whole name, or its last part and more of its body. */
function movedAway(subject: Subject, from: Snapshot, to: Snapshot): Truth['places'] {
  const body = (from.lines.get(subject.path) ?? []).slice(subject.startLine - 1, subject.endLine);
  const last = subject.name?.split('.').at(-1);
  const whole: Truth['places'] = [];
  const alike: Truth['places'] = [];
  for (const [path, outline] of to.outlines)
    for (const symbol of outline) {
      if (symbol.name.split('.').at(-1) !== last) continue;
      if (from.outlines.get(path)?.some(({ name }) => name === symbol.name)) continue;
      const now = (to.lines.get(path) ?? []).slice(symbol.startLine - 1, symbol.endLine);
      const common = commonWords(body, now);
      if (symbol.name === subject.name && common >= SOME_BODY) whole.push({ path, ...symbol });
      if (common >= SAME_BODY || (common >= SOME_BODY && countNamed(from, last) === 1))
        alike.push({ path, ...symbol });
    }
  // Several of the same name and body (a toString, a setUp) are boilerplate, not the thing that moved.
  if (whole.length === 1) return whole;
  return alike.length === 1 ? alike : [];
}

function countNamed(at: Snapshot, last: string | undefined): number {
  let count = 0;
  for (const outline of at.outlines.values())
    for (const { name } of outline) if (name.split('.').at(-1) === last) count++;
  return count;
}

/** Longest common subsequence of the words, as a share of both. */
function commonWords(a: readonly string[], b: readonly string[]): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  if (left.length === 0 || right.length === 0) return 0;
  let row: number[] = new Array(right.length + 1).fill(0);
  for (const word of left) {
    const next = [0];
    for (const [at, other] of right.entries())
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return (2 * (row.at(-1) ?? 0)) / (left.length + right.length);
}

/** A long body is known by its beginning. */
const MOST_WORDS = 800;

function wordsOf(lines: readonly string[]): string[] {
  return (lines.join('\n').match(/\w+/g) ?? []).slice(0, MOST_WORDS);
}

function hull(survivors: Truth['survivors']): { path: string; startLine: number; endLine: number } {
  const path = survivors[0]?.path ?? '';
  const lines = survivors.filter((survivor) => survivor.path === path).map(({ line }) => line);
  return { path, startLine: Math.min(...lines), endLine: Math.max(...lines) };
}

/** The answer covers most of what git still has of the range, or is about the declaration of that name. */
export function agrees(answer: { path: string; startLine: number; endLine: number }, truth: Truth): boolean {
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
