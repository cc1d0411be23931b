/** Counting right, wrong and missed answers, and printing them. */
import type { Resolution } from '../../src/core/anchors/index.ts';
import { agrees, type Truth } from './truth.ts';

export interface Tally {
  anchors: number;
  existing: number;
  followed: number;
  right: number;
  found: number;
  /** Ranges followed to changed lines or another file, on which git's line history has no opinion. */
  unjudged: number;
  states: Record<string, number>;
}

export function tally(
  tallies: Map<string, Tally>,
  label: string,
  horizon: number,
  answer: Resolution,
  truth: Truth,
  path: string,
): void {
  const key = `${label}|${horizon}`;
  const row = tallies.get(key) ?? {
    anchors: 0,
    existing: 0,
    followed: 0,
    right: 0,
    found: 0,
    unjudged: 0,
    states: {},
  };
  tallies.set(key, row);
  row.anchors++;
  row.states[answer.state] = (row.states[answer.state] ?? 0) + 1;
  const exists = truth.places.length > 0;
  if (exists) row.existing++;
  if (answer.startLine === undefined || answer.endLine === undefined) return;
  const mute = truth.survivors.length === 0 && (answer.state === 'edited' || answer.path !== undefined);
  if (label.startsWith('ranges') && mute) {
    row.unjudged++;
    return;
  }
  row.followed++;
  const place = { path: answer.path ?? path, startLine: answer.startLine, endLine: answer.endLine };
  if (!agrees(place, truth)) return;
  row.right++;
  if (exists) row.found++;
}

export function print(tallies: ReadonlyMap<string, Tally>, horizons: readonly number[]): void {
  console.log(
    '| anchors on | commits later | anchors | still there | followed | unjudged | precision | recall | fresh | moved | edited | ambiguous | lost |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|');
  const labels = [...new Set([...tallies.keys()].map((key) => key.split('|')[0] ?? ''))];
  for (const label of labels.sort())
    for (const horizon of horizons) {
      const row = tallies.get(`${label}|${horizon}`);
      if (!row) continue;
      const states = ['fresh', 'moved', 'edited', 'ambiguous', 'lost'].map((state) => row.states[state] ?? 0);
      const precision = (row.right / Math.max(1, row.followed)).toFixed(4);
      const recall = (row.found / Math.max(1, row.existing)).toFixed(4);
      const cells = [
        label,
        horizon,
        row.anchors,
        row.existing,
        row.followed,
        row.unjudged,
        precision,
        recall,
        ...states,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
}
