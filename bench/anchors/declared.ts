/** Where a declaration is at a later commit, by its name, its parameters and its body. */
import type { SymbolSpan } from '../../src/core/anchors/index.ts';
import { commonWords, wordsOf } from './common-words.ts';
import { bodyOf, type Snapshot } from './snapshot.ts';

export interface Declaration {
  path: string;
  startLine: number;
  endLine: number;
  name: string;
}

/** Mostly the same body. */
const SAME_BODY = 0.6;
/** Under another name in another file nothing but the body speaks. */
const SAME_TEXT = 0.8;
/** The name speaks, too. */
const SOME_BODY = 0.25;
/** Of several that qualify, the best must lead by this much. */
const LEAD = 0.1;
/** Less is no evidence between files; the figure is git's own, of `blame -C`. */
const TELLING_CHARACTERS = 40;

/** In the file itself, wherever that is now. Nothing: it is no longer there, or cannot be told from its namesakes. */
export function inFile(subject: Declaration, path: string, from: Snapshot, to: Snapshot): Declaration[] {
  const then = from.outlines.get(subject.path) ?? [];
  const now = (to.outlines.get(path) ?? []).map((symbol) => ({ path, ...symbol }));
  const body = bodyOf(from, subject.path, subject);
  const named = now.filter(({ name }) => name === subject.name);
  const before = then.filter(({ name }) => name === subject.name);
  if (named.length === 1 && before.length === 1) return named;
  if (named.length > 0) return overload(subject, before, named, from, to);
  // The class around it may be renamed or dissolved: as much of the end of the name as tells it from the others.
  for (let parts = subject.name.split('.').length - 1; parts > 0; parts--) {
    const tail = lastParts(subject.name, parts);
    const namesakes = now.filter(({ name }) => lastParts(name, parts) === tail);
    const sole = then.filter(({ name }) => lastParts(name, parts) === tail).length === 1;
    if (sole && namesakes.length === 1) return alike(body, namesakes, to, SOME_BODY);
  }
  const old = new Set(then.map(({ name }) => name));
  return alike(
    body,
    now.filter(({ name }) => !old.has(name)),
    to,
    SAME_BODY,
  );
}

/** Of several declarations of one name, the one with the same parameters; else, the one that is mostly the same. */
function overload(
  subject: Declaration,
  before: readonly SymbolSpan[],
  named: readonly Declaration[],
  from: Snapshot,
  to: Snapshot,
): Declaration[] {
  const wanted = parameters(bodyOf(from, subject.path, subject));
  const twins = before.filter((each) => parameters(bodyOf(from, subject.path, each)) === wanted);
  const same = named.filter((each) => parameters(bodyOf(to, each.path, each)) === wanted);
  if (twins.length === 1 && same.length === 1) return same;
  return alike(bodyOf(from, subject.path, subject), named, to, SAME_BODY);
}

/** The text from the first bracket to the one that closes it. */
function parameters(body: readonly string[]): string | undefined {
  const text = body.join('').replace(/\s+/g, '');
  const start = text.indexOf('(');
  for (let at = start, depth = 0; at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

/** In a file that did not have it: by its name and some of its body, or by the body alone. */
export function inOtherFiles(subject: Declaration, from: Snapshot, to: Snapshot): Declaration[] {
  const body = bodyOf(from, subject.path, subject);
  const arrived = [...to.outlines].flatMap(([path, outline]) => {
    const old = new Set(from.outlines.get(path)?.map(({ name }) => name));
    return outline.filter(({ name }) => !old.has(name)).map((symbol) => ({ path, ...symbol }));
  });
  const same = unchanged(subject, from, to).filter((each) => arrived.some((other) => isAt(each, other)));
  if (same.length > 0) return same;
  // A quarter of a short body is a word or two.
  const isShort = body.join('').replace(/\W/g, '').length < TELLING_CHARACTERS;
  // With a part of what stands before its own name, too: nearly nothing else is called that.
  for (let parts = subject.name.split('.').length; parts > 1; parts--) {
    const tail = lastParts(subject.name, parts);
    const namesakes = arrived.filter(({ name }) => lastParts(name, parts) === tail);
    if (namesakes.length === 1 && countNamed(from, tail) === 1 && countNamed(to, tail) === 1)
      return namesakes;
    if (namesakes.length > 0) return alike(body, namesakes, to, isShort ? SAME_BODY : SOME_BODY);
  }
  if (isShort) return [];
  const last = lastName(subject.name);
  const namesakes = arrived.filter(({ name }) => lastName(name) === last);
  const sole = countNamed(from, last) === 1 && countNamed(to, last) === 1;
  // Where a name is given often, it says nothing, and the body has to.
  const moved = alike(body, namesakes, to, sole ? SOME_BODY : SAME_TEXT);
  if (moved.length > 0 || namesakes.length > 0) return moved;
  return alike(body, arrived, to, SAME_TEXT);
}

/** However short: the very same words under the same own name, once in all files then, and once now. */
function unchanged(subject: Declaration, from: Snapshot, to: Snapshot): Declaration[] {
  const words = wordsOf(bodyOf(from, subject.path, subject)).join(' ');
  const standing = (at: Snapshot) =>
    [...at.outlines].flatMap(([path, outline]) =>
      outline
        .map((symbol) => ({ path, ...symbol }))
        .filter(
          (each) =>
            lastName(each.name) === lastName(subject.name) &&
            wordsOf(bodyOf(at, path, each)).join(' ') === words,
        ),
    );
  const now = standing(to);
  return now.length === 1 && standing(from).length === 1 ? now : [];
}

function isAt(a: Declaration, b: Declaration): boolean {
  return a.path === b.path && a.startLine === b.startLine && a.endLine === b.endLine;
}

/** The one whose body has at least so much in common; of several the best, if it leads. */
function alike(
  body: readonly string[],
  found: readonly Declaration[],
  to: Snapshot,
  least: number,
): Declaration[] {
  const ranked = found
    .map((each) => ({ each, common: commonWords(body, bodyOf(to, each.path, each), least) }))
    .filter(({ common }) => common >= least)
    .sort((a, b) => b.common - a.common);
  const [best, second] = ranked;
  return best && best.common - (second?.common ?? 0) >= LEAD ? [best.each] : [];
}

function countNamed(at: Snapshot, tail: string): number {
  const parts = tail.split('.').length;
  let count = 0;
  for (const outline of at.outlines.values())
    for (const { name } of outline) if (lastParts(name, parts) === tail) count++;
  return count;
}

function lastName(name: string): string {
  return lastParts(name, 1);
}

function lastParts(name: string, count: number): string {
  return name.split('.').slice(-count).join('.');
}
