/**
 * Units of the found files that stand in a relation to the best ones: what those call, and what calls those. The name is looked for as
 * a word, so this holds in every language; the words of the prompt often name the caller, and the change is in what it calls. Pure.
 */
import { stem, words } from '../text/index.ts';
import type { ScoredUnit } from './unit-scores.ts';

export interface Relation {
  /** 0 to 1: the score of the best unit that names it, as a share of the first. */
  called: number;
  /** Whether it names one of the best. */
  calls: boolean;
}

/** Units whose names and lines are looked at. */
const MOST_CALLERS = 4;
const MOST_CALLED = 2;
/** Shorter names, and names of many units, are everywhere. */
const SHORTEST_NAME = 4;
const MOST_NAMESAKES = 3;

/** One for each unit, in the same order. `units` has the best first. */
export function relationsOf(units: readonly ScoredUnit[]): Relation[] {
  const keys = units.map(({ unit }) => keyOf(unit.name));
  const namesakes = new Map<string, number>();
  for (const key of keys) namesakes.set(key, (namesakes.get(key) ?? 0) + 1);
  const [first] = units;
  const callers = units.slice(0, MOST_CALLERS);
  return units.map((own, at) => {
    const key = keys[at] ?? '';
    const relation: Relation = { called: 0, calls: false };
    if (key !== '' && (namesakes.get(key) ?? 0) <= MOST_NAMESAKES)
      for (const caller of callers)
        if (caller !== own && has(caller, key))
          relation.called = Math.max(relation.called, caller.score / (first?.score || 1));
    for (const [index, called] of units.slice(0, MOST_CALLED).entries()) {
      const name = keys[index] ?? '';
      if (called !== own && name !== '' && (namesakes.get(name) ?? 0) <= MOST_NAMESAKES && has(own, name))
        relation.calls = true;
    }
    return relation;
  });
}

/** The last name as one word, as lines are kept by. */
function keyOf(name: string): string {
  const [whole = ''] = words(name.slice(name.lastIndexOf('.') + 1));
  return whole.length < SHORTEST_NAME ? '' : stem(whole);
}

function has({ file, unit }: ScoredUnit, key: string): boolean {
  return file.linesWith(key).some((line) => unit.startLine <= line && line <= unit.endLine);
}
