import { expect, it } from 'vitest';
import { makeAnchor } from './make.ts';
import { worthOutlining } from './other-files.ts';
import { openPage } from './page.ts';

const TEXT = ['const flood = gauge.level + wind.surge;', 'return report(flood, station.name);'].join('\n');
const symbols = [{ name: 'Gauge.flood', startLine: 1, endLine: 2 }];

it('only files that name the declaration or resemble its file are worth an outline', () => {
  const anchor = makeAnchor('a.ts', TEXT, 1, 2, symbols);
  expect(worthOutlining(anchor, openPage('flood();'))).toBe(true);
  expect(worthOutlining(anchor, openPage('return report(flood, station.name);'))).toBe(true);
  expect(worthOutlining(anchor, openPage('const ebb = 1;'))).toBe(false);
  expect(worthOutlining(makeAnchor('a.ts', TEXT, 1, 2), openPage('flood();'))).toBe(false);
});
