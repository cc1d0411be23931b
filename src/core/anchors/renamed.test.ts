import { describe, expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { findRenamed } from './renamed.ts';

const LICENCE = ['// Licensed to the harbour master under the terms', '// of the river act, chapter two.'];
const TIDE = [
  'export function tideAt(station, time) {',
  '  const curve = station.harmonics.map((part) => part.heightAt(time));',
  '  return curve.reduce((sum, height) => sum + height, station.meanLevel);',
  '}',
];
const FILE = [
  ...LICENCE,
  "import { station } from './station.js';",
  '',
  ...TIDE,
  '',
  'export const DEPTH = 3;',
];
const text = (lines: readonly string[]) => lines.join('\n');
const tide = makeAnchor('src/tide.js', text(FILE), 5, 8);

describe('findRenamed', () => {
  it('follows a renamed file', () => {
    const answer = findRenamed(tide, [
      { path: 'src/other.js', text: text([...LICENCE, 'export const other = 1;']) },
      { path: 'src/tides/height.js', text: text(['// moved', ...FILE]) },
    ]);
    expect(answer).toMatchObject({ state: 'moved', path: 'src/tides/height.js', startLine: 6, endLine: 9 });
  });

  it('follows an edited range into a renamed file', () => {
    const now = FILE.with(6, '  return curve.reduce((sum, height) => sum + height, station.level());');
    const answer = findRenamed(tide, [{ path: 'lib/tide.js', text: text(now) }]);
    expect(answer).toMatchObject({ state: 'edited', path: 'lib/tide.js', startLine: 5, endLine: 8 });
  });

  it('follows code that moved into another file', () => {
    const other = ["import { reduce } from './list.js';", 'export const SPEED = 4;', '', ...TIDE];
    const answer = findRenamed(tide, [{ path: 'src/river.js', text: text(other) }]);
    expect(answer).toMatchObject({ state: 'moved', path: 'src/river.js', startLine: 4, endLine: 7 });
  });

  it('is ambiguous when two files hold it and neither is the old one', () => {
    const other = ['const SPEED = 4;', ...TIDE];
    const answer = findRenamed(tide, [
      { path: 'b.js', text: text(other) },
      { path: 'a.js', text: text(other) },
    ]);
    expect(answer.state).toBe('ambiguous');
    expect(answer.candidates?.map(({ path }) => path)).toEqual(['a.js', 'b.js']);
  });

  it('does not take boilerplate for the range', () => {
    const licence = makeAnchor('src/tide.js', text(FILE), 1, 2);
    const short = makeAnchor('src/tide.js', text(FILE), 10, 10);
    const files = [
      { path: 'src/gate.js', text: text([...LICENCE, 'export const DEPTH = 3;', 'open(gate);']) },
    ];
    expect(findRenamed(licence, files).startLine).toBeUndefined();
    expect(findRenamed(short, files).startLine).toBeUndefined();
  });

  it('never looks into the file the anchor names', () => {
    expect(findRenamed(tide, [{ path: 'src/tide.js', text: text(FILE) }]).state).toBe('lost');
  });
});
